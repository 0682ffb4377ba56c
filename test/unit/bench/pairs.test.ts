import { expect, it } from "vitest";
import { compareRuns } from "../../bench/pairs.mjs";

const run = (...rows: readonly (readonly [what: string, measured: string])[]) =>
  rows.map(([what, measured]) => ({ what, measured }));

it("compares the medians of each figure of a row", () => {
  const before = [
    run(["a turn", "2.00× (1,200 / 600 ms)"]),
    run(["a turn", "1.00× (900 / 900 ms)"]),
    run(["a turn", "1.50× (1,000 / 800 ms)"]),
  ];
  const now = [
    run(["a turn", "1.00× (500 / 500 ms)"]),
    run(["a turn", "0.75× (600 / 800 ms)"]),
    run(["a turn", "3.00× (2,000 / 600 ms)"]),
  ];
  expect(compareRuns(before, now)).toEqual([
    { what: "a turn", before: "1.50× (1,000 / 800 ms)", now: "1.00× (600 / 600 ms)", ratio: "0.67× / 0.60× / 0.75×" },
  ]);
});

it("takes the mean of the two figures in the middle", () => {
  const [row] = compareRuns([run(["a", "1 ms"]), run(["a", "3 ms"])], [run(["a", "4.5 ms"]), run(["a", "3.5 ms"])]);
  expect(row).toMatchObject({ before: "2 ms", now: "4.0 ms", ratio: "2.00×" });
});

it("matches rows whose text changed by their order, if both have as many", () => {
  const before = [run(["the old words", "2 ms"], ["b", "1 ms"])];
  expect(compareRuns(before, [run(["the new words", "1 ms"], ["b", "1 ms"])])[0]).toMatchObject({
    before: "2 ms",
    ratio: "0.50×",
  });
  expect(
    compareRuns(before, [run(["the new words", "1 ms"], ["b", "1 ms"], ["c", "1 ms"])]).map(({ what, ratio }) => [
      what,
      ratio,
    ]),
  ).toEqual([
    ["the new words", ""],
    ["b", "1.00×"],
    ["c", ""],
    ["the old words", ""],
  ]);
});

it("compares no figures of rows that have different ones", () => {
  expect(compareRuns([run(["longest task", "under 50 ms"])], [run(["longest task", "1.2× (60 ms)"])])[0]).toMatchObject(
    { ratio: "" },
  );
});
