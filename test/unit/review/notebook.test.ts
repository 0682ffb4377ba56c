import { expect, it } from "vitest";
import { notebookChange } from "../../../extension/review/notebook.ts";

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
  [{ mode: "insert" as const, cellType: "markdown" }, "%% markdown\nprint(2)\n\n%% markdown\n# Title\ntext\n\n%% code\nprint(1)\n"],
  [{ cell: "a1", mode: "delete" as const }, "%% code\nprint(1)\n"],
])("shows what %j does to a cell", (set, after) => {
  const change = notebookChange(notebook, { ...edit, ...set });
  expect(change).toMatchObject({ path: edit.path, before, after, file: { before: notebook } });
  // The file says the same as the text.
  expect(notebookChange(change?.file.after ?? "", { ...edit, cell: undefined, mode: "insert" })?.before).toBe(after);
});

it.each([
  [notebook, { cell: "gone" }],
  [notebook, { cell: "cell-9" }],
  [notebook, { cell: "gone", mode: "insert" as const }],
  ["{", { cell: "a1" }],
  ["{}", { cell: "a1" }],
])("tells nothing of what cannot be: %s %j", (json, set) => {
  expect(notebookChange(json, { ...edit, ...set })).toBeUndefined();
});

it("keeps what the file says beside the cell, and nothing of what the cell had put out", () => {
  const cell = { id: "a1", cell_type: "code", metadata: { tags: ["x"] }, source: ["1"], outputs: [{ output_type: "stream" }], execution_count: 3 };
  const json = JSON.stringify({ cells: [cell], metadata: { kernel: "k" }, nbformat: 4, nbformat_minor: 5 });
  const after = { ...cell, source: "print(2)", outputs: [], execution_count: null };
  expect(JSON.parse(notebookChange(json, edit)?.file.after ?? "")).toEqual({ cells: [after], metadata: { kernel: "k" }, nbformat: 4, nbformat_minor: 5 });
});
