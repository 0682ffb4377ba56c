import { escapeInvisible } from "../../../shared/base/invisible.ts";
import { joinDrafts } from "../composer/draftText.ts";
import type { Conversations } from "../conversations.ts";
import type { Panels } from "../ports.ts";
import type { ConversationActions } from "./conversationActions.ts";

/** Maximum length of a text that a link brings, in characters. */
const maxLinkText = 20_000;

/** Starts conversations with a message about something in the editor. */
export class AskActions {
  readonly #conversations: Conversations;
  readonly #actions: Pick<ConversationActions, "startNew">;
  readonly #panels: Pick<Panels, "setDraft">;

  constructor(
    conversations: Conversations,
    actions: Pick<ConversationActions, "startNew">,
    panels: Pick<Panels, "setDraft">,
  ) {
    this.#conversations = conversations;
    this.#actions = actions;
    this.#panels = panels;
  }

  /**
   * Sends a message in an empty conversation, which it shows. `write` gets its working folder. Sends nothing if the
   * user picked no folder.
   */
  async ask(write: (folder: string) => string): Promise<void> {
    await this.#actions.startNew();
    const open = this.#conversations.shown;
    if (open?.isBlank) open.submit(write(open.conversation.state.folder));
  }

  /**
   * Adds a text from outside to the composer of an empty conversation, which it shows. Sends nothing. Hidden characters
   * become visible, and no text begins like a command for the terminal or for Tandem.
   */
  async fill(text: string): Promise<void> {
    const visible = escapeInvisible(text.slice(0, maxLinkText)).trim();
    if (visible === "") return;
    await this.#actions.startNew();
    const open = this.#conversations.shown;
    if (!open?.isBlank) return;
    const harmless = open.draft === "" && /^[!#/]/.test(visible) ? `“${visible}”` : visible;
    this.#panels.setDraft(open.id, joinDrafts(open.draft, harmless));
  }
}
