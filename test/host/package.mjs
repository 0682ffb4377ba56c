// Creates the VSIX from the built bundles, and refuses one that is too large or contains forbidden files.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { deflateRawSync } from "node:zlib";
import { createVSIX, listFiles } from "@vscode/vsce";

const largest = 620_000;
const forbidden = /\.map$|^test\/|^extension\/|^webview\/|node_modules|claude(\.exe)?$|(?<!^dist\/tandem\.d)\.ts$/;

const files = await listFiles({ dependencies: false });
const wrong = files.filter((file) => forbidden.test(file));
if (wrong.length > 0) throw new Error(`The package would hold ${wrong.join(", ")}.`);
if (!files.includes("dist/tandem.d.ts")) throw new Error("The package would lack the types of the API.");
if (!files.includes("dist/licenses.txt")) throw new Error("The package would lack the licenses of what is bundled.");

/** Returns the page's own files and their static imports; all other chunks are loaded on demand. */
function loadedAtOnce(file, known = new Set()) {
  if (known.has(file)) return known;
  known.add(file);
  const text = fs.readFileSync(`dist/webview/${file}`, "utf8");
  for (const [, chunk] of text.matchAll(/(?:from|^import|;import)\s*"\.\/([\w-]+\.js)"/g)) loadedAtOnce(chunk, known);
  return known;
}

/** Returns the size of a file in the package, in bytes. */
const packed = (file) => deflateRawSync(fs.readFileSync(file), { level: 9 }).length;
const sum = (paths) => paths.reduce((total, file) => total + packed(file), 0);
const atOnce = loadedAtOnce("main.js", loadedAtOnce("early.js"));
const webview = fs.readdirSync("dist/webview");
const parts = {
  "extension host": sum(["dist/extension.cjs", "dist/start.cjs", "dist/deathWatch.cjs"]),
  "export, search, the editor's tools and other places, loaded with the first": sum([
    "dist/conversationTexts.cjs",
    "dist/toolServer.cjs",
    "dist/launchElsewhere.cjs",
  ]),
  page: sum([...atOnce].map((file) => `dist/webview/${file}`)),
  "styles and icons": sum(webview.filter((file) => /\.(css|ttf)$/.test(file)).map((file) => `dist/webview/${file}`)),
  "on demand: colors, formulas, diagrams, pages": sum(
    webview.filter((file) => file.endsWith(".js") && !atOnce.has(file)).map((file) => `dist/webview/${file}`),
  ),
};
const onDemand = parts["on demand: colors, formulas, diagrams, pages"];

/** Copies the files of the package to a folder, with a manifest that has only the fields that VS Code reads. */
function stage(folder) {
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.copyFileSync(file, path.join(folder, file));
  }
  const { scripts: _scripts, devDependencies: _devDependencies, knip: _knip, ...manifest } = JSON.parse(fs.readFileSync("package.json", "utf8"));
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  // Everything in the folder belongs to the package.
  fs.writeFileSync(path.join(folder, ".vscodeignore"), "");
  return manifest;
}

const staged = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-package-"));
const { version } = stage(staged);
const packagePath = path.resolve(`tandem-${version}.vsix`);
try {
  await createVSIX({ cwd: staged, packagePath, dependencies: false });
} finally {
  fs.rmSync(staged, { recursive: true });
}
const { size } = fs.statSync(packagePath);
const kB = (bytes) => `${Math.round(bytes / 1000)} kB`;
for (const [part, bytes] of Object.entries(parts)) console.log(`  ${part}: ${kB(bytes)}`);
console.log(
  `${path.basename(packagePath)}: ${kB(size)}, of it ${kB(size - onDemand)} of at most ${kB(largest)} without what is loaded on demand; ${files.length} files`,
);
if (size - onDemand > largest) throw new Error("The package is too large.");
