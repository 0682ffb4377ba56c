// Removes from the page's entries the import of a file of helpers that only what is loaded on demand uses.
import { readFile, writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";

/**
 * Returns the text without its bare imports of the files with these names. Throws when a file is not imported exactly
 * once or the text uses something of it, since the page would wait for that file, or lack it.
 */
export function withoutBareImports(text, names) {
  return names.reduce((left, name) => {
    const [before, after, ...more] = left.split(new RegExp(`import ?"\\./${name.replaceAll(".", "\\.")}";`));
    if (after === undefined || more.length > 0)
      throw new Error(
        `The import of ${name} was found ${more.length + (after === undefined ? 0 : 1)} times, not once.`,
      );
    const without = before + after;
    if (new RegExp(`from ?"\\./${name.replaceAll(".", "\\.")}"`).test(without))
      throw new Error(`${name} is imported for its names too.`);
    return without;
  }, text);
}

/**
 * esbuild plugin: takes those imports out of the entries. esbuild leaves them there to keep an order on which nothing
 * depends, and the page would wait for one more file.
 */
export function withoutHelperImport() {
  return {
    name: "without-helper-import",
    setup(build) {
      build.onEnd(async ({ metafile, errors }) => {
        if (errors.length > 0 || build.initialOptions.write === false) return;
        const isHelper = (path) => Object.keys(metafile.outputs[path]?.inputs ?? { none: true }).length === 0;
        // esbuild treats files that are loaded on demand as entries too; those use the helpers.
        const own = Object.values(build.initialOptions.entryPoints);
        for (const [output, { entryPoint, imports }] of Object.entries(metafile.outputs)) {
          if (!own.includes(entryPoint)) continue;
          const names = imports
            .filter(({ path, kind }) => kind === "import-statement" && isHelper(path))
            .map(({ path }) => basename(path));
          if (names.length === 0) continue;
          const file = resolve(build.initialOptions.absWorkingDir ?? ".", output);
          await writeFile(file, withoutBareImports(await readFile(file, "utf8"), names));
        }
      });
    },
  };
}
