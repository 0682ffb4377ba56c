import type { ConversationStore } from "../conversationStore.ts";
import { type FileHistory, isCovering } from "../fileHistory.ts";
import type { EditingCalls } from "./editingCalls.ts";
import type { FileBefore } from "./fileBefore.ts";
import { decodeText } from "./textBytes.ts";

export interface HistoryTextsOptions {
  readonly store: ConversationStore;
  readonly calls: EditingCalls;
  /** Returns the recorded states of the files; undefined where none are recorded. */
  readonly history: () => FileHistory | undefined;
}

/** Reads files as they were before calls from the checkpoints of the messages: those that nothing else has, such as long ones after a reload. */
export class HistoryTexts {
  readonly #options: HistoryTextsOptions;
  /** Calls for which a checkpoint was read. */
  readonly #read = new Set<string>();

  constructor(options: HistoryTextsOptions) {
    this.#options = options;
  }

  /**
   * Returns the files before these calls, by call. Leaves out a file that its checkpoint does not have as text of UTF-8. Reads each call once. Never
   * rejects.
   */
  async find(toolIds: readonly string[]): Promise<ReadonlyMap<string, FileBefore>> {
    const { calls, history, store } = this.#options;
    const states = history();
    const found = new Map<string, FileBefore>();
    const unread = toolIds.filter((id) => !this.#read.has(id));
    if (!states || unread.length === 0) return found;
    const prompts = calls.promptsOf(new Set(unread));
    for (const id of unread) {
      this.#read.add(id);
      const path = calls.pathOf(id);
      const prompt = prompts.get(id);
      // A file that the checkpoint does not have may be one that it leaves out.
      if (path === undefined || prompt === undefined || store.claudesOwn()(path)) continue;
      const text = await readBefore(states, prompt, path).catch(() => undefined);
      if (text !== undefined) found.set(id, { path, before: { text, isUtf16: false }, isExact: true, isSeen: true });
    }
    return found;
  }
}

async function readBefore(history: FileHistory, prompt: string, path: string): Promise<string | undefined> {
  const point = await history.before(prompt);
  return point && isCovering(point) ? decodeText(await history.read(point.id, path)) : undefined;
}
