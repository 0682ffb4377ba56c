import { mainThread } from "../../../shared/contract/ids.ts";
import type { ToolItem } from "../../../shared/contract/items.ts";
import type { ToolDetails } from "../../../shared/contract/tools.ts";
import { describeCall } from "../tools/describeCall.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import type { FarItems } from "./farItems.ts";

export interface TranscriptCallsOptions {
  readonly far: FarItems;
  /** Returns whether a page, a search or a list showed an item. */
  readonly isListed: (id: string) => boolean;
}

/** The calls of a conversation that are loaded, or far before and shown. */
export class TranscriptCalls {
  readonly #store: ConversationStore;
  readonly #options: TranscriptCallsOptions;

  constructor(store: ConversationStore, options: TranscriptCallsOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Returns the store with a call; undefined for one that is neither loaded nor shown. */
  storeOf(toolId: string): ConversationStore | undefined {
    return this.#store.record(toolId) ? this.#store : this.#options.far.window?.partOfCall(toolId)?.store;
  }

  /** Returns a call; undefined for one that is neither loaded nor shown. */
  find(toolId: string): ToolItem | undefined {
    const store = this.storeOf(toolId);
    const item = store?.item(store.record(toolId)?.thread ?? mainThread, toolId);
    return item?.kind === "tool" ? item : undefined;
  }

  /** Returns the details of a call that is loaded or shown; undefined for an unknown call. */
  details(toolId: string): ToolDetails | undefined {
    const record = this.storeOf(toolId)?.record(toolId);
    return record && describeCall(record);
  }

  /**
   * Returns the details of a call that a page showed, also where they have to be read again; undefined for an unknown
   * call.
   */
  async findDetails(toolId: string): Promise<ToolDetails | undefined> {
    await this.hold(toolId);
    return this.details(toolId);
  }

  /** Reads the part with a call that a page showed, if it was released since. */
  async hold(toolId: string): Promise<void> {
    const { far, isListed } = this.#options;
    if (!this.storeOf(toolId) && isListed(toolId)) await far.use((window) => window.moveTo(toolId));
  }

  /** Commands that the turn waits for and that could run in the background, newest last. */
  get runningCommands(): readonly { readonly id: string; readonly label: string }[] {
    return this.#store
      .unsettled()
      .flatMap(({ item }) =>
        item.kind === "tool" && item.state === "running" && item.taskId && !item.isBackground
          ? [{ id: item.id, label: item.subject }]
          : [],
      );
  }

  /** Returns whether a task still runs, in the background or for a call. */
  isTaskRunning(taskId: string): boolean {
    const isOfCall = this.#store.unsettled().some(({ item }) => item.kind === "tool" && item.taskId === taskId);
    return isOfCall || this.#store.state.background.some(({ id }) => id === taskId);
  }
}
