import fs from "node:fs";
import { describe, expect, it } from "vitest";

const test = new URL("../", import.meta.url);

const fixtures = fs.readdirSync(new URL("fixtures/", test)).filter((file) => file.endsWith(".ndjson"));

/** Names of the last column of a file's tables, such as "unit/protocol/connection" or "fixtures/*.ndjson". */
function citedIn(file: string): string[] {
  const rows = fs
    .readFileSync(new URL(file, test), "utf8")
    // The last column of that table has reasons.
    .replace(/^## Fields that are not shown$[\s\S]*/m, "")
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

describe("seeds.md", () => {
  const lines = fs.readFileSync(new URL("seeds.md", test), "utf8").split("\n");
  const rows = lines.flatMap((line) => {
    const [, id = "", name = "", shown = ""] = /^\| (S\d-\d\d) \| (.+) \| (.+) \|$/.exec(line) ?? [];
    return id === "" ? [] : [{ id, name, shown }];
  });

  it("has every row of the seed documents once, with its name", () => {
    const ranges = [
      ["S0", 1, 51],
      ["S1", 5, 13],
      ["S1", 19, 24],
      ["S2", 1, 40],
      ["S3", 1, 23],
      ["S4", 1, 20],
    ] as const;
    const ids = ranges.flatMap(([seed, first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => `${seed}-${String(first + index).padStart(2, "0")}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(rows.filter(({ name }) => name.length < 10)).toEqual([]);
  });

  it("names for each row tests that exist, or the step with which it comes", () => {
    const missing = rows.flatMap(({ id, shown }) => {
      const cited = [...shown.matchAll(/`([^`]+)`/g)].map(([, reference = ""]) => reference);
      if (cited.length === 0) return shown === "11" ? [] : [`${id}: nothing`];
      return cited.flatMap((reference) => {
        const [file = "", title = ""] = reference.split(" > ");
        const place = new URL(`${file}.test.ts`, test);
        return title !== "" && fs.existsSync(place) && fs.readFileSync(place, "utf8").includes(title) ? [] : [`${id}: ${reference}`];
      });
    });
    expect(missing).toEqual([]);
  });
});
