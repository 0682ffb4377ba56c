import { expect, it } from "vitest";
import { notebookTexts } from "../../../extension/review/notebook.ts";

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
  expect(notebookTexts(notebook, { ...edit, ...set })).toEqual({ before, after });
});

it.each([
  [notebook, { cell: "gone" }],
  [notebook, { cell: "cell-9" }],
  [notebook, { cell: "gone", mode: "insert" as const }],
  ["{", { cell: "a1" }],
  ["{}", { cell: "a1" }],
])("tells nothing of what cannot be: %s %j", (json, set) => {
  expect(notebookTexts(json, { ...edit, ...set })).toBeUndefined();
});
