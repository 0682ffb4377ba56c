// Finds the VSIX of the present sources; makes it once after each change of them.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import esbuild from "esbuild";
import { readEntries } from "./archive.mjs";
import { buildPackage, project } from "./buildPackage.mjs";
import { listFiles } from "./content.mjs";

/** Everything that the package is made of, apart from what npm installs by the lock file. */
const sources = [
  "extension",
  "webview",
  "media",
  "test/package",
  "package.json",
  "package-lock.json",
  "esbuild.mjs",
  "tsconfig.json",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
];
const record = path.join(project, "node_modules", ".cache", "tandem", "package.json");
const { name, version } = JSON.parse(fs.readFileSync(path.join(project, "package.json"), "utf8"));

export const packageFile = path.join(project, `${name}-${version}.vsix`);

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Returns a sum of all sources and of the version of Node. */
function hashSources() {
  const sum = createHash("sha256").update(process.version);
  for (const source of sources) {
    const place = path.join(project, source);
    const files = fs.statSync(place).isDirectory() ? listFiles(place).map((file) => path.join(place, file)) : [place];
    for (const file of files) sum.update(`${path.relative(project, file)}:${hashOf(fs.readFileSync(file))}\n`);
  }
  return sum.digest("hex");
}

/** Makes the VSIX. Resolves to what `buildPackage` does. */
export async function makePackage() {
  const sum = hashSources();
  const built = await buildPackage(packageFile);
  // esbuild's service would outlive a script that has ended for a moment.
  await esbuild.stop();
  fs.mkdirSync(path.dirname(record), { recursive: true });
  fs.writeFileSync(record, JSON.stringify({ sources: sum, sha256: built.sha256, packages: built.packages }));
  return built;
}

let ensured;

/**
 * Returns the VSIX of the present sources, and the npm packages in its bundles. Makes it if the sources changed since
 * it was made, or if the file did, and calls `onMake` before. Rejects as `buildPackage` does. A process asks once, so
 * that all of its tests use the same file.
 */
export function ensurePackage(onMake = () => {}) {
  ensured ??= findOrMake(onMake);
  return ensured;
}

async function findOrMake(onMake) {
  const known = fs.existsSync(record) ? JSON.parse(fs.readFileSync(record, "utf8")) : {};
  const isCurrent =
    fs.existsSync(packageFile) &&
    hashOf(fs.readFileSync(packageFile)) === known.sha256 &&
    hashSources() === known.sources;
  if (!isCurrent) onMake();
  const { packages } = isCurrent ? known : await makePackage();
  return { file: packageFile, packages };
}

/**
 * Returns the folder with the extension's files of `ensurePackage`, as an editor unpacks them, for what runs without an
 * editor.
 */
export async function unpackPackage() {
  const { file } = await ensurePackage();
  const folder = path.join(path.dirname(record), `unpacked-${hashOf(fs.readFileSync(file)).slice(0, 16)}`);
  if (fs.existsSync(folder)) return folder;
  const temporary = `${folder}.${process.pid}`;
  for (const { name: entry, read } of readEntries(file)) {
    if (!entry.startsWith("extension/")) continue;
    const target = path.join(temporary, entry.slice("extension/".length));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, read());
  }
  fs.renameSync(temporary, folder);
  return folder;
}
