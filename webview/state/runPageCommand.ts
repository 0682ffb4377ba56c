import type { PageCommand } from "../../extension/shared/contract/toWebview.ts";
import type { ChatState } from "./chatState.svelte.ts";

/** Runs a command of the editor in the page. */
export function runPageCommand(chat: ChatState, act: PageCommand): void {
  const { findState, asides, composerActions } = chat;
  const step = act === "previousPrompt" || act === "findPrevious" ? -1 : 1;
  switch (act) {
    case "previousPrompt":
    case "nextPrompt":
      return composerActions.stepPrompt?.(step);
    case "findPrevious":
    case "findNext":
      return findState.isOpen ? findState.next(step) : findState.open();
    case "showContext":
      return asides.toggleContext();
    case "send":
      return composerActions.sendDraft?.();
    case "allowAll":
      composerActions.showsAlike = true;
      return;
    case "nextRequest":
      return showNextRequest(chat);
    case "editLastPrompt":
      return editLastPrompt(chat);
    case "unfoldAll":
      return setAllOpen(chat, true);
    case "foldAll":
      return setAllOpen(chat, false);
    case "copyMessage":
      if (composerActions.pointed !== undefined) chat.send({ type: "copy", text: composerActions.pointed });
  }
}

function showNextRequest(chat: ChatState): void {
  const requests = chat.conversation?.requests ?? [];
  const at = Math.max(
    0,
    requests.findIndex(({ id }) => id === chat.front),
  );
  chat.front = requests[(at + 1) % requests.length]?.id;
}

function editLastPrompt(chat: ChatState): void {
  const last = chat.main.items.findLast((item) => item.kind === "prompt" && !item.isLocal);
  if (last?.kind !== "prompt") return;
  chat.showItem(last.id);
  chat.view.edit.begin(last);
}

/** Opens or closes all loaded rows; closes also those that are not loaded. */
function setAllOpen(chat: ChatState, isOpen: boolean): void {
  const rows = chat.main.items.flatMap(({ kind, id }) => (kind === "tool" || kind === "thinking" ? [id] : []));
  for (const id of isOpen ? rows : [...chat.view.open]) chat.view.setOpen(id, isOpen);
}
