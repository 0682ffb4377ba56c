import { readArray } from "../../../shared/base/read.ts";
import type { SharedValue } from "../ports.ts";

/** Ids of the saved conversations that the user pinned to the top of the list, for all windows. */
export class PinnedSessions {
  readonly #value: SharedValue;

  constructor(value: SharedValue) {
    this.#value = value;
  }

  list(): ReadonlySet<string> {
    return new Set(readPinned(this.#value.read()));
  }

  /** Pins or unpins conversations. */
  set(sessionIds: readonly string[], isPinned: boolean): Promise<void> {
    return this.#value.change((now) => {
      const others = readPinned(now).filter((id) => !sessionIds.includes(id));
      return { pinned: isPinned ? [...others, ...sessionIds] : others };
    });
  }
}

function readPinned(saved: unknown): readonly string[] {
  return (readArray(saved, "pinned") ?? []).filter((id) => typeof id === "string");
}
