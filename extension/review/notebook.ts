import { arrayAt, stringAt } from "../base/read.ts";

/** What a call means to do to one cell of a notebook. */
export interface NotebookEdit {
  readonly path: string;
  /** Names the cell that is replaced or deleted, or that a new one follows: by its id, or as `cell-3` by its place from 0. */
  readonly cell: string | undefined;
  readonly source: string;
  readonly cellType: string | undefined;
  readonly mode: "replace" | "insert" | "delete";
}

interface Cell {
  readonly id: string | undefined;
  readonly type: string;
  readonly source: string;
}

/** A notebook before and after an edit, as text with a line at the head of each cell; undefined where that cannot be told. */
export function notebookTexts(json: string, edit: NotebookEdit): { readonly before: string; readonly after: string } | undefined {
  const cells = cellsOf(json);
  const after = cells && editedCells(cells, edit);
  return cells && after && { before: textOf(cells), after: textOf(after) };
}

function editedCells(cells: readonly Cell[], { cell, source, cellType, mode }: NotebookEdit): readonly Cell[] | undefined {
  const at = cell === undefined ? -1 : placeOf(cells, cell);
  if (mode === "insert") {
    if (cell !== undefined && at === -1) return undefined;
    return [...cells.slice(0, at + 1), { id: undefined, type: cellType ?? "code", source }, ...cells.slice(at + 1)];
  }
  // Without a cell the first one is meant (2.1.329).
  const place = cell === undefined ? 0 : at;
  const found = cells[place];
  if (!found) return undefined;
  const changed = mode === "delete" ? [] : [{ ...found, type: cellType ?? found.type, source }];
  return [...cells.slice(0, place), ...changed, ...cells.slice(place + 1)];
}

function placeOf(cells: readonly Cell[], name: string): number {
  const byId = cells.findIndex((cell) => cell.id === name);
  const [, index] = /^(?:cell-)?(\d+)$/.exec(name) ?? [];
  return byId !== -1 || index === undefined || Number(index) >= cells.length ? byId : Number(index);
}

function textOf(cells: readonly Cell[]): string {
  return cells.map(({ type, source }) => `%% ${type}\n${source}${source.endsWith("\n") ? "" : "\n"}`).join("\n");
}

function cellsOf(json: string): readonly Cell[] | undefined {
  try {
    const cells = arrayAt(JSON.parse(json), "cells");
    return cells?.map((cell) => {
      const lines = arrayAt(cell, "source");
      const source = lines ? lines.filter((line) => typeof line === "string").join("") : (stringAt(cell, "source") ?? "");
      return { id: stringAt(cell, "id"), type: stringAt(cell, "cell_type") ?? "raw", source };
    });
  } catch {
    return undefined;
  }
}
