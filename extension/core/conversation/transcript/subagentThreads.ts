import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import { readString } from "../../../shared/base/read.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import type { TranscriptReader } from "../ports/ports.ts";
import { getExternalId } from "../reduce/keyedCalls.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import { applyTranscriptFrames } from "./transcriptFrames.ts";

/**
 * Loads the steps of subagents of a saved conversation, which are in files of their own: from their ends, page by page,
 * on demand.
 */
export class SubagentThreads {
  readonly #store: ConversationStore;
  readonly #logger: Logger;
  /** Readers of the steps before the loaded ones, by thread. */
  readonly #older = new Map<string, Pick<TranscriptReader, "read">>();
  #open: TranscriptReader["openAgent"] | undefined;
  /** Threads without an agent id whose files were not found: each search reads the file of every agent. */
  readonly #missed = new Set<string>();
  /** Settles when all requested reads are done. */
  #reading: Promise<void> = Promise.resolve();

  constructor(store: ConversationStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  /** Sets the source of subagents' work from now on. Drops pending reads from an earlier source. */
  setSource(open: TranscriptReader["openAgent"] | undefined): void {
    this.#open = open;
    this.#older.clear();
    this.#missed.clear();
  }

  get source(): TranscriptReader["openAgent"] | undefined {
    return this.#open;
  }

  /** Returns whether earlier steps of a thread are not loaded. */
  hasOlder(thread: string): boolean {
    return this.#older.has(thread);
  }

  /** Loads the end of a thread that has no loaded steps. Leaves out what cannot be read. */
  async load(thread: string): Promise<void> {
    await this.#inTurn(thread, async () => {
      const record = this.#store.record(thread);
      const call = record && this.#store.item(record.thread, thread);
      // Steps of a call that runs here arrive as frames; those of another program are only in its files.
      const comes = call?.kind === "tool" && call.state === "running" && this.#store.state.externalUse === undefined;
      if (!record || comes || this.#store.size(thread) > 0) return;
      const [agentId, task] = [readString(record.result, "agentId"), readString(record.input, "prompt")];
      if (agentId === undefined && this.#missed.has(thread)) return;
      const open = this.#open;
      const pages = await open?.({
        toolId: getExternalId(thread),
        ...(agentId === undefined ? {} : { agentId }),
        ...(task === undefined ? {} : { task }),
      });
      if (this.#open !== open) return;
      if (pages) await this.#read(thread, pages);
      // Another program may create the file later.
      else if (this.#store.state.externalUse === undefined) this.#missed.add(thread);
    });
  }

  /** Loads earlier pages as long as more steps are needed and exist. */
  async loadWhile(thread: string, isNeeded: () => boolean): Promise<void> {
    await this.#inTurn(thread, async () => {
      for (let pages = this.#older.get(thread); pages && isNeeded(); pages = this.#older.get(thread))
        await this.#read(thread, pages);
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
    // Rows for what `claude` does on its own belong to the main thread, wherever its frames are.
    for (const other of store.timeline.threads) if (other !== thread) store.timeline.forget(other);
    this.#store.prepend(store);
    if (hasOlder) this.#older.set(thread, pages);
    else this.#older.delete(thread);
  }

  /** Runs one read after the other, for any number of callers. Never rejects. */
  async #inTurn(thread: string, read: () => Promise<void>): Promise<void> {
    this.#reading = this.#reading.then(read).catch((error: unknown) => {
      this.#older.delete(thread);
      this.#logger.warn(`could not read what a subagent did: ${getErrorMessage(error)}`);
    });
    await this.#reading;
  }
}
