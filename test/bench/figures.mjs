// The table of figures in README.md, into which `npm run bench -- --write` puts those that it measured.

const columns = ["bench", "what", "measured", "target", "commit", "machine"];
const divider = /^\| ?-+ ?\|/;

/** Returns the cells of a line of a table. */
const getCells = (line) =>
  line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());

/** A cell in which "|" would end it. */
const toCell = (text) => text.replaceAll("|", "∣").replaceAll("\n", " ");

/**
 * Returns the text of the README with the rows of the benches that ran in place of their earlier rows. A bench that had
 * none comes at the end; one that returned none keeps those it has. Throws if the text has no such table.
 * @param {string} text
 * @param {ReadonlyMap<string, readonly { what: string, measured: string, target: string, isMet?: boolean }[]>} measured
 *   rows by bench
 * @param {{ commit: string, machine: string }} origin
 */
export function writeFigures(text, measured, { commit, machine }) {
  const lines = text.split("\n");
  const head = lines.findIndex((line, index) => line.startsWith("| bench |") && divider.test(lines[index + 1] ?? ""));
  if (head < 0) throw new Error(`README.md has no table with the columns ${columns.join(", ")}.`);
  const first = head + 2;
  const length = lines.slice(first).findIndex((line) => !line.startsWith("|"));
  const old = lines.slice(first, length < 0 ? undefined : first + length);
  const toLines = (bench) =>
    measured.get(bench).map(({ what, measured: value, target, isMet }) => {
      const missed = isMet === false ? ", missed" : "";
      return `| ${[bench, what, value, `${target}${missed}`, commit, machine].map(toCell).join(" | ")} |`;
    });
  const written = new Set();
  const kept = old.flatMap((line) => {
    const [bench] = getCells(line);
    if (!measured.get(bench)?.length) return [line];
    if (written.has(bench)) return [];
    written.add(bench);
    return toLines(bench);
  });
  const added = [...measured.keys()].filter((bench) => !written.has(bench)).flatMap(toLines);
  return [...lines.slice(0, first), ...kept, ...added, ...lines.slice(first + old.length)].join("\n");
}
