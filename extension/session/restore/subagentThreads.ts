import { getErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import { readString } from "../../base/read.ts";
import type { Frame } from "../../protocol/decode.ts";
import type { ConversationStore } from "../conversationStore.ts";
import type { TranscriptReader } from "../ports.ts";
import { getExternalId } from "../reduce/keyedCalls.ts";
import { applyTranscriptFrames } from "./transcriptFrames.ts";

/** What subagents did in a saved conversation, which keeps it in files of their own: read from their ends, page by page, when it is asked for. */
export class SubagentThreads {
  readonly #store: ConversationStore;
  readonly #logger: Logger;
  /** Where the steps before those that are held are read, by thread. */
  readonly #older = new Map<string, Pick<TranscriptReader, "read">>();
  #open: TranscriptReader["openAgent"] | undefined;
  /** Threads whose agent is not named and was looked for in vain: each look reads every agent's file. */
  readonly #missed = new Set<string>();
  /** Settles when everything is read that was asked for. */
  #reading: Promise<void> = Promise.resolve();

  constructor(store: ConversationStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  /** Says where subagents' work is read, from now on. What is being read from elsewhere is dropped. */
  setSource(open: TranscriptReader["openAgent"] | undefined): void {
    this.#open = open;
    this.#older.clear();
    this.#missed.clear();
  }

  /** Whether steps can be read from before those that are held. */
  hasOlder(thread: string): boolean {
    return this.#older.has(thread);
  }

  /** Reads the end of a thread of which nothing is held. What cannot be read is left out. */
  async load(thread: string): Promise<void> {
    await this.#inTurn(thread, async () => {
      const record = this.#store.record(thread);
      const call = record && this.#store.item(record.thread, thread);
      // What goes on here comes as frames; what another program does is only in its files.
      const comes = call?.kind === "tool" && call.state === "running" && this.#store.state.externalUse === undefined;
      if (!record || comes || this.#store.size(thread) > 0) return;
      const [agentId, task] = [readString(record.result, "agentId"), readString(record.input, "prompt")];
      if (agentId === undefined && this.#missed.has(thread)) return;
      const open = this.#open;
      const pages = await open?.({ toolId: getExternalId(thread), ...(agentId === undefined ? {} : { agentId }), ...(task === undefined ? {} : { task }) });
      if (this.#open !== open) return;
      if (pages) await this.#read(thread, pages);
      // What another program does may get its file yet.
      else if (this.#store.state.externalUse === undefined) this.#missed.add(thread);
    });
  }

  /** Reads on, backwards, as long as more is needed and there. */
  async loadWhile(thread: string, isNeeded: () => boolean): Promise<void> {
    await this.#inTurn(thread, async () => {
      for (let pages = this.#older.get(thread); pages && isNeeded(); pages = this.#older.get(thread)) await this.#read(thread, pages);
    });
  }

  async #read(thread: string, pages: Pick<TranscriptReader, "read">): Promise<void> {
    const open = this.#open;
    const { frames, hasOlder } = await pages.read();
    if (this.#open !== open) return;
    const store = this.#store.makeOlder();
    applyTranscriptFrames(
      store,
      frames.map((frame) => ({ ...frame, parent_tool_use_id: thread }) as Frame),
      this.#logger,
    );
    // What the CLI says by itself has rows in the main thread, wherever it says it.
    for (const other of store.timeline.threads) if (other !== thread) store.timeline.forget(other);
    this.#store.prepend(store);
    if (hasOlder) this.#older.set(thread, pages);
    else this.#older.delete(thread);
  }

  /** One read after the other, however many ask. Never rejects. */
  async #inTurn(thread: string, read: () => Promise<void>): Promise<void> {
    this.#reading = this.#reading.then(read).catch((error: unknown) => {
      this.#older.delete(thread);
      this.#logger.warn(`could not read what a subagent did: ${getErrorMessage(error)}`);
    });
    await this.#reading;
  }
}
