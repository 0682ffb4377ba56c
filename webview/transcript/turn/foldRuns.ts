import type { Item, ToolItem } from "../../../extension/shared/contract/items.ts";
import { toolKinds } from "../../../extension/shared/contract/tools.ts";

/** Consecutive calls that share a row: read-only ones, or changes of the task list. */
export interface RunRow {
  readonly kind: "run";
  readonly id: string;
  readonly items: readonly ToolItem[];
}

export type TranscriptRow = Item | RunRow;

/** Minimum length of a run; fewer calls take no more space than the line that would replace them. */
const shortestRun = 3;

/**
 * Groups the items of a thread into rows: successful read-only calls in succession share one row, and so do changes of
 * the task list. A run that grows at its end keeps its id. Hidden thinking has no row and does not end a run.
 */
export function foldRuns(items: readonly Item[], isThinkingHidden: boolean): readonly TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  let run: ToolItem[] = [];
  const end = (): void => {
    const [first] = run;
    if (first && isFolded(run)) rows.push({ kind: "run", id: runId(first), items: run });
    else rows.push(...run);
    run = [];
  };
  for (const item of items) {
    if (isThinkingHidden && item.kind === "thinking") continue;
    if (isQuiet(item)) {
      if (run[0] && (run[0].toolKind === "tasks") !== (item.toolKind === "tasks")) end();
      run.push(item);
      continue;
    }
    end();
    rows.push(item);
  }
  end();
  return rows;
}

/** Returns the index of the row that contains an item, alone or in a run; -1 if there is none. */
export function findRowIndex(rows: readonly TranscriptRow[], id: string): number {
  return rows.findIndex((row) => row.id === id || (row.kind === "run" && row.items.some((item) => item.id === id)));
}

/** Returns the first item of a row. */
export function getFirstItem(row: TranscriptRow): Item {
  return row.kind === "run" ? (row.items[0] as ToolItem) : row;
}

function isQuiet(item: Item): item is ToolItem {
  return (
    item.kind === "tool" &&
    item.state === "done" &&
    (item.countsAs !== undefined || toolKinds[item.toolKind].isFolded === true)
  );
}

/**
 * Returns whether calls share one row. The file of a plan is never a row of its own: the card of the plan shows its
 * text.
 */
function isFolded(run: readonly ToolItem[]): boolean {
  if (run.every(({ toolKind }) => toolKind === "tasks")) return run.length > 1;
  return run.length >= shortestRun || run.every(({ countsAs }) => countsAs === "plan");
}

/**
 * Returns the id of a run, named by its first call. Older items that are loaded later can move the start of the run.
 */
export function runId(first: ToolItem): string {
  return `run:${first.id}`;
}
