import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { findDefinedTests, findTest } from "./definedTests.ts";

const test = new URL("../", import.meta.url);

const fixtures = fs.readdirSync(new URL("fixtures/", test)).filter((file) => file.endsWith(".ndjson"));

/**
 * Names of the last column of a file's tables, such as "unit/core/protocol/connection/connection" or
 * "fixtures/*.ndjson".
 */
function citedIn(file: string): string[] {
  const rows = fs
    .readFileSync(new URL(file, test), "utf8")
    // The last column of that table has reasons.
    .replace(/^## Fields that are not shown$[\s\S]*/m, "")
    .split("\n")
    .filter(
      (line, index, lines) => line.startsWith("| ") && !line.includes("---") && !lines[index + 1]?.startsWith("|--"),
    );
  return rows.flatMap((row) => (row.split("|").at(-2) ?? "").trim().split(/[,;]\s*/));
}

it.each(["../extension/core/protocol/README.md", "fuzz/README.md"])(
  "finds every test and recording that %s names",
  (file) => {
    const cited = citedIn(file);
    expect(cited.length).toBeGreaterThan(20);
    const exists = (name: string): boolean => {
      if (name.startsWith("bench: ")) return fs.existsSync(new URL(`bench/${name.slice(7)}.ts`, test));
      if (name === "–") return true;
      if (name.startsWith("fixtures/"))
        return fixtures.some((file) => file.startsWith(name.slice(9).split("*")[0] ?? ""));
      return fs.existsSync(new URL(`${name}.test.ts`, test));
    };
    expect([...new Set(cited)].filter((name) => !exists(name))).toEqual([]);
  },
);

describe("the tests that a file defines", () => {
  const titlesOf = (text: string): readonly string[] => findDefinedTests(text).map(({ title }) => title);

  it("are those of it, test and describe, with what follows these names", () => {
    const text = `describe("a", () => { it("b", () => {}); });
      test("c", () => {});
      it.runIf(isLinux).each([["d1"], ["d2"]])("d %s", () => {});
      describe.each(["e1"])("e %s", () => {});
      it.skipIf(isOld)("f", { tags: "thorough" }, () => {});`;
    expect(titlesOf(text)).toEqual(["a", "b", "c", "d %s", "d1", "d2", "e %s", "e1", "f"]);
    const found = findDefinedTests(text);
    expect(found.filter(({ isThorough }) => isThorough).map(({ title }) => title)).toEqual(["f"]);
    expect(found.filter(({ isOfRow }) => isOfRow).map(({ title }) => title)).toEqual(["d1", "d2", "e1"]);
  });

  it("are no other calls with a text and a function", () => {
    expect(
      titlesOf('here.world.scripts.set("make it", () => []); process.on("exit", end); split("it", test);'),
    ).toEqual([]);
  });

  it("are none that no run runs", () => {
    const text = `it.skip("a", () => {}); test.todo("b", later); it.skip.each(["c1"])("c %s", () => {});
      describe.skip("d", () => { it("in d", () => {}); });`;
    expect(titlesOf(text)).toEqual([]);
  });
});

describe("seeds.md", () => {
  const lines = fs.readFileSync(new URL("seeds.md", test), "utf8").split("\n");
  const rows = lines.flatMap((line) => {
    const [, id = "", name = "", shown = ""] = /^\| (S\d-\d\d) \| (.+) \| (.+) \|$/.exec(line) ?? [];
    return id === "" ? [] : [{ id, name, shown }];
  });

  it("has every row of the seed documents once, with its name", () => {
    const ranges = { S0: [1, 51], S1: [1, 34], S2: [1, 40], S3: [1, 23], S4: [1, 20] } as const;
    const ids = Object.entries(ranges).flatMap(([seed, [first, last]]) =>
      Array.from({ length: last - first + 1 }, (_, index) => `${seed}-${String(first + index).padStart(2, "0")}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(rows.filter(({ name }) => name.length < 10)).toEqual([]);
  });

  it("names existing tests in each row, only thorough ones in at most one row", () => {
    const missing: string[] = [];
    const onlyThorough = rows.flatMap(({ id, shown }) => {
      const cited = [...shown.matchAll(/`([^`]+)`/g)].map(([, reference = ""]) => reference);
      const found = cited.map(findTest);
      if (cited.length === 0) missing.push(`${id}: nothing`);
      missing.push(...cited.filter((_, index) => found[index] === undefined).map((reference) => `${id}: ${reference}`));
      return found.every((each) => each?.isThorough) ? [id] : [];
    });
    console.log(
      `Rows of test/seeds.md that only tests outside \`npm test\` show: ${onlyThorough.length} of ${rows.length}: ${onlyThorough.join(", ")}`,
    );
    expect(missing).toEqual([]);
    // Another row needs a quick test, not a higher number.
    expect(onlyThorough.length).toBeLessThanOrEqual(1);
  });
});

describe("the tour of the README", () => {
  const read = (file: string): string => fs.readFileSync(new URL(file, test), "utf8");
  const [, tour = ""] = /^## Tour\n([\s\S]*?)^## /m.exec(read("../README.md")) ?? [];
  const sections = [...tour.matchAll(/^### (.+)$/gm)].map(([, name = ""]) => name);
  const [, table = ""] = /^## The tour of the README\n([\s\S]*?)^## /m.exec(read("README.md")) ?? [];
  const rows = [...table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)]
    .slice(2)
    .map(([, section = "", cited = ""]) => ({ section, cited }));

  it("has a row in the README of the tests for each section", () => {
    expect(sections.length).toBeGreaterThan(3);
    expect(rows.map(({ section }) => section)).toEqual(sections);
  });

  it("is shown by scenarios that `npm test` runs with the package", () => {
    const wrong = rows.flatMap(({ section, cited }) => {
      const references = [...cited.matchAll(/`([^`]+)`/g)].map(([, reference = ""]) => reference);
      if (references.length === 0) return [`${section}: nothing`];
      return references.filter(
        (reference) => !reference.startsWith("host/") || findTest(reference)?.isThorough !== false,
      );
    });
    expect(wrong).toEqual([]);
  });
});
