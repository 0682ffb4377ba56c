// Writes the table of the names of characters, such as `amp`, in a third less space than an object with an escape for
// each.
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Returns the text of a module that exports `characterEntities` with these names and texts. The text has a group for
 * each character, in the order of code points: the distance from the last one in base 36, which 1 leaves out; "+" and a
 * second code point, if the text has two; the names.
 */
export function writeEntities(entities) {
  const groups = new Map();
  for (const [name, text] of Object.entries(entities)) {
    const points = [...text].map((character) => character.codePointAt(0));
    if (points.length > 2 || !/^\w+$/.test(name)) throw new Error(`The entity ${name} has no compact form.`);
    const group = groups.get(text) ?? { points, names: [] };
    group.names.push(name);
    groups.set(text, group);
  }
  const sorted = [...groups.values()].sort(
    ({ points: one }, { points: other }) => one[0] - other[0] || (one[1] ?? 0) - (other[1] ?? 0),
  );
  const parts = sorted.map(({ points: [point, second], names }, index) => {
    const distance = point - (sorted[index - 1]?.points[0] ?? 0);
    return [
      (distance === 1 ? "" : distance.toString(36)) + (second === undefined ? "" : `+${second.toString(36)}`),
      ...names.sort(),
    ].join(" ");
  });
  return `export const characterEntities = {};
let point = 0;
for (const group of "${parts.join(",")}".split(",")) {
  const [place, ...names] = group.split(" ");
  const [distance, second] = place.split("+");
  point += distance === "" ? 1 : parseInt(distance, 36);
  const text = String.fromCodePoint(point) + (second ? String.fromCodePoint(parseInt(second, 36)) : "");
  for (const name of names) characterEntities[name] = text;
}
`;
}

/** esbuild plugin: replaces the table of the package `character-entities` by its compact form. */
export function compactEntities() {
  return {
    name: "compact-entities",
    setup(build) {
      build.onLoad({ filter: /[\\/]node_modules[\\/]character-entities[\\/]index\.js$/ }, async ({ path }) => {
        const { characterEntities } = await import(pathToFileURL(path).href);
        return { contents: writeEntities(characterEntities), loader: "js", resolveDir: dirname(path) };
      });
    },
  };
}
