import { mainThread } from "../../../shared/contract/ids.ts";
import { getEdit, getNotebookEdit } from "../tools/describeCall.ts";
import type { ConversationStore } from "../view/conversationStore.ts";

/**
 * Finds the calls of a conversation that edit a file, in order. Searches all calls only after such a call was added or
 * removed, not with each end of a call or a turn, because most calls edit nothing.
 */
export class EditingCalls {
  readonly #store: ConversationStore;
  /** Before the first revision there is no such call. */
  #found: { readonly revision: number; readonly ids: readonly string[] } = { revision: 0, ids: [] };

  constructor(store: ConversationStore) {
    this.#store = store;
  }

  /**
   * Returns the ids of editing calls since a prompt, or since the beginning; those of a subagent at the place of its
   * agent call.
   */
  since(promptId: string | undefined): readonly string[] {
    const { editRevision: revision } = this.#store;
    if (promptId === undefined && this.#found.revision === revision) return this.#found.ids;
    let isIn = promptId === undefined;
    const ids: string[] = [];
    for (const id of this.#callsInOrder((prompt) => (isIn ||= prompt === promptId)))
      if (isIn && this.pathOf(id) !== undefined) ids.push(id);
    if (promptId === undefined) this.#found = { revision, ids };
    return ids;
  }

  /** Returns the message before each of these calls, by call. */
  promptsOf(toolIds: ReadonlySet<string>): ReadonlyMap<string, string> {
    const prompts = new Map<string, string>();
    let last: string | undefined;
    const note = (prompt: string): void => {
      last = prompt;
    };
    for (const id of this.#callsInOrder(note)) if (last !== undefined && toolIds.has(id)) prompts.set(id, last);
    return prompts;
  }

  /** Returns the file that a call edits; undefined for other calls. */
  pathOf(toolId: string): string | undefined {
    const record = this.#store.record(toolId);
    return record && (getEdit(record.tool, record.input)?.path ?? getNotebookEdit(record.tool, record.input)?.path);
  }

  /** Yields the ids of all calls. Calls `prompt` for each prompt on the way. */
  *#callsInOrder(prompt: (id: string) => void, thread: string = mainThread): Iterable<string> {
    for (const item of this.#store.timeline.items(thread)) {
      if (item.kind === "prompt") prompt(item.id);
      if (item.kind !== "tool") continue;
      yield item.id;
      if (item.threadSize > 0) yield* this.#callsInOrder(prompt, item.id);
    }
  }
}
