import { type Disposable, toDisposable } from "../../../shared/base/disposable.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import type { ConversationState } from "../../../shared/contract/conversationState.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Item } from "../../../shared/contract/items.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";

/** Changes of one conversation. */
export interface ConversationChange {
  readonly id: ConversationId;
  readonly changes: readonly StateDelta[];
}

type Listener = (event: ConversationChange) => void;
type Lists = Map<string, readonly Listener[]>;

const none: readonly Listener[] = [];

/** The fields of the state that a listener needs. */
export type StateFields = readonly (keyof ConversationState)[];

/**
 * The changes that a listener needs: of these fields of the state, of items of these kinds, and deltas of these kinds.
 */
export interface ChangeFilter {
  readonly fields?: StateFields;
  readonly items?: readonly Item["kind"][];
  /** Not the pieces of a text, of which a turn has any number. */
  readonly deltas?: readonly Exclude<StateDelta["kind"], "append">[];
}

/**
 * Gives each listener the changes that it needs: those of one conversation, or of all. A streamed token reaches only
 * the listeners of the whole view, however many others there are.
 */
export class ChangeEvents {
  /** Gives the change that a listener causes to all after the present one. */
  readonly #fired: Emitter<ConversationChange>;
  readonly #onError: (error: unknown) => void;
  /**
   * The listeners of each field, kind of item and kind of delta, and those of the view, as lists that are replaced when
   * one comes or goes.
   */
  readonly #byField: Lists = new Map();
  readonly #byItem: Lists = new Map();
  readonly #byDelta: Lists = new Map();
  #ofView: readonly Listener[] = none;

  /** `onError` receives errors that listeners throw. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
    this.#fired = new Emitter(onError);
    this.#fired.event((event) => this.#give(event));
  }

  /**
   * Calls the listener for every change, so also for every token, after those that name what they need. For what shows
   * or passes on all of a conversation.
   */
  onDidChangeView(listener: Listener): Disposable {
    const entry: Listener = (event) => listener(event);
    this.#ofView = [...this.#ofView, entry];
    return toDisposable(() => {
      this.#ofView = this.#ofView.filter((each) => each !== entry);
    });
  }

  /** Calls the listener once for an event that sets or clears at least one of these fields, in order of the events. */
  onDidChangeState(fields: StateFields, listener: Listener): Disposable {
    return this.on({ fields }, listener);
  }

  /** Calls the listener once for an event with at least one of these changes, in order of the events. */
  on({ fields = [], items = [], deltas = [] }: ChangeFilter, listener: Listener): Disposable {
    const entry: Listener = (event) => listener(event);
    const places: [Lists, string][] = [
      ...fields.map((name): [Lists, string] => [this.#byField, name]),
      ...items.map((name): [Lists, string] => [this.#byItem, name]),
      ...deltas.map((name): [Lists, string] => [this.#byDelta, name]),
    ];
    for (const [lists, name] of places) lists.set(name, [...(lists.get(name) ?? []), entry]);
    return toDisposable(() => {
      for (const [lists, name] of places)
        lists.set(
          name,
          (lists.get(name) ?? []).filter((each) => each !== entry),
        );
    });
  }

  fire(event: ConversationChange): void {
    this.#fired.fire(event);
  }

  /**
   * Returns the listeners that an event with these changes reaches, each once. An event of tokens has one list of them,
   * which is not copied.
   */
  find(changes: readonly StateDelta[]): Iterable<Listener> {
    let first: readonly Listener[] = none;
    let all: Set<Listener> | undefined;
    const add = (list: readonly Listener[] | undefined): void => {
      if (!list || list.length === 0 || list === first) return;
      if (all) for (const listener of list) all.add(listener);
      else if (first.length === 0) first = list;
      else all = new Set([...first, ...list]);
    };
    for (const change of changes) {
      if (change.kind === "state") for (const name in change.set) add(this.#byField.get(name));
      else if (change.kind === "put") add(this.#byItem.get(change.item.kind));
      add(this.#byDelta.get(change.kind));
    }
    add(this.#ofView);
    return all ?? first;
  }

  #give(event: ConversationChange): void {
    for (const listener of this.find(event.changes)) {
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
