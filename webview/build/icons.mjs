// Reduces the font of icons and its styles to the icons that the page shows.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BuildCache } from "./buildCache.mjs";

const cache = new BuildCache("icons");

const rule = /^\.codicon-([\w-]+):before \{ content: "\\([0-9a-f]+)" \}\n?/gm;
/** Classes that change an icon or are no class. */
const isModifier = (name) => /^(modifier-|spin$)/.test(name);

/**
 * Returns the style sheet with the icons that the sources name, and the characters of these icons. An icon is named by
 * its class, or by a string that is its name, as in a menu. A class that is put together, such as
 * `codicon-chevron-{side}`, names all that begin so. Throws for a class without an icon.
 */
export function keepUsedIcons(css, sources) {
  const icons = new Map(
    [...css.matchAll(rule)].map(([, name, code]) => [name, String.fromCodePoint(Number.parseInt(code, 16))]),
  );
  const named = new Set();
  for (const source of sources) {
    for (const [, name] of source.matchAll(/\bcodicon-([a-z][\w-]*)/g)) {
      const found = [...icons.keys()].filter((icon) => (name.endsWith("-") ? icon.startsWith(name) : icon === name));
      if (found.length === 0 && !isModifier(name)) throw new Error(`There is no icon ${name}.`);
      for (const icon of found) named.add(icon);
    }
    for (const [, name] of source.matchAll(/["'`]([a-z][a-z0-9-]*)["'`]/g)) named.add(name);
  }
  const isUsed = (name) => named.has(name);
  return {
    css: css.replace(rule, (whole, name) => (isUsed(name) ? whole : "")),
    characters: [...icons].flatMap(([name, character]) => (isUsed(name) ? [character] : [])).join(""),
  };
}

/**
 * esbuild plugin for the styles and the font of `@vscode/codicons`. The icons are those that the files in `folder`
 * name.
 */
export function usedIcons(folder) {
  return {
    name: "used-icons",
    setup(build) {
      const read = async (stylePath) => {
        const names = (await readdir(folder, { recursive: true }))
          .filter((name) => /\.(ts|svelte|css)$/.test(name))
          .sort();
        const watchFiles = names.map((name) => join(folder, name));
        const sources = await Promise.all(watchFiles.map((file) => readFile(file, "utf8")));
        return { ...keepUsedIcons(await readFile(stylePath, "utf8"), sources), watchFiles };
      };
      build.onLoad({ filter: /[\\/]codicon\.css$/ }, async ({ path }) => {
        const { css, watchFiles } = await read(path);
        return { contents: css, loader: "css", resolveDir: dirname(path), watchFiles };
      });
      build.onLoad({ filter: /[\\/]codicon\.ttf$/ }, async ({ path }) => {
        const { characters, watchFiles } = await read(path.replace(/ttf$/, "css"));
        const font = await readFile(path);
        const kept = await cache.get("codicon.ttf", [font, characters], async () => {
          const { default: subsetFont } = await import("subset-font");
          return (await subsetFont(font, characters, { targetFormat: "truetype" })).toString("base64");
        });
        return { contents: Buffer.from(kept, "base64"), loader: "file", watchFiles };
      });
    },
  };
}
