import { mainThread } from "../../../shared/contract/ids.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import { getCurrentCost } from "../../../shared/contract/usage.ts";
import type { EditedFiles } from "../files/editedFiles.ts";
import { withCurrentCost } from "../usage/conversationCost.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import { type ForkSource, ResumePoint } from "./resumePoint.ts";
import { type ConversationPosition, type PendingRewind, type RememberedRewinds, RewindMemory } from "./rewindMemory.ts";
import { getTruncationDeltas, type PromptState } from "./truncation.ts";

/** Maximum number of prompts whose state is remembered. */
const maxRemembered = 100;

/**
 * State of the place from which a conversation continues that outlives the extension host, besides the transcript of
 * `claude`.
 */
export interface RememberedPosition {
  /** Source of a copy that has no transcript of its own yet. */
  readonly forkedFrom?: ForkSource | undefined;
  /** Truncation that the transcript of `claude` does not show yet. */
  readonly cutBefore?: string | undefined;
  readonly rewinds?: RememberedRewinds | undefined;
  /** State at the newest prompts, oldest first. */
  readonly atPrompts?: readonly RememberedPrompt[] | undefined;
}

/** State at the moment when a prompt was sent, to which a rewind returns. */
export interface RememberedPrompt {
  readonly id: string;
  readonly contextTokens: number;
  /** Cost of the turns before it, in US dollars; undefined if it is unknown. */
  readonly costUsd?: number | undefined;
  readonly mode?: string | undefined;
}

export interface ConversationRewindsOptions {
  readonly remembered: RememberedPosition;
  readonly edits: () => EditedFiles;
  readonly hasOlder: () => boolean;
}

/**
 * The part of a conversation that a rewind moves: the place from which it continues, and the rewinds that led there.
 */
export class ConversationRewinds {
  readonly origin: ResumePoint;
  readonly memory: RewindMemory;
  readonly #context: ConversationContext;
  readonly #options: ConversationRewindsOptions;
  /** State at prompts that were sent in this window, or are remembered. */
  readonly #atPrompts: Map<string, PromptState>;

  constructor(context: ConversationContext, options: ConversationRewindsOptions) {
    this.#context = context;
    this.#options = options;
    this.origin = new ResumePoint(options.remembered);
    this.memory = new RewindMemory(options.remembered.rewinds);
    this.#atPrompts = new Map(options.remembered.atPrompts?.map(({ id, ...state }) => [id, state]));
  }

