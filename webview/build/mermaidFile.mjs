// Builds mermaid as a file beside the page's bundle, once for each version.
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const project = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const name = "mermaid.js";

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

/** Returns the bundled library and esbuild's list of what is in it, from the cache if it was built before with the same packages. */
export async function readMermaid() {
  const lock = await readFile(join(project, "package-lock.json"));
  const key = createHash("sha256")
    .update(JSON.stringify({ ...options, stdin: options.stdin.contents }))
    .update(lock)
    .digest("hex");
  const cache = join(project, "node_modules", ".cache", "tandem");
  const folder = join(cache, `mermaid-${key.slice(0, 16)}`);
  const read = async () => ({ contents: await readFile(join(folder, name)), metafile: JSON.parse(await readFile(join(folder, "metafile.json"), "utf8")) });
  return read().catch(async (error) => {
    if (error.code !== "ENOENT") throw error;
    await mkdir(cache, { recursive: true });
    await build(await mkdtemp(join(cache, "building-")), folder);
    return read();
  });
}

/** Builds in a temporary folder that becomes `folder` in one step, since another build may do the same at the same time. */
async function build(temporary, folder) {
  const { outputFiles, metafile } = await esbuild.build({ ...options, absWorkingDir: project, write: false, metafile: true, logLevel: "warning" });
  await writeFile(join(temporary, name), outputFiles[0].contents);
  await writeFile(join(temporary, "metafile.json"), JSON.stringify(metafile));
  await rename(temporary, folder).catch(async (error) => {
    await rm(temporary, { recursive: true });
    if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) throw error;
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
        const { contents } = await readMermaid();
        const { absWorkingDir = ".", outdir, write } = build.initialOptions;
        const path = resolve(absWorkingDir, outdir, name);
        if (write === false) outputFiles.push({ path, contents });
        else await writeFile(path, contents);
      });
    },
  };
}
