import { render } from "svelte/server";
import { createEmptyState } from "../extension/shared/contract/conversationState.ts";
import { defaultOptions } from "../extension/shared/contract/panelOptions.ts";
import App from "./App.svelte";
import { ChatState } from "./state/chatState.svelte.ts";

/**
 * Returns the panel of a new conversation as HTML without scripts. The build runs this once, and the document shows the
 * result until the page has loaded (`early.ts`).
 */
export function renderEarlyMarkup(): string {
  const chat = new ChatState({
    send() {},
    onMessage() {},
    takeTyped: () => undefined,
    saveState() {},
    savedState: () => undefined,
  });
  // Not "starting": the host says so once it has started.
  chat.conversation = { ...createEmptyState(), status: "idle" };
  chat.options = defaultOptions;
  // The comments mark places for a page that would take over these elements; the page makes its own, with tooltips.
  return render(App, { props: { chat } })
    .body.replaceAll(/<!--.*?-->| title="[^"]*"/gs, "")
    .replaceAll(/> +</g, "><");
}
