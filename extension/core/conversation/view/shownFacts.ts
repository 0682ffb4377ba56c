import type { Item, ToolItem, TurnItem } from "../../../shared/contract/items.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import { toolKinds } from "../../../shared/contract/tools.ts";

/** The facts in the row of a call that ended. */
export type ShownCall = Pick<ToolItem, "id" | "state" | "elapsedMs" | "decided">;
/** The facts in the row of a turn. */
export type ShownTurn = Pick<TurnItem, "id" | "durationMs" | "waitedMs" | "costUsd">;

/** Facts to save, of the newest calls and turns, oldest first. */
export interface SavedFacts {
  readonly calls: readonly ShownCall[];
  readonly turns: readonly ShownTurn[];
}

const maxCalls = 500;
const maxTurns = 300;

/** Decisions that no transcript has; others have texts that it repeats. */
const unsaid: ReadonlySet<string | undefined> = new Set([
  "allowed",
  "allowedEdited",
  "denied",
  "approved",
  "approvedAcceptingEdits",
  "always",
]);

/**
 * Facts in rows of calls and turns that no transcript has: how long they worked without waiting for the user, what the
 * user decided, and what a turn cost (2.0.77 to 2.1.332). Rows that are read back get it, so that they say the same as
 * before.
 */
export class ShownFacts {
  readonly #calls = new Map<string, ShownCall>();
  readonly #turns = new Map<string, ShownTurn & Pick<TurnItem, "usage">>();
  /** Calls that waited for the user when a process ended. */
  readonly #waited: Set<string>;

  constructor(waited: readonly string[] = []) {
    this.#waited = new Set(waited);
  }

  /** Adds facts that were saved. Those of this window stay. */
  load({ calls, turns }: SavedFacts): void {
    for (const call of calls) if (!this.#calls.has(call.id)) this.#calls.set(call.id, call);
    for (const turn of turns) if (!this.#turns.has(turn.id)) this.#turns.set(turn.id, turn);
  }

  /** Notes what changes of a running conversation show. */
  note(changes: readonly StateDelta[]): void {
    for (const change of changes) {
      if (change.kind !== "put") continue;
      const { item } = change;
      if (item.kind === "tool" && isEnded(item) && !isInTranscript(item)) setNewest(this.#calls, pick(item), maxCalls);
      else if (item.kind === "turn") setNewest(this.#turns, item, maxTurns);
    }
  }

  /** Returns changes that were read from a transcript, with their rows as they were shown. */
  complete(changes: readonly StateDelta[]): readonly StateDelta[] {
    return changes.map((change) =>
      change.kind === "put" ? { ...change, item: this.#completeItem(change.item) } : change,
    );
  }

  #completeItem(item: Item): Item {
    if (item.kind === "tool") return isEnded(item) ? this.#completeCall(item) : item;
    const shown = item.kind === "turn" ? this.#turns.get(item.id) : undefined;
    if (item.kind !== "turn" || !shown) return item;
    const { durationMs = item.durationMs, waitedMs, costUsd, usage = item.usage } = shown;
    return {
      ...item,
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(waitedMs === undefined ? {} : { waitedMs }),
      ...(costUsd === undefined ? {} : { costUsd }),
      ...(usage === undefined ? {} : { usage }),
    };
  }

  #completeCall(item: ToolItem): ToolItem {
    const shown = this.#calls.get(item.id);
    // The times of a transcript include those for which a call waited.
    if (!shown && (item.decided?.code === "allowedByRule" || isInTranscript(item))) return item;
    const { elapsedMs: _, ...rest } = item;
    return { ...rest, ...shown };
  }

  /** Notes a call that waited for the user when a process ended. */
  noteUnanswered(toolId: string): void {
    this.#waited.add(toolId);
  }

  /** Returns whether a call waited for the user when a process ended. */
  wasWaiting(toolId: string): boolean {
    return this.#waited.has(toolId);
  }

  get waited(): readonly string[] {
    return [...this.#waited];
  }

  /** The facts to save; undefined if there are none. */
  get saved(): SavedFacts | undefined {
    if (this.#calls.size + this.#turns.size === 0) return undefined;
    return {
      calls: [...this.#calls.values()],
      turns: [...this.#turns.values()].map(({ id, durationMs, waitedMs, costUsd }) => ({
        id,
        durationMs,
        waitedMs,
        costUsd,
      })) as readonly ShownTurn[],
    };
  }
}

/** Returns true for a call that waited for no answer: its transcript has its time. */
function isInTranscript({ toolKind, decided }: ToolItem): boolean {
  return toolKinds[toolKind].isUnasked === true && !unsaid.has(decided?.code);
}

/** Sets an entry of a map that keeps its newest entries. */
function setNewest<T extends { readonly id: string }>(entries: Map<string, T>, entry: T, most: number): void {
  entries.set(entry.id, entry);
  const [oldest] = entries.keys();
  if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}

function isEnded({ state }: ToolItem): boolean {
  return state === "done" || state === "failed" || state === "denied" || state === "stopped";
}

function pick({ id, state, elapsedMs, decided }: ToolItem): ShownCall {
  return {
    id,
    state,
    ...(elapsedMs === undefined ? {} : { elapsedMs }),
    ...(unsaid.has(decided?.code) ? { decided: decided as NonNullable<typeof decided> } : {}),
  };
}
