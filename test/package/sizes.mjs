// Sizes of the package: what is loaded at once, what is loaded on demand, and which folders of the source they come
// from.
/** Largest size, in bytes, of the package without what is loaded on demand. */
const limit = 620_000;

/** Bundles that code loads on demand, but already with the first message. */
const withFirstMessage = ["dist/toolServer.cjs"];

const kB = (bytes) => `${Math.round(bytes / 1_000)} kB`;
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Files that are loaded to open the panel, apart from what they import. */
const first = [
  "dist/extension.cjs",
  "dist/start.cjs",
  "dist/deathWatch.cjs",
  "dist/webview/main.js",
  "dist/webview/earlyStyles.css",
  "dist/webview/main.css",
  "dist/webview/early.js",
];

/**
 * Returns the files that are loaded up to the first message: those above with their imports, unless an import is on
 * demand.
 */
function findAtOnce(imports) {
  const found = new Set([...first, ...withFirstMessage]);
  for (const file of found)
    for (const { name, isOnDemand } of imports.get(file) ?? []) if (!isOnDemand) found.add(name);
  return found;
}

/**
 * Returns the sizes of a package, in bytes after compression. `entries` are those of the archive, and `imports` those
 * of `listImports`. What is no bundle counts as loaded at once.
 */
export function measureSizes({ entries, imports }) {
  const atOnceFiles = findAtOnce(imports);
  // The plugin that writes mermaid beside the bundles is in no list of outputs.
  const bundles = new Set([...imports.keys(), ...[...imports.values()].flat().map(({ name }) => name)]);
  const rows = entries
    .map(({ name, packed }) => ({ name: name.replace(/^extension\//, ""), bytes: packed }))
    .map((row) => ({ ...row, isOnDemand: bundles.has(row.name) && !atOnceFiles.has(row.name) }))
    .sort((a, b) => b.bytes - a.bytes);
  const onDemand = sum(rows.filter((row) => row.isOnDemand).map(({ bytes }) => bytes));
  const atOnce = sum(rows.map(({ bytes }) => bytes)) - onDemand;
  return {
    atOnce,
    limit,
    rows,
    summary: `${kB(atOnce)} of at most ${kB(limit)} without the ${kB(onDemand)} that are loaded on demand`,
  };
}

/** Returns the folder of the source, or the npm package, of an input of esbuild. */
function findOrigin(input) {
  const inPackage = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1];
  if (inPackage) return inPackage;
  return /^(extension|webview)\/(?:[^/]+\/){0,2}/.exec(input)?.[0] ?? "other";
}

/**
 * Returns the bytes of each bundle, before compression, by the folder or npm package that they come from, the largest
 * first.
 */
export function measureOrigins(metafiles) {
  const bundles = [];
  for (const [file, { inputs, bytes }] of metafiles.flatMap(({ outputs }) => Object.entries(outputs))) {
    const origins = new Map();
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const origin = findOrigin(input);
      origins.set(origin, (origins.get(origin) ?? 0) + bytesInOutput);
    }
    bundles.push({ file, bytes, origins: [...origins].sort(([, a], [, b]) => b - a) });
  }
  return bundles.sort((a, b) => b.bytes - a.bytes);
}
