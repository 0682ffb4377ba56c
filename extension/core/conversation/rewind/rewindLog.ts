import type { Checkpoint, CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";

/** An event that decides what can be undone and redone. */
export type RewindEvent =
  /** A message was sent. */
  | { readonly kind: "message"; readonly at: number }
  /** A rewind, undo or redo. `id` names the state before it, `to` the state after it. */
  | { readonly kind: "rewind"; readonly at: number; readonly id: CheckpointId; readonly to: CheckpointId };

/** The states to which the next undo and the next redo lead; undefined if there is none. */
export interface RewindSteps {
  readonly undo: CheckpointId | undefined;
  readonly redo: CheckpointId | undefined;
}

/**
 * Returns the events of checkpoints, oldest first. `remembered`: events that need no checkpoint, such as rewinds that
 * restored no files.
 */
export function getRewindEvents(
  checkpoints: readonly Checkpoint[],
  remembered: readonly RewindEvent[],
): readonly RewindEvent[] {
  const known = new Set(checkpoints.map(({ id }) => id));
  const events = checkpoints.flatMap(({ id, at, cause }): RewindEvent[] => {
    if (cause.kind === "message") return [{ kind: "message", at }];
    return cause.kind === "rewind" ? [{ kind: "rewind", at, id, to: cause.to }] : [];
  });
  const others = remembered.filter((event) => event.kind === "message" || !known.has(event.id));
  return [...withOrder(events), ...withOrder(others)]
    .sort((one, other) => one.latest - other.latest)
    .map(({ event }) => event);
}

/** Returns events with the latest time until then: they keep their order, also if the clock was set back meanwhile. */
function withOrder(
  events: readonly RewindEvent[],
): readonly { readonly event: RewindEvent; readonly latest: number }[] {
  let latest = 0;
  return events.map((event) => {
    latest = Math.max(latest, event.at);
    return { event, latest };
  });
}

/**
 * Returns what can be undone and redone after these events. A rewind to the state before the last one that was not
 * undone is its undo; a new rewind, or a message, ends what can be redone.
 */
export function getRewindSteps(events: readonly RewindEvent[]): RewindSteps {
  const undos: CheckpointId[] = [];
  let redos: CheckpointId[] = [];
  for (const event of events) {
    if (event.kind === "message") redos = [];
    else if (event.to === undos.at(-1)) {
      undos.pop();
      redos.push(event.id);
    } else if (event.to === redos.at(-1)) {
      redos.pop();
      undos.push(event.id);
    } else {
      undos.push(event.id);
      redos = [];
    }
  }
  return { undo: undos.at(-1), redo: redos.at(-1) };
}
