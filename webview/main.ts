import { mount } from "svelte";
import App from "./App.svelte";
import { connectHost } from "./host.ts";
import { ChatState } from "./state/chatState.svelte.ts";
import { runPageCommand } from "./state/runPageCommand.ts";
import { toMarkdown } from "./transcript/selectionMarkdown.ts";
import { warmUp } from "./transcript/warmUp.ts";
import { isLetterKey } from "./ui/isLetterKey.ts";
import { keepUndo } from "./ui/keepUndo.ts";
import { partFailed } from "./ui/loadPart.ts";

const early = window.earlyPage;
if (!early) throw new Error("early.ts runs before the page");
const host = connectHost(early);
const chat = new ChatState(host);
const target = document.getElementById("app");
if (target) mount(App, { target, props: { chat } });
keepUndo(window);
window.addEventListener("focus", () => chat.send({ type: "focused" }));
window.addEventListener(partFailed, () => chat.send({ type: "partFailed" }));
// A listener and not a key binding: the user would type elsewhere until the command came back. In the capture phase,
// before the editor's own listener, which forwards every key: otherwise the search of the text editor beside it would
// open too and take the typed text.
window.addEventListener(
  "keydown",
  (event) => {
    if (!isLetterKey(event, "f") || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    chat.findState.open();
  },
  { capture: true },
);

/** Copies the selection through the host, which has access to the clipboard. */
function copySelection(): void {
  const text = toMarkdown(document.getSelection());
  if (text !== "") chat.send({ type: "copy", text });
}

/** True until the host sent the first message: from then on it is known whether there are rows. */
let isFirst = true;
// Last, because the first snapshot may be passed on at once.
host.onMessage((envelope) => {
  if (envelope.message.type === "copySelection") copySelection();
  else if (envelope.message.type === "act") runPageCommand(chat, envelope.message.command);
  else if (envelope.message.type === "attachFiles") chat.composerActions.attachPicked?.(envelope.message.files);
  else if (envelope.message.type === "askAside") chat.asides.ask(envelope.message.question);
  else chat.receive(envelope);
  if (isFirst) requestIdleCallback(() => chat.main.items.length === 0 && warmUp(chat));
  isFirst = false;
});
