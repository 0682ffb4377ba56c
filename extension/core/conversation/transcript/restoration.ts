import { mainThread } from "../../../shared/contract/ids.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import type { TranscriptPage, TranscriptReader } from "../ports/ports.ts";
import { readFrame } from "../reduce/readFrame.ts";
import { settleAll } from "../reduce/reduceResult.ts";
import { createNoticeDelta } from "../reduce/reduction.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import type { ShownFacts } from "../view/shownFacts.ts";
import { wasInterrupted } from "./interruption.ts";
import type { Transcript } from "./transcript.ts";
import { applyFollowedFrames, applyTranscriptFrames, emptyTranscriptState } from "./transcriptFrames.ts";
import { TranscriptTurns } from "./transcriptTurns.ts";

export interface RestorationOptions {
  readonly transcript: Transcript;
  /** Called after the end of the history was restored. */
  readonly restored: () => void;
  /** Returns whether the conversation continues from elsewhere than the end of the saved transcript. */
  readonly isTruncated: () => boolean;
}

/** Restores a conversation from its saved transcript. */
export class Restoration {
  readonly #context: ConversationContext;
  readonly #options: RestorationOptions;
  #turns = new TranscriptTurns();

  constructor(context: ConversationContext, options: RestorationOptions) {
    this.#context = context;
    this.#options = options;
  }

  /**
   * Replaces the view with the end of the saved history, as one change; earlier parts are read on demand. Call before
   * the first start. `isLive`: another program continues the conversation.
   */
  restore(
    { frames, hasOlder, damaged, costUsd }: TranscriptPage = emptyTranscriptState,
    pages?: TranscriptReader,
    isLive = false,
  ): void {
    const { store, logger } = this.#context;
    const { transcript, isTruncated } = this.#options;
    store.apply({ deltas: [{ kind: "clear" }] });
    if (costUsd !== undefined)
      store.apply({ deltas: [{ kind: "state", set: { costUsd: Math.max(costUsd, store.state.costUsd) } }] });
    else if (store.state.costUsd === 0) store.forgetCost();
    this.#turns = new TranscriptTurns();
    if (isLive) applyFollowedFrames(store, frames, logger, this.#turns);
    else applyTranscriptFrames(store, frames, logger);
    transcript.setOlder(hasOlder && pages ? async () => pages : undefined, pages?.openAgent, frames);
    if (!isLive && wasInterrupted(frames) && !isTruncated())
      store.apply({ deltas: [{ kind: "state", set: { isInterrupted: true } }] });
    if (frames.length > 0) this.#context.tell([{ kind: "restored" }, { kind: "state", set: store.state }]);
    // Without saved history there is no interrupted turn to continue.
    if (transcript.isEmpty && store.state.isInterrupted) this.#apply([{ kind: "state", set: { isInterrupted: null } }]);
    this.noticeDamage(damaged);
    this.#options.restored();
  }

  /**
   * Removes prompts from the queue that the transcript has: they did reach `claude`, and the turn of the first had not
   * ended when this was saved. The end of the transcript is not evidence: 2.1.50 writes half a reply, or the mark of a
   * stop, when its host dies.
   */
  async dropArrived(): Promise<void> {
    const { store } = this.#context;
    const { transcript } = this.#options;
    const [first] = store.state.queue;
    if (!first) return;
    await transcript.loadPage(mainThread, { kind: "around", id: first.id }, 1);
    const isCut = store.state.externalUse === undefined && store.item(mainThread, first.id) !== undefined;
    const queue = store.state.queue.filter(({ id }) => store.item(mainThread, id) === undefined);
    this.#apply([{ kind: "state", set: { queue, ...(isCut ? { isInterrupted: true } : {}) } }]);
  }

  /** Facts in rows that no transcript has. */
  get shown(): ShownFacts {
    return this.#context.store.shown;
  }

  /** Applies frames that another program adds. */
  follow(frames: readonly Frame[]): void {
    const { store, logger } = this.#context;
    store.forgetCost();
    for (const raw of frames) {
      const frame = store.ids.read(raw);
      this.#apply(this.#turns.next(store, frame));
      this.#context.apply(readFrame(store, frame, undefined, logger), { isRead: true });
    }
  }

  /** Applies a frame of a recorded trace; `now` is the time when it arrived. */
  replay(frame: Frame, now: number): void {
    const { store, logger } = this.#context;
    this.#context.apply(readFrame(store, store.ids.read(frame), now, logger), { isRead: true });
  }

  /** Settles everything that the end of a trace left unsettled. */
  endReplay(): void {
    this.#apply([
      ...settleAll(this.#context.store, undefined),
      { kind: "state", set: { activity: null, turnStartedAt: null, background: [] } },
    ]);
  }

  /** Shows one notice per conversation, no matter how many lines are damaged. */
  noticeDamage(lines: number): void {
    if (lines > 0 && !this.#context.store.item(mainThread, "notice:damaged"))
      this.#apply([createNoticeDelta("damaged", "warning", { code: "damaged", lines })]);
  }

  #apply(changes: readonly StateDelta[]): void {
    this.#context.apply({ deltas: changes }, { isRead: true });
  }
}
