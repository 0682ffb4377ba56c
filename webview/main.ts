import { mount } from "svelte";
import App from "./App.svelte";
import { connectHost } from "./host.ts";
import { ChatState } from "./state/chatState.svelte.ts";
import "./theme.css";

const host = connectHost();
const chat = new ChatState(host);
host.onMessage((envelope) => chat.receive(envelope));
const target = document.getElementById("app");
if (target) mount(App, { target, props: { chat } });
window.addEventListener("focus", () => chat.send({ type: "focused" }));
// Here, not as a key binding: what is typed right after it would go elsewhere until the command came back.
window.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "f" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  chat.finding.open();
});
chat.begin();
