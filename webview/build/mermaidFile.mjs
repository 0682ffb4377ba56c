// Builds mermaid as a file beside the page's bundle, and keeps it for later builds.
import { writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { BuildCache } from "./buildCache.mjs";

const project = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const name = "mermaid.js";
const cache = new BuildCache("mermaid");

/** Without splitting: a diagram needs most of it, and the page would be built in a hundred files. */
const options = {
  stdin: { contents: 'export { default } from "mermaid";', resolveDir: project, sourcefile: "mermaid-entry.js" },
  outfile: name,
  bundle: true,
  minify: true,
  platform: "browser",
  format: "esm",
  target: "es2022",
};

/** Returns the bundled library as text, and esbuild's list of what is in it. */
export function readMermaid() {
  return cache.get(name, [], async () => {
    const { outputFiles, metafile } = await esbuild.build({
      ...options,
      absWorkingDir: project,
      write: false,
      metafile: true,
      logLevel: "warning",
    });
    return { text: outputFiles[0].text, metafile };
  });
}

/** esbuild plugin: what imports mermaid on demand loads the file beside the bundle, which is written with it. */
export function mermaidFile() {
  return {
    name: "mermaid-file",
    setup(build) {
      build.onResolve({ filter: /^mermaid$/ }, ({ kind }) => {
        if (kind !== "dynamic-import") return { errors: [{ text: "mermaid is loaded on demand only: use import()" }] };
        return { path: `./${name}`, external: true };
      });
      build.onEnd(async ({ errors, outputFiles }) => {
        if (errors.length > 0) return;
        const { text } = await readMermaid();
        const { absWorkingDir = ".", outdir, write } = build.initialOptions;
        const path = resolve(absWorkingDir, outdir, name);
        if (write === false) outputFiles.push({ path, contents: Buffer.from(text) });
        else await writeFile(path, text);
      });
    },
  };
}
