import type { Item, ToolItem } from "../../extension/contract/items.ts";
import type { ToolKind } from "../../extension/contract/tools.ts";

/** Calls that only looked at something, one after the other: they share a row. */
export interface RunRow {
  readonly kind: "run";
  readonly id: string;
  readonly items: readonly ToolItem[];
}

export type TranscriptRow = Item | RunRow;

/** Fewer are no longer than the line that they would be folded into. */
const shortestRun = 3;
const quietKinds: ReadonlySet<ToolKind> = new Set(["read", "search", "list"]);

/**
 * The rows of a thread: runs of calls that only looked and went well are one row each. A run that grows at its end keeps its id.
 * Thinking that is hidden has no row, and parts no run.
 */
export function foldRuns(items: readonly Item[], isThinkingHidden: boolean): readonly TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  let run: ToolItem[] = [];
  const end = (): void => {
    const [first] = run;
    if (first && run.length >= shortestRun) rows.push({ kind: "run", id: runId(first), items: run });
    else rows.push(...run);
    run = [];
  };
  for (const item of items) {
    if (isThinkingHidden && item.kind === "thinking") continue;
    if (isQuiet(item)) {
      run.push(item);
      continue;
    }
    end();
    rows.push(item);
  }
  end();
  return rows;
}

/** Where an item stands: in a row of its own, or in a run; -1 when it is not there. */
export function findRowIndex(rows: readonly TranscriptRow[], id: string): number {
  return rows.findIndex((row) => row.id === id || (row.kind === "run" && row.items.some((item) => item.id === id)));
}

/** The first item of a row. */
export function getFirstItem(row: TranscriptRow): Item {
  return row.kind === "run" ? (row.items[0] as ToolItem) : row;
}

function isQuiet(item: Item): item is ToolItem {
  return item.kind === "tool" && item.state === "done" && (item.countsAs !== undefined || quietKinds.has(item.toolKind));
}

/** Names a run by its first call: what is read before it later may make it begin earlier. */
export function runId(first: ToolItem): string {
  return `run:${first.id}`;
}