  /** State that must outlive the extension host. */
  get remembered(): RememberedPosition {
    const newest = [...this.#atPrompts].slice(-maxRemembered);
    // The tasks follow from the items.
    const atPrompts = newest.map(([id, { contextTokens, costUsd, mode }]) => ({ id, contextTokens, costUsd, mode }));
    return {
      ...this.origin.remembered,
      rewinds: this.memory.remembered,
      ...(atPrompts.length > 0 ? { atPrompts } : {}),
    };
  }

  /**
   * True after a rewind to the first prompt, until the next turn begins: the transcript of `claude` still has what was
   * removed.
   */
  get isStartedOver(): boolean {
    const { store } = this.#context;
    const { hasOlder } = this.#options;
    const { title, titledSession } = store.state;
    // A title that the user gave stays.
    const isEmpty =
      title === "" ||
      (titledSession !== undefined && !hasOlder() && store.timeline.items().every(({ kind }) => kind === "notice"));
    return this.origin.remembered.cutBefore !== undefined && isEmpty;
  }

  /** Notes the state before prompts that are about to be added. */
  note(deltas: readonly StateDelta[]): void {
    for (const delta of deltas) {
      if (
        delta.kind !== "put" ||
        delta.item.kind !== "prompt" ||
        delta.thread !== mainThread ||
        this.#atPrompts.has(delta.item.id)
      )
        continue;
      const { state, isCostKnown } = this.#context.store;
      const { tasks, contextTokens, reported } = state;
      this.#atPrompts.set(delta.item.id, {
        tasks,
        contextTokens,
        mode: reported.permissionMode,
        costUsd: isCostKnown ? getCurrentCost(state) : undefined,
      });
    }
  }

  /** Notes that a turn begins in a session. Returns whether that is an unrequested copy of the resumed one. */
  beginTurn(sessionId: string | undefined): boolean {
    this.memory.noteTurn();
    return this.origin.settle(sessionId);
  }

  /** Returns the state at a prompt, as far as it is known. */
  stateAt(promptId: string): PromptState | undefined {
    return this.#atPrompts.get(promptId);
  }

  /** Returns whether the context and the cost at a prompt are known. */
  isKnown(promptId: string): boolean {
    return this.#atPrompts.has(promptId);
  }

  /** Returns the permission mode at a prompt, as far as it is known. */
  modeAt(promptId: string): string | undefined {
    return this.#atPrompts.get(promptId)?.mode;
  }

  /**
   * Removes a prompt and everything after it. Call after `claude` did the same. Until `claude` begins its next turn,
   * its saved transcript still has them, so every start until then truncates there again.
   */
  truncateBefore(promptId: string): void {
    const { store, apply } = this.#context;
    const { edits, hasOlder } = this.#options;
    this.origin.truncate(promptId);
    edits().commands.truncate(promptId);
    apply({ deltas: getTruncationDeltas(store, promptId, this.#atPrompts.get(promptId), hasOlder()) });
    edits().changed.truncate();
  }

  /** Takes the offers to undo or redo out of the loaded notices. */
  retireNotices(): void {
    const { store, apply } = this.#context;
    const deltas = store.timeline.items().flatMap((item): StateDelta[] => {
      if (item.kind !== "notice" || !("undo" in item.notice || "more" in item.notice)) return [];
      const { undo: _, more: __, ...notice } = { more: undefined, ...item.notice };
      return [{ kind: "put", thread: mainThread, item: { ...item, notice } }];
    });
    if (deltas.length > 0) apply({ deltas });
  }

  /** Returns the present position. `lastEntry`: the newest entry of its transcript. */
  getPosition(lastEntry: string | undefined): ConversationPosition {
    const { state } = this.#context.store;
    const { sessionId, title, tasks, contextTokens, reported } = state;
    return {
      sessionId,
      ...this.origin.remembered,
      lastEntry,
      title,
      tasks,
      contextTokens,
      costUsd: getCurrentCost(state),
      mode: reported.permissionMode,
    };
  }

  /**
   * Continues from another position. Call while no process runs; its past must be read again. The end of a transcript
   * is continued as a copy, which leaves out what was added since.
   */
  moveTo(position: ConversationPosition): void {
    const { sessionId, forkedFrom, cutBefore, lastEntry, title } = position;
    const isOpenEnded = cutBefore === undefined && forkedFrom === undefined;
    const copy =
      isOpenEnded && sessionId !== undefined && lastEntry !== undefined ? { sessionId, through: lastEntry } : undefined;
    this.origin.moveTo({ forkedFrom: copy ?? forkedFrom, cutBefore });
    this.#patch({
      sessionId: sessionId ?? null,
      title,
      tasks: [],
      contextTokens: 0,
      isInterrupted: null,
      failure: null,
      ...this.#withCost(position),
    });
  }

  /** Shows the state of a position that no transcript has. Call after its past was read. */
  showState(position: ConversationPosition): void {
    const { title, tasks, contextTokens } = position;
    this.#patch({ title, tasks, contextTokens, isInterrupted: null, ...this.#withCost(position) });
  }

  /**
   * Shows the state that no transcript has after a rewind that was finished at a start. Call after its past was read.
   */
  showRecovered({ goal, shown }: PendingRewind): void {
    if (goal?.kind === "position") return this.showState(goal.position);
    if (goal === undefined || !shown) return;
    const { tasks, contextTokens, costUsd } = shown;
    this.#patch({ ...(tasks ? { tasks } : {}), contextTokens, isInterrupted: null, ...this.#withCost({ costUsd }) });
  }

  /** An earlier version saved no cost. */
  #withCost({ costUsd }: Pick<ConversationPosition, "costUsd">): { readonly rewoundCostUsd?: number | null } {
    return costUsd === undefined ? {} : withCurrentCost(this.#context.store.state, costUsd);
  }

  #patch(set: Extract<StateDelta, { kind: "state" }>["set"]): void {
    this.#context.apply({ deltas: [{ kind: "state", set }] });
  }
}
