import { mainThread } from "../../contract/ids.ts";
import type { ConversationStore } from "../conversationStore.ts";
import { getEdit, getNotebookEdit } from "../tools/describeCall.ts";

/**
 * The calls of a conversation that edit a file, in order. They are looked for among all calls once after such a call came or went, not with
 * each end of a call or a turn: most calls edit nothing.
 */
export class EditingCalls {
  readonly #store: ConversationStore;
  #found: { readonly revision: number; readonly ids: readonly string[] } = { revision: -1, ids: [] };

  constructor(store: ConversationStore) {
    this.#store = store;
  }

  /** Ids of those since a prompt, or since the beginning; a subagent's at the place of its agent. */
  since(promptId: string | undefined): readonly string[] {
    const { editRevision: revision } = this.#store;
    if (promptId === undefined && this.#found.revision === revision) return this.#found.ids;
    let isIn = promptId === undefined;
    const ids: string[] = [];
    for (const id of this.#callsInOrder((prompt) => (isIn ||= prompt === promptId))) if (isIn && this.pathOf(id) !== undefined) ids.push(id);
    if (promptId === undefined) this.#found = { revision, ids };
    return ids;
  }

  /** The file that a call edits; undefined for one that edits none. */
  pathOf(toolId: string): string | undefined {
    const record = this.#store.record(toolId);
    return record && (getEdit(record.tool, record.input)?.path ?? getNotebookEdit(record.tool, record.input)?.path);
  }

  /** Ids of every call. `prompt` hears of each prompt on the way. */
  *#callsInOrder(prompt: (id: string) => void, thread: string = mainThread): Iterable<string> {
    for (const item of this.#store.timeline.items(thread)) {
      if (item.kind === "prompt") prompt(item.id);
      if (item.kind !== "tool") continue;
      yield item.id;
      if (item.threadSize > 0) yield* this.#callsInOrder(prompt, item.id);
    }
  }
}
