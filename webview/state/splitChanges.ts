import type { StatePatch } from "../../extension/shared/contract/conversationState.ts";
import type { ItemDelta, StateDelta } from "../../extension/shared/contract/stateDeltas.ts";

/** A list of changes, split by subject. */
export interface SplitChanges {
  /** Patches of the state, in order. */
  readonly patches: readonly StatePatch[];
  /** True if the previous content must be cleared first. */
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
