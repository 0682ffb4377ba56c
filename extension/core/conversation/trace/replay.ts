import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, toDisposable } from "../../../shared/base/disposable.ts";
import { parseTrace, type Trace, type TraceEntry } from "../../protocol/connection/trace.ts";
import { decodeValue, type Frame } from "../../protocol/frames/decode.ts";
import type { Conversation } from "../conversation.ts";

/**
 * Returns the trace in a text, and how many of its lines could not be read; undefined for a text that is not a trace.
 */
export const readTrace: (text: string) => Trace | undefined = parseTrace;

export interface ReplayOptions {
  readonly conversation: Conversation;
  readonly trace: Trace;
  /** Name of the trace for the user. */
  readonly name: string;
  readonly clock: Clock;
}

/** Number of entries that are shown at once, so that a long trace does not block the host. */
const sliceSize = 500;
/** Longest pause in ms of a replay at real speed: a user's absence is not waited for. */
const maxPauseMs = 5_000;

/** Shows the entries of a trace in a conversation that has no process. */
export class Replay implements Disposable {
  readonly #options: ReplayOptions;
  #next: Disposable = toDisposable(() => {});
  #shown = 0;
  /** Recorded time that is shown. */
  #at = 0;
  #isAtOnce = false;

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#report();
  }

  /** Continues in the recorded rhythm. */
  start(): void {
    this.#schedule();
  }

  /** Shows all remaining entries without pauses. */
  showAll(): void {
    if (this.#isAtOnce) return;
    this.#isAtOnce = true;
    this.#schedule();
  }

  dispose(): void {
    this.#next.dispose();
  }

  #schedule(): void {
    const { clock, trace } = this.#options;
    const next = trace.entries[this.#shown];
    this.#next.dispose();
    if (!next) return;
    const pause = this.#isAtOnce ? 0 : next.at - this.#at;
    this.#next = clock.after(Math.min(Math.max(0, pause), maxPauseMs), () => this.#show());
  }

  /** Shows the next entry, or a slice of them: all that were recorded within one frame of the screen, or the rest. */
  #show(): void {
    const { conversation, trace } = this.#options;
    const { entries, header } = trace;
    this.#at = entries[this.#shown]?.at ?? 0;
    const until = this.#at + (this.#isAtOnce ? Number.POSITIVE_INFINITY : 16);
    for (let count = 0; count < sliceSize; count++) {
      const entry = entries[this.#shown];
      if (!entry || entry.at > until) break;
      this.#shown++;
      const frame = readShown(entry);
      if (frame) conversation.saved.replay(frame, header.startedAt + entry.at);
    }
    if (this.#shown >= entries.length) conversation.saved.endReplay();
    this.#report();
    this.#schedule();
  }

  #report(): void {
    const { conversation, trace, name } = this.#options;
    const { status } = conversation.state;
    const isOver = this.#shown >= trace.entries.length;
    // Only a frame that reports a running turn sets another status. Nothing else runs here.
    conversation.managed.showTrace(
      { name, shown: this.#shown, total: trace.entries.length },
      isOver || status === "starting",
    );
  }
}

/** Returns the frame of an entry that the conversation shows: what `claude` said, and the user's prompts. */
function readShown(entry: TraceEntry): Frame | undefined {
  if (!("frame" in entry)) return undefined;
  // The session of a trace is not one to be resumed here.
  const { session_id: _session, ...value } = entry.frame;
  if (entry.from === "tandem" && value["type"] !== "user") return undefined;
  const decoded = decodeValue(value);
  return decoded.kind === "frame" ? decoded.frame : undefined;
}
