import fs from "node:fs";
import { expect, it } from "vitest";

const test = new URL("../", import.meta.url);

const fixtures = fs.readdirSync(new URL("fixtures/", test)).filter((file) => file.endsWith(".ndjson"));

/** Names of the last column of a file's tables, such as "unit/protocol/connection" or "fixtures/*.ndjson"; not of a table of reasons. */
function citedIn(file: string): string[] {
  const rows = fs
    .readFileSync(new URL(file, test), "utf8")
    .replace(/^\|[^\n]*\| reason \|\n(?:\|[^\n]*\n?)*/gm, "")
    .split("\n")
    .filter((line, index, lines) => line.startsWith("| ") && !line.includes("---") && !lines[index + 1]?.startsWith("|--"));
  return rows.flatMap((row) => (row.split("|").at(-2) ?? "").trim().split(/[,;]\s*/));
}

it.each(["../extension/protocol/README.md", "fuzz/README.md"])("finds every test and recording that %s names", (file) => {
  const cited = citedIn(file);
  expect(cited.length).toBeGreaterThan(20);
  const exists = (name: string): boolean => {
    if (name.startsWith("bench: ")) return fs.existsSync(new URL(`bench/${name.slice(7)}.ts`, test));
    if (name === "–") return true;
    if (name.startsWith("fixtures/")) return fixtures.some((file) => file.startsWith(name.slice(9).split("*")[0] ?? ""));
    return fs.existsSync(new URL(`${name}.test.ts`, test));
  };
  expect([...new Set(cited)].filter((name) => !exists(name))).toEqual([]);
});
