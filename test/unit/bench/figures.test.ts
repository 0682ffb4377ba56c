import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { writeFigures } from "../../bench/figures.mjs";

const table = (...rows: readonly string[]): string =>
  [
    "# Speed",
    "",
    "| bench | what | measured | target | commit | machine |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    "After it.",
  ].join("\n");
const now = { commit: "0abc1234", machine: "2 cores" };

describe("writing figures", () => {
  it("replaces the rows of the benches that ran, and leaves the others and the text", () => {
    const before = table(
      "| turn | of 200 | 9 ms |  | aaa | old |",
      "| turn | of 300 | 9 ms |  | aaa | old |",
      "| open | ready | 1× |  | aaa | old |",
    );
    const rows = [
      { what: "of 200", measured: "5 ms", target: "≤ 6 ms", isMet: true },
      { what: "of 400", measured: "8 ms", target: "≤ 7 ms", isMet: false },
    ];
    expect(writeFigures(before, new Map([["turn", rows]]), now)).toBe(
      table(
        "| turn | of 200 | 5 ms | ≤ 6 ms | 0abc1234 | 2 cores |",
        "| turn | of 400 | 8 ms | ≤ 7 ms, missed | 0abc1234 | 2 cores |",
        "| open | ready | 1× |  | aaa | old |",
      ),
    );
  });

  it("adds a bench that has no row yet", () => {
    const before = table("| open | ready | 1× |  | aaa | old |");
    expect(writeFigures(before, new Map([["turn", [{ what: "a|b", measured: "5 ms", target: "" }]]]), now)).toBe(
      table("| open | ready | 1× |  | aaa | old |", "| turn | a∣b | 5 ms |  | 0abc1234 | 2 cores |"),
    );
  });

  it("keeps the rows of a bench that returned none", () => {
    const before = table("| turn | of 200 | 9 ms |  | aaa | old |", "| open | ready | 1× |  | aaa | old |");
    expect(writeFigures(before, new Map([["turn", []]]), now)).toBe(before);
  });

  it("fails where there is no table", () => {
    expect(() => writeFigures("# Speed\n", new Map(), now)).toThrow("no table");
  });
});

it("finds one row for each figure of an existing bench in the README's table", () => {
  const folder = new URL("../../bench/", import.meta.url);
  const text = fs.readFileSync(new URL("README.md", folder), "utf8");
  expect(writeFigures(text, new Map(), now)).toBe(text);
  const rows = [...text.matchAll(/^\| (\w+) \| (.+?) \| .+? \| .*? \| [0-9a-f]{8}\+? \| .+? \|$/gm)].map(
    ([, bench = "", what = ""]) => ({ bench, what }),
  );
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter(({ bench }) => !fs.existsSync(new URL(`${bench}.ts`, folder)))).toEqual([]);
  expect(new Set(rows.map(({ bench, what }) => `${bench} ${what}`)).size).toBe(rows.length);
});
