import type { Clock } from "../base/clock.ts";
import type { ToolItem } from "../contract/items.ts";
import type { ToolDetails } from "../contract/tools.ts";
import type { WholeConversation } from "../contract/wholeConversation.ts";
import type { ConversationActions } from "./conversationActions.ts";
import type { Conversations } from "./conversations.ts";
import type { OpenConversation } from "./openConversation.ts";
import type { Dialogs } from "./ports.ts";

/** Writes a conversation to a file that the user names. */
export class ExportAction {
  readonly #conversations: Conversations;
  readonly #actions: ConversationActions;
  readonly #dialogs: Dialogs;
  readonly #clock: Clock;

  constructor(conversations: Conversations, actions: ConversationActions, dialogs: Dialogs, clock: Clock) {
    this.#conversations = conversations;
    this.#actions = actions;
    this.#dialogs = dialogs;
    this.#clock = clock;
  }

  /** Without a key it concerns the current one. One that is only saved is read for it, and not opened. */
  async run(key?: string): Promise<void> {
    const open = key === undefined ? this.#conversations.current?.id : key;
    if (open === undefined) return this.#dialogs.say("noConversation");
    const whole = await this.read(open);
    if (!whole) return this.#dialogs.say(whole === null ? "noConversation" : "nothingSaid");
    await this.#dialogs.saveExport(whole);
  }

  /** All of a conversation of the list, or of one that is open, by its id; undefined where nothing was said, null where there is none. */
  async read(key: string): Promise<WholeConversation | undefined | null> {
    const before = new Set(this.#conversations.all);
    const open = await this.#actions.findListed(key);
    if (!open) return null;
    try {
      return await this.#readOpen(open);
    } finally {
      if (!before.has(open) && this.#isUntouched(open)) await this.#conversations.remove(open.id);
    }
  }

  /** Whether nobody began to use it meanwhile. */
  #isUntouched({ id, hasDraft, hasProcess, conversation }: OpenConversation): boolean {
    return !this.#conversations.places.isPlaced(id) && !hasProcess && !hasDraft && conversation.state.queue.length === 0;
  }

  async #readOpen(open: OpenConversation): Promise<WholeConversation | undefined> {
    await open.open();
    const { transcript, state } = open.conversation;
    await transcript.loadUntil();
    const { items } = transcript.page("", { kind: "end" }, Number.MAX_SAFE_INTEGER);
    if (items.length === 0) return undefined;
    const { title, folder, sessionId } = state;
    // Before anything is asked: what is not looked at is let go after a while.
    const details = new Map(items.flatMap((item) => (item.kind === "tool" ? [[item.id, transcript.details(item.id)] as const] : [])));
    const detailsOf = (call: ToolItem): ToolDetails | undefined => details.get(call.id);
    return { title, folder, sessionId, exportedAt: this.#clock.now(), items, detailsOf };
  }
}
