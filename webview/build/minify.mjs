// Minifies the bundles once more, with a minifier that looks into objects.
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { minify } from "@swc/core";

/**
 * Returns a bundle without code that is never reached. `isModule` is false for CommonJS, whose top level is a function
 * of its own.
 */
export async function minifyBundle(text, isModule) {
  const { code } = await minify(text, {
    module: isModule,
    // The number of a function's parameters is part of what it tells its callers.
    compress: { passes: 3, ecma: 2022, keep_fargs: true, toplevel: true },
    mangle: { toplevel: true },
    // V8 keeps ASCII in half of the memory.
    format: { comments: false, ascii_only: true },
    ecma: 2022,
  });
  return code;
}

/**
 * esbuild plugin for written bundles. esbuild keeps every property of an object of which code uses one, such as all
 * texts of a part of the page. It must be the last plugin, since it changes the form of imports.
 */
export function minifiedAgain() {
  return {
    name: "minified-again",
    setup(build) {
      const { absWorkingDir = ".", format, write } = build.initialOptions;
      build.onEnd(async ({ metafile, errors }) => {
        if (errors.length > 0 || write === false) return;
        const scripts = Object.keys(metafile.outputs).filter((output) => /\.c?js$/.test(output));
        await Promise.all(
          scripts.map(async (output) => {
            const file = resolve(absWorkingDir, output);
            await writeFile(file, await minifyBundle(await readFile(file, "utf8"), format === "esm"));
          }),
        );
      });
    },
  };
}
