// Makes the VSIX: builds the extension for users, derives what the package must contain, and refuses any difference.
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildExtension } from "../../esbuild.mjs";
import { readEntries, writeArchive } from "./archive.mjs";
import { compareFiles, deriveContent, listFiles, listImports } from "./content.mjs";
import { measureSizes } from "./sizes.mjs";

export const project = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
/** The folder of temporary files, inside the project, so that esbuild's paths are the same in each checkout. */
const temporary = path.join("node_modules", ".cache", "tandem");

/** Returns the fields of the manifest that an editor or a store reads. */
export function stripManifest({ scripts: _scripts, devDependencies: _devDependencies, knip: _knip, ...manifest }) {
  return manifest;
}

/** The names that an archive has for some files. */
const archived = { "README.md": "readme.md", "CHANGELOG.md": "changelog.md", LICENSE: "LICENSE.txt" };

/**
 * Packs files into a VSIX. `built` is the folder that becomes `dist`; everything else comes from the checkout. Throws
 * if the archive does not contain exactly these files.
 */
export function packFiles({ checkout, built, names, file, staged }) {
  for (const name of names) {
    const target = path.join(staged, name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    const source = name.startsWith("dist/") ? path.join(built, name.slice("dist/".length)) : path.join(checkout, name);
    if (!fs.existsSync(source)) throw new Error(`The package needs ${name}, which does not exist.`);
    fs.copyFileSync(source, target);
    // A mode is a part of the archive.
    fs.chmodSync(target, 0o644);
  }
  const manifest = stripManifest(JSON.parse(fs.readFileSync(path.join(checkout, "package.json"), "utf8")));
  fs.writeFileSync(path.join(staged, "package.json"), JSON.stringify(manifest));
  // Everything in the folder belongs to the package.
  fs.writeFileSync(path.join(staged, ".vscodeignore"), "");
  writeArchive(staged, file);
  const own = ["extension.vsixmanifest", "[Content_Types].xml"];
  compareFiles(
    [...own, ...names.map((name) => `extension/${archived[name] ?? name}`)],
    readEntries(file).map(({ name }) => name),
    "The archive",
  );
}

/**
 * Builds the package into `file`. Resolves to its SHA-256, its sizes, the reason for each of its files, the npm
 * packages that its bundles contain, and esbuild's lists.
 * Rejects if the build fails, if the package would lack a file or have one that nothing loads, or if it is too large.
 */
export async function buildPackage(file, { logLevel = "warning" } = {}) {
  const work = path.join(project, temporary, `package-${randomUUID()}`);
  // Names in esbuild's lists are relative, with slashes.
  const outdir = path.relative(project, path.join(work, "dist")).replaceAll("\\", "/");
  try {
    const { metafiles, packages, documents } = await buildExtension({ isProduction: true, outdir, logLevel });
    const manifest = stripManifest(JSON.parse(fs.readFileSync(path.join(project, "package.json"), "utf8")));
    const imports = listImports(metafiles, outdir);
    const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
    const content = deriveContent({ project, manifest, imports, inputs, documents });
    const names = [...content.keys()];
    // The extension looks at the start whether it is whole. An installation gives some files other names.
    const installed = names.map((name) => archived[name] ?? name);
    fs.writeFileSync(path.join(work, "dist", "files.json"), JSON.stringify(installed));
    compareFiles(
      names.filter((name) => name.startsWith("dist/")),
      listFiles(path.join(work, "dist")).map((name) => `dist/${name}`),
      "The build",
    );
    const archive = path.join(work, "package.vsix");
    packFiles({
      checkout: project,
      built: path.join(work, "dist"),
      names,
      file: archive,
      staged: path.join(work, "staged"),
    });
    const sizes = measureSizes({ entries: readEntries(archive), imports });
    if (sizes.atOnce > sizes.limit) throw new Error(`The package is too large: ${sizes.summary}.`);
    const sha256 = createHash("sha256").update(fs.readFileSync(archive)).digest("hex");
    fs.renameSync(archive, file);
    return { sha256, sizes, content, packages, metafiles };
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}
