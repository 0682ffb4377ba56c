// Builds the host's second bundle, `start.cjs`, and a bundle beside it for each part that it imports on demand.
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import esbuild from "esbuild";
import { minifyBundle } from "./minify.mjs";

const namespace = "chunk";

/**
 * Returns the name of the bundle of a chunk: that of the module that is imported on demand, or that of the chunk if
 * several bundles share it.
 */
const getBundleName = (file, { entryPoint }) => (entryPoint ? basename(entryPoint, ".ts") : basename(file, ".js"));

/** Returns the chunks that `start` imports, and what these import, apart from imports on demand. */
function findStatic(start, chunks) {
  const found = new Set([start]);
  for (const name of found)
    for (const { path, kind } of chunks.get(name).imports)
      if (kind === "import-statement" && chunks.has(path)) found.add(path);
  return found;
}

/**
 * esbuild plugin that reads chunks from memory. `resolveChunk` returns esbuild's answer for a chunk that another one
 * imports.
 */
function readsChunks(chunks, resolveChunk) {
  return {
    name: "reads-chunks",
    setup(build) {
      build.onResolve({ filter: /./, namespace }, ({ path }) => {
        const name = path.startsWith("./") ? path.slice(2) : undefined;
        return name !== undefined && chunks.has(name) ? resolveChunk(name) : undefined;
      });
      build.onResolve({ filter: /^chunk:/ }, ({ path }) => ({ path: path.slice("chunk:".length), namespace }));
      build.onLoad({ filter: /./, namespace }, ({ path }) => ({
        contents: chunks.get(path).text,
        resolveDir: dirname(path),
      }));
    },
  };
}

/**
 * Builds `entry`. esbuild divides it into chunks by what is imported on demand; those that the start needs at once
 * become one bundle, which also exports what the others share with it. No module is in two bundles. `options` are those
 * of the host's bundles, with `outdir` and `absWorkingDir`. Resolves to lists like esbuild's metafile: the sources of
 * each bundle, and its imports of others.
 */
export async function buildStart(entry, { plugins, outdir, absWorkingDir, logLevel, supported, ...options }) {
  // Code of the start that a bundle needs only for its effects has run before.
  const logOverride = { "ignored-bare-import": "silent" };
  const common = { ...options, absWorkingDir, logLevel, logOverride, write: false, sourcemap: false };
  const { inputs, chunks } = await divide(entry, common, plugins);
  const inStart = findStatic("start.js", chunks);
  const others = [...chunks.keys()].filter((name) => !inStart.has(name));
  const shared = [...new Set(others.flatMap((name) => chunks.get(name).imports.map(({ path }) => path)))]
    .filter((name) => inStart.has(name))
    .sort();
  const external = (name) => ({ path: `./${chunks.get(name).bundle}.cjs`, external: true });
  const bundle = async (contents, plugin) => {
    const { outputFiles } = await esbuild.build({
      ...common,
      supported,
      stdin: { contents, resolveDir: absWorkingDir },
      plugins: plugin,
    });
    return minifyBundle(outputFiles[0].text, false);
  };
  const exported = shared.map((name) => `export * as ${toExport(shared, name)} from "chunk:${name}";`);
  const startPlugin = readsChunks(chunks, (name) => (inStart.has(name) ? { path: name, namespace } : external(name)));
  const laterPlugin = readsChunks(chunks, (name) =>
    inStart.has(name) ? { path: name, namespace: "of-start", sideEffects: false } : external(name),
  );
  const bundles = [
    {
      name: "start",
      parts: [...inStart],
      text: await bundle(`export * from "chunk:start.js";\n${exported.join("\n")}`, [startPlugin]),
    },
    ...(await Promise.all(
      others.map(async (name) => ({
        name: chunks.get(name).bundle,
        parts: [name],
        text: await bundle(`export * from "chunk:${name}";`, [laterPlugin, takesFromStart(shared)]),
      })),
    )),
  ];
  const folder = resolve(absWorkingDir, outdir);
  await mkdir(folder, { recursive: true });
  await Promise.all(bundles.map(({ name, text }) => writeFile(join(folder, `${name}.cjs`), text)));
  return {
    inputs,
    outputs: Object.fromEntries(
      bundles.map(({ name, parts, text }) => [
        `${outdir}/${name}.cjs`,
        describeBundle(parts, text, { chunks, inStart }),
      ]),
    ),
  };
}

/** Divides the code at `entry` into chunks, by what is imported on demand. */
async function divide(entry, common, plugins) {
  const divided = await esbuild.build({
    ...common,
    entryPoints: { start: entry },
    outdir: "/chunks",
    outExtension: {},
    format: "esm",
    splitting: true,
    chunkNames: "[name]-[hash]",
    minify: false,
    minifySyntax: true,
    metafile: true,
    plugins,
  });
  const texts = new Map(divided.outputFiles.map(({ path, text }) => [basename(path), text]));
  const outputs = Object.entries(divided.metafile.outputs);
  const chunks = new Map(
    outputs.map(([file, output]) => {
      const imports = output.imports.map((each) => ({ ...each, path: basename(each.path) }));
      return [
        basename(file),
        { ...output, imports, text: texts.get(basename(file)), bundle: getBundleName(file, output) },
      ];
    }),
  );
  return { inputs: divided.metafile.inputs, chunks };
}

const toExport = (shared, name) => `shared${shared.indexOf(name)}`;

/** esbuild plugin that takes the chunks of the start from its bundle. */
function takesFromStart(shared) {
  return {
    name: "takes-from-start",
    setup(build) {
      build.onResolve({ filter: /^\.\/start\.cjs$/, namespace: "of-start" }, ({ path }) => ({ path, external: true }));
      build.onLoad({ filter: /./, namespace: "of-start" }, ({ path }) => ({
        contents: `module.exports = require("./start.cjs").${toExport(shared, path)};`,
      }));
    },
  };
}

/** Returns an entry like those of esbuild's metafile for a bundle of several chunks. */
function describeBundle(parts, text, { chunks, inStart }) {
  const own = parts.map((name) => chunks.get(name));
  const toImport = ({ path, kind }) => ({
    path: `./${inStart.has(path) ? "start" : chunks.get(path).bundle}.cjs`,
    kind,
    external: true,
  });
  return {
    bytes: Buffer.byteLength(text),
    inputs: Object.assign({}, ...own.map(({ inputs }) => inputs)),
    imports: own.flatMap(({ imports }) =>
      imports.filter(({ path }) => chunks.has(path) && !parts.includes(path)).map(toImport),
    ),
  };
}
