import type { ConversationSnapshot } from "../../extension/shared/contract/toWebview.ts";

/**
 * The text in the composer. The draft of the host outlives the webview and wins, except over a text that was typed in
 * this webview; a text that the host never received is kept.
 */
export class Draft {
  text = $state("");
  #isNewer = false;

  constructor(text: string) {
    this.text = text;
  }

  /** Sets a text that is newer than that of any snapshot of the conversation. */
  set(text: string): void {
    this.#isNewer = true;
    this.text = text;
  }

  /** Clears the text for another conversation, whose snapshot may fill it. */
  reset(): void {
    this.#isNewer = false;
    this.text = "";
  }

  /**
   * Takes over the draft of a snapshot. Returns a text that the host does not have, and that was typed before a restart
   * of the editor. `isFirst`: nothing but the webview's own state was shown before, of the same conversation.
   */
  take(snapshot: ConversationSnapshot, isFirst: boolean): string | undefined {
    if (this.#isNewer) return undefined;
    if (snapshot.draft !== "") this.text = snapshot.draft;
    if (snapshot.draft !== "" || !isFirst) return undefined;
    // The webview's own state can be older than the moment at which its text was sent.
    if (wasSent(this.text, snapshot)) this.text = "";
    return this.text || undefined;
  }
}

/**
 * Returns whether a text is that of a loaded message, or of one in the queue. The editor may have stored nothing since
 * an earlier one was typed.
 */
function wasSent(draft: string, { page, state }: ConversationSnapshot): boolean {
  return (
    page.items.some((item) => item.kind === "prompt" && item.text === draft) ||
    state.queue.some(({ text }) => text === draft)
  );
}
