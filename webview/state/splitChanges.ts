import type { StatePatch } from "../../extension/contract/conversationState.ts";
import type { ItemDelta, StateDelta } from "../../extension/contract/stateDeltas.ts";

/** A list of changes, by what it concerns. */
export interface SplitChanges {
  /** In order. */
  readonly patches: readonly StatePatch[];
  /** What was there before goes first. */
  readonly isCleared: boolean;
  readonly threads: ReadonlyMap<string, readonly ItemDelta[]>;
}

export function splitChanges(changes: readonly StateDelta[]): SplitChanges {
  const patches: StatePatch[] = [];
  const threads = new Map<string, ItemDelta[]>();
  let isCleared = false;
  for (const change of changes) {
    if (change.kind === "state") patches.push(change.set);
    else if (change.kind === "clear") {
      threads.clear();
      isCleared = true;
    } else if (change.kind !== "restored") {
      const list = threads.get(change.thread);
      if (list) list.push(change);
      else threads.set(change.thread, [change]);
    }
  }
  return { patches, isCleared, threads };
}
