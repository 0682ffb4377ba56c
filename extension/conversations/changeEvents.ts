import { type Disposable, toDisposable } from "../base/disposable.ts";
import { Emitter } from "../base/emitter.ts";
import type { ConversationState } from "../contract/conversationState.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { Item } from "../contract/items.ts";
import type { StateDelta } from "../contract/stateDeltas.ts";

/** Changes of one conversation. */
export interface ConversationEvent {
  readonly id: ConversationId;
  readonly changes: readonly StateDelta[];
}

type Listener = (event: ConversationEvent) => void;

/** The changes that a listener needs: of these fields of the state, of items of these kinds, and deltas of these kinds. */
export interface ChangeFilter {
  readonly fields?: readonly (keyof ConversationState)[];
  readonly items?: readonly Item["kind"][];
  readonly deltas?: readonly StateDelta["kind"][];
}

/**
 * Gives each listener the changes that it needs. A turn has any number of texts, calls and sizes of the context; what does not show them is not called
 * for them, however many conversations run.
 */
export class ChangeEvents {
  readonly #every: Emitter<ConversationEvent>;
  readonly #onError: (error: unknown) => void;
  readonly #byField = new Map<string, Set<Listener>>();
  readonly #byItem = new Map<string, Set<Listener>>();
  readonly #byDelta = new Map<string, Set<Listener>>();

  /** `onError` receives errors that listeners throw. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
    this.#every = new Emitter(onError);
    // As a listener of the emitter, which gives the change that a listener causes to all after the present one.
    this.#every.event((event) => this.#give(event));
  }

  /** Fires for every change. For what shows all of a conversation; everything else names what it needs. */
  get onDidChange() {
    return this.#every.event;
  }

  /** Calls the listener once for an event with at least one of these changes, in order of the events. */
  on({ fields = [], items = [], deltas = [] }: ChangeFilter, listener: Listener): Disposable {
    const entry: Listener = (event) => listener(event);
    const sets = [
      ...fields.map((name) => getSet(this.#byField, name)),
      ...items.map((name) => getSet(this.#byItem, name)),
      ...deltas.map((name) => getSet(this.#byDelta, name)),
    ];
    for (const set of sets) set.add(entry);
    return toDisposable(() => sets.forEach((set) => void set.delete(entry)));
  }

  fire(event: ConversationEvent): void {
    this.#every.fire(event);
  }

  #give(event: ConversationEvent): void {
    for (const listener of this.#find(event.changes) ?? []) {
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  #find(changes: readonly StateDelta[]): ReadonlySet<Listener> | undefined {
    let found: Set<Listener> | undefined;
    const add = (set: ReadonlySet<Listener> | undefined): void => {
      if (set) for (const listener of set) found = (found ?? new Set()).add(listener);
    };
    for (const change of changes) {
      if (change.kind === "state") for (const name in change.set) add(this.#byField.get(name));
      if (change.kind === "put") add(this.#byItem.get(change.item.kind));
      add(this.#byDelta.get(change.kind));
    }
    return found;
  }
}

function getSet(sets: Map<string, Set<Listener>>, name: string): Set<Listener> {
  const set = sets.get(name) ?? new Set();
  sets.set(name, set);
  return set;
}
