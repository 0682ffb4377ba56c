import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { divideFiles, getBudget, judgeTimes, margin } from "../../budgets/budgets.mjs";

const budget = getBudget("unit", "test/unit/a.test.ts");
const taking = (seconds: number, file = "test/unit/a.test.ts") => ({ project: "unit", file, seconds });

it("lists the ten slowest files, the slowest first, each with its budget", () => {
  const files = Array.from({ length: 12 }, (_, index) => taking(index / 10, `test/unit/f${index}.test.ts`));
  const { lines } = judgeTimes(files, 1);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe(`    1.1 s of ${budget} s  test/unit/f11.test.ts`);
  expect(lines[9]).toContain("f2.test.ts");
});

it.each([
  ["within the margin", budget * margin - 0.1, 1, false],
  ["beyond it", budget * margin + 0.1, 1, true],
  ["beyond it on a machine that takes twice as long", budget * margin + 0.1, 2, false],
  ["beyond it there as well", budget * margin * 2 + 0.1, 2, true],
  ["beyond it on a faster machine than the budgets are for", budget * margin - 0.1, 0.5, false],
])("says of a file %s whether it took too long", (_, seconds, slowness, isTooSlow) => {
  expect(judgeTimes([taking(seconds)], slowness).tooSlow).toEqual(isTooSlow ? ["test/unit/a.test.ts"] : []);
});

describe("the parts of npm run test:all", () => {
  const scenarios = fs.readdirSync(new URL("../../host/", import.meta.url)).filter((name) => name.endsWith(".test.ts"));
  const files = scenarios.map((name) => ({
    file: `test/host/${name}`,
    seconds: getBudget("host", `test/host/${name}`),
  }));
  const names = (parts: readonly (readonly { file: string }[])[]) => parts.map((part) => part.map(({ file }) => file));

  it("have each file of scenarios once, whatever order they are found in", () => {
    const parts = names(divideFiles(files, 3));
    expect(parts.flat().sort()).toEqual(files.map(({ file }) => file).sort());
    expect(names(divideFiles([...files].reverse(), 3))).toEqual(parts);
  });

  it("take about as long as each other, and less than 25 minutes by their budgets", () => {
    const seconds = divideFiles(files, 3).map((part) => part.reduce((sum, file) => sum + file.seconds, 0));
    expect(Math.max(...seconds) - Math.min(...seconds)).toBeLessThanOrEqual(60);
    expect(Math.max(...seconds)).toBeLessThan(25 * 60);
  });
});
