// Derives the content of the package from what the extension loads, and compares the two.
import fs from "node:fs";
import path from "node:path";

/** Files of the project that people read in the editor's page of the extension. */
const projectDocuments = ["README.md", "CHANGELOG.md", "LICENSE"];

/**
 * Returns the paths, relative to the extension's folder, that `asset(…)` names in a source file of the host. Throws for
 * an argument that is no literal.
 */
export function findAssets(text, file) {
  return [...text.matchAll(/\basset\(([^)]*)\)/g)].map(([call, argument]) => {
    const name = /^"([^"\\]+)"$/.exec(argument.trim())?.[1];
    if (name === undefined)
      throw new Error(`${file}: ${call} needs a literal, because the content of the package is derived from it.`);
    return name;
  });
}

/** Returns the paths of files that a manifest names. */
export function findManifestFiles(value) {
  if (typeof value === "string")
    return /^(\.\/)?(dist|media)\/[\w./-]+$/.test(value) ? [path.posix.normalize(value)] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(findManifestFiles) : [];
}

/** Returns what a file of a bundle imports or shows: paths relative to the extension's folder. */
function findImports(file, { imports }, toBuilt) {
  return imports
    .filter(({ path: target, external }) => !external || target.startsWith("./"))
    .map(({ path: target, external, kind }) => {
      const name = external ? path.posix.join(path.posix.dirname(file), target) : toBuilt(target);
      // The address of a font can have a query.
      return { name: name.replace(/\?.*$/, ""), isOnDemand: kind === "dynamic-import" };
    });
}

/**
 * Returns the imports of each file of the bundles, by its path relative to the extension's folder. `metafiles` are
 * esbuild's lists, with outputs in `outdir`, a path relative to the folder of the project.
 */
export function listImports(metafiles, outdir) {
  const toBuilt = (name) => (name.startsWith(`${outdir}/`) ? `dist/${name.slice(outdir.length + 1)}` : name);
  const outputs = metafiles.flatMap((metafile) => Object.entries(metafile.outputs));
  return new Map(outputs.map(([name, output]) => [toBuilt(name), findImports(toBuilt(name), output, toBuilt)]));
}

/**
 * Returns the files of the package with the reason for each, sorted: everything that the manifest names, that the
 * host's code names with `asset(…)`, that such a file imports, and what people read. `imports` are those of
 * `listImports`; `inputs` are the sources of the bundles.
 */
export function deriveContent({ project, manifest, imports, inputs, documents }) {
  const reasons = new Map([["package.json", "the manifest"]]);
  const queue = [];
  const add = (name, reason) => {
    if (reasons.has(name)) return;
    reasons.set(name, reason);
    queue.push(name);
  };
  for (const name of findManifestFiles(manifest)) add(name, "named in package.json");
  const hostFiles = inputs.filter((input) => input.startsWith("extension/"));
  for (const file of [...new Set(hostFiles)].sort()) {
    for (const name of findAssets(fs.readFileSync(path.join(project, file), "utf8"), file))
      add(name, `loaded by ${file}`);
  }
  for (let file = queue.shift(); file !== undefined; file = queue.shift())
    for (const { name } of imports.get(file) ?? []) add(name, `loaded by ${file}`);
  for (const name of projectDocuments) add(name, "for people who read it");
  for (const name of documents) add(`dist/${name}`, "for people who read it");
  return new Map([...reasons].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Throws if two lists of files differ, and names the files that only one of them has. */
export function compareFiles(needed, present, what) {
  const missing = needed.filter((name) => !present.includes(name));
  const extra = present.filter((name) => !needed.includes(name));
  if (missing.length > 0) throw new Error(`${what} lacks ${missing.join(", ")}.`);
  if (extra.length > 0) throw new Error(`${what} has files that nothing loads: ${extra.join(", ")}.`);
}

/** Returns all files below a folder, as sorted relative paths with slashes. */
export function listFiles(folder) {
  const names = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return names
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}
