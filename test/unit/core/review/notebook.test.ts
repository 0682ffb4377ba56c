import fc from "fast-check";
import { expect, it } from "vitest";
import { computeNotebookChange } from "../../../../extension/core/review/notebook.ts";
import { hostileTexts, oddValues } from "../../../fuzz/hostileTexts.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";

const notebook = JSON.stringify({
  cells: [
    { id: "a1", cell_type: "markdown", source: ["# Title\n", "text"] },
    { id: "b2", cell_type: "code", source: "print(1)" },
  ],
});
const edit = { path: "/w/n.ipynb", cell: undefined, source: "print(2)", cellType: undefined, mode: "replace" } as const;
const before = "%% markdown\n# Title\ntext\n\n%% code\nprint(1)\n";

it.each([
  [{ cell: "b2" }, "%% markdown\n# Title\ntext\n\n%% code\nprint(2)\n"],
  [{ cell: "cell-1" }, "%% markdown\n# Title\ntext\n\n%% code\nprint(2)\n"],
  [{ cell: "b2", cellType: "markdown" }, "%% markdown\n# Title\ntext\n\n%% markdown\nprint(2)\n"],
  [{ cell: "a1", mode: "insert" as const }, "%% markdown\n# Title\ntext\n\n%% code\nprint(2)\n\n%% code\nprint(1)\n"],
  [
    { mode: "insert" as const, cellType: "markdown" },
    "%% markdown\nprint(2)\n\n%% markdown\n# Title\ntext\n\n%% code\nprint(1)\n",
  ],
  [{ cell: "a1", mode: "delete" as const }, "%% code\nprint(1)\n"],
])("shows what %j does to a cell", (set, after) => {
  const change = computeNotebookChange(notebook, { ...edit, ...set });
  expect(change).toMatchObject({ path: edit.path, before, after, file: { before: notebook } });
  // The file says the same as the text.
  expect(computeNotebookChange(change?.file.after ?? "", { ...edit, cell: undefined, mode: "insert" })?.before).toBe(
    after,
  );
});

it.each([
  [notebook, { cell: "gone" }],
  [notebook, { cell: "cell-9" }],
  [notebook, { cell: "gone", mode: "insert" as const }],
  ["{", { cell: "a1" }],
  ["{}", { cell: "a1" }],
])("returns no change for an edit that is impossible: %s %j", (json, set) => {
  expect(computeNotebookChange(json, { ...edit, ...set })).toBeUndefined();
});

it("keeps everything beside the cell, and none of the cell's earlier outputs", () => {
  const cell = {
    id: "a1",
    cell_type: "code",
    metadata: { tags: ["x"] },
    source: ["1"],
    outputs: [{ output_type: "stream" }],
    execution_count: 3,
  };
  const json = JSON.stringify({ cells: [cell], metadata: { kernel: "k" }, nbformat: 4, nbformat_minor: 5 });
  const after = { ...cell, source: "print(2)", outputs: [], execution_count: null };
  expect(JSON.parse(computeNotebookChange(json, edit)?.file.after ?? "")).toEqual({
    cells: [after],
    metadata: { kernel: "k" },
    nbformat: 4,
    nbformat_minor: 5,
  });
});

const odd = fc.oneof(fc.constantFrom(...oddValues), fc.constantFrom(...hostileTexts));
const cell = fc.oneof(
  odd,
  fc.dictionary(
    fc.oneof(
      fc.constantFrom("id", "cell_type", "source", "metadata", "outputs", "__proto__", "constructor"),
      fc.constantFrom(...hostileTexts),
    ),
    odd,
  ),
  fc.record({
    id: fc.constantFrom("a", "a", "__proto__"),
    cell_type: fc.oneof(odd, fc.constant("raw\n%% code\n")),
    source: fc.oneof(odd, fc.array(odd)),
  }),
);
const named = fc.oneof(
  fc.constantFrom(
    "a",
    "cell-0",
    "cell-00",
    "cell--1",
    "cell-1e9",
    "cell-99999999999999999999",
    "NaN",
    "1.5",
    "-0",
    "Infinity",
  ),
  fc.constantFrom(...hostileTexts),
);

it("describes the change of any notebook, or says that it can't", () => {
  fc.assert(
    fc.property(
      fc.oneof({ weight: 5, arbitrary: fc.array(cell, { maxLength: 5 }) }, odd),
      fc.option(named, { nil: undefined }),
      fc.option(fc.constantFrom("code\n%% markdown", ...hostileTexts), { nil: undefined }),
      fc.constantFrom("replace" as const, "insert" as const, "delete" as const),
      (cells, name, cellType, mode) => {
        const change = computeNotebookChange(JSON.stringify({ cells }), { ...edit, cell: name, cellType, mode });
        if (!change) return;
        expect(Array.isArray(cells)).toBe(true);
        const heads = (text: string | undefined) =>
          (text ?? "").split("\n").filter((line) => line.startsWith("%% ")).length;
        const count = (cells as readonly unknown[]).length;
        const more = { replace: 0, insert: 1, delete: -1 }[mode];
        expect([heads(change.before), heads(change.after)]).toEqual([count, count + more]);
        const after = JSON.parse(change.file.after).cells as readonly unknown[];
        expect(after).toHaveLength(count + more);
        const before = JSON.parse(change.file.before).cells as readonly unknown[];
        const isObject = (value: unknown): boolean =>
          typeof value === "object" && value !== null && !Array.isArray(value);
        const same = before.filter(
          (each) => isObject(each) && after.some((other) => JSON.stringify(other) === JSON.stringify(each)),
        );
        expect(same.length).toBeGreaterThanOrEqual(before.filter(isObject).length - 1);
      },
    ),
    { numRuns: fuzzRuns(300) },
  );
});

it("computes a change among many cells, and none in a notebook nested too deeply", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  expect(
    computeNotebookChange(`{"cells":[{"cell_type":"code","source":"a"}],"metadata":${deep}}`, edit),
  ).toBeUndefined();
  const cells = Array.from({ length: 20_000 }, (_, index) => ({
    id: "same",
    cell_type: "code",
    source: `x = ${index}`,
  }));
  const change = computeNotebookChange(JSON.stringify({ cells }), { ...edit, cell: "same" });
  expect([change?.added, change?.removed]).toEqual([1, 1]);
});
