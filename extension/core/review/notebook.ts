import { escapeLine } from "../../shared/base/invisible.ts";
import { parseJson, readArray, readString } from "../../shared/base/read.ts";
import { computeChange, type FileChange } from "./changeSet.ts";

/** The intended edit of one cell of a notebook. */
export interface NotebookEdit {
  readonly path: string;
  /**
   * The cell that is replaced or deleted, or after which a new one is inserted: its id, or `cell-3` for its position
   * from 0.
   */
  readonly cell: string | undefined;
  readonly source: string;
  readonly cellType: string | undefined;
  readonly mode: "replace" | "insert" | "delete";
}

/** The change of a notebook as text, with a line at the head of each cell. */
export interface NotebookChange extends FileChange {
  /**
   * The file itself, for an editor that can show notebooks; `after` is similar to the file that `claude` writes, but
   * not the same bytes.
   */
  readonly file: { readonly before: string; readonly after: string };
}

type Cell = Readonly<Record<string, unknown>>;

/** Computes the change that an edit makes to a notebook; undefined where that cannot be determined. */
export function computeNotebookChange(json: string, edit: NotebookEdit): NotebookChange | undefined {
  const notebook = parseJson(json);
  const cells = readArray(notebook, "cells")?.map((cell): Cell => (typeof cell === "object" ? { ...cell } : {}));
  const after = cells && editCells(cells, edit);
  if (!after) return undefined;
  const written = serializeNotebook({ ...(notebook as object), cells: after });
  if (written === undefined) return undefined;
  return { ...computeChange(edit.path, getText(cells), getText(after)), file: { before: json, after: written } };
}

function editCells(
  cells: readonly Cell[],
  { cell, source, cellType, mode }: NotebookEdit,
): readonly Cell[] | undefined {
  const at = cell === undefined ? -1 : getPlace(cells, cell);
  if (mode === "insert") {
    if (cell !== undefined && at === -1) return undefined;
    return [
      ...cells.slice(0, at + 1),
      withSource({ metadata: {} }, cellType ?? "code", source),
      ...cells.slice(at + 1),
    ];
  }
  // Without a cell, the first one is edited (2.1.329).
  const place = cell === undefined ? 0 : at;
  const found = cells[place];
  if (!found) return undefined;
  const changed = mode === "delete" ? [] : [withSource(found, cellType ?? getType(found), source)];
  return [...cells.slice(0, place), ...changed, ...cells.slice(place + 1)];
}

function withSource({ outputs: _, execution_count: __, ...cell }: Cell, type: string, source: string): Cell {
  return { ...cell, cell_type: type, source, ...(type === "code" ? { outputs: [], execution_count: null } : {}) };
}

function getPlace(cells: readonly Cell[], name: string): number {
  const byId = cells.findIndex((cell) => readString(cell, "id") === name);
  const [, index] = /^(?:cell-)?(\d+)$/.exec(name) ?? [];
  return byId !== -1 || index === undefined || Number(index) >= cells.length ? byId : Number(index);
}

function getText(cells: readonly Cell[]): string {
  return cells.map((cell) => `%% ${escapeLine(getType(cell))}\n${withEnd(getSource(cell))}`).join("\n");
}

function getType(cell: Cell): string {
  return readString(cell, "cell_type") ?? "raw";
}

/** Returns undefined for a notebook that is nested too deeply to be serialized, although it could be parsed. */
function serializeNotebook(notebook: object): string | undefined {
  try {
    return JSON.stringify(notebook);
  } catch {
    return undefined;
  }
}

function getSource(cell: Cell): string {
  const lines = readArray(cell, "source");
  return lines ? lines.filter((line) => typeof line === "string").join("") : (readString(cell, "source") ?? "");
}

function withEnd(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
