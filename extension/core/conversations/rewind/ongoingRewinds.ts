import type { RewindPreview } from "../../../shared/contract/changes/rewind.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { type Notice, nameFew } from "../../../shared/contract/notices.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import { toRelativePath } from "../../conversation/tools/relativePath.ts";
import type { Conversations } from "../conversations.ts";
import type { OngoingWork } from "../lifecycle/workWatch.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier } from "../ports.ts";

export interface OngoingRewindsOptions {
  readonly conversations: Conversations;
  readonly dialogs: Notifier;
  /** Closes the preview of a conversation. */
  readonly closePreview: (open: OpenConversation) => Promise<void>;
  /** Returns the work of conversations in other windows. */
  readonly listOtherWork: () => Promise<readonly OngoingWork[]>;
}

/** The rewinds that run: one of each conversation, with its questions and its outcome. */
export class OngoingRewinds {
  readonly #options: OngoingRewindsOptions;
  readonly #running = new Map<ConversationId, object>();

  constructor(options: OngoingRewindsOptions) {
    this.#options = options;
  }

  /**
   * Runs one rewind of a conversation at a time, with its questions. Another one is refused until the outcome is known
   * and shown (`end`): it would have been planned for other files. `closed`: aborted when the conversation is closed,
   * which ends questions about it.
   */
  async once<T>(open: OpenConversation, work: (closed: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const { conversations, dialogs } = this.#options;
    const { id } = open;
    if (this.#running.has(id)) return void dialogs.say("rewindRuns");
    const own = {};
    this.#running.set(id, own);
    const closing = new AbortController();
    const watching = conversations.onDidChangeList(() => conversations.get(id) !== open && closing.abort());
    try {
      return await work(closing.signal);
    } finally {
      watching.dispose();
      if (this.#running.get(id) === own) this.#running.delete(id);
    }
  }

  /**
   * Shows the outcome of a rewind, and closes its preview, which shows what is no longer there. From now on the rewind
   * can be undone, and the notices of earlier ones offer nothing any more: their buttons would undo or redo another
   * rewind than theirs.
   */
  async end(open: OpenConversation, notice: Notice): Promise<void> {
    this.#running.delete(open.id);
    open.conversation.rewinds.retireNotices();
    open.conversation.notice("info", notice);
    await this.#options.closePreview(open);
  }

  /** Names files that are not as planned, and ignored files that a restore did not bring back. */
  warn(conversation: Conversation, different: readonly string[], preview?: RewindPreview): void {
    const name = (path: string): string => toRelativePath(path, conversation.state.folder);
    if (different.length > 0) conversation.notice("error", { code: "restoredDifferently", files: different.map(name) });
    const uncovered = preview?.kind === "planned" ? preview.plan.uncovered : [];
    const deleted = uncovered.flatMap(({ path, reason }) => (reason === "deleted" ? [name(path)] : []));
    if (deleted.length > 0)
      conversation.notice("warning", { code: "ignoredDeleted", ...nameFew(deleted), after: "rewind" });
  }

  /** Returns the titles of other conversations that work in the folder of this one, in any window. */
  async listAtWork({ id, conversation: { state } }: OpenConversation): Promise<readonly string[]> {
    const { conversations, listOtherWork } = this.#options;
    const here = conversations.all.filter((other) => other.id !== id && other.conversation.state.status === "working");
    const all = [...here.map(({ conversation }) => conversation.state), ...(await listOtherWork())];
    return all.flatMap(({ folder, title }) => (overlap(folder, state.folder) ? [title] : []));
  }
}

/** Returns whether one of two folders is, or contains, the other. */
function overlap(one: string, other: string): boolean {
  const [first, second] = [one, other].map((folder) => `${folder.replaceAll("\\", "/")}/`) as [string, string];
  return one !== "" && other !== "" && (first.startsWith(second) || second.startsWith(first));
}
