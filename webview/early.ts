import type { EarlyPage, IncomingEnvelope } from "./host.ts";

/**
 * What runs before the page is loaded, in the document itself and without anything to import: keeps what the host says and what is typed
 * until then, and asks for both at once, the conversation and the page.
 */

declare const acquireVsCodeApi: () => EarlyPage["api"];

const api = acquireVsCodeApi();
const place = document.getElementById("early");
const field = place?.querySelector("textarea");
const sent: string[] = [];
const kept: IncomingEnvelope[] = [];
let listener = (envelope: IncomingEnvelope): void => void kept.push(envelope);
let isComposing = false;

window.addEventListener("message", ({ data }: MessageEvent<IncomingEnvelope>) => listener(data));
window.addEventListener("focus", focusField);
field?.addEventListener("compositionstart", () => {
  isComposing = true;
});
field?.addEventListener("compositionend", () => {
  isComposing = false;
});
field?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || event.keyCode === 229 || event.shiftKey || event.altKey) return;
  if ((event.ctrlKey || event.metaKey) !== (place?.dataset.sendKey === "ctrlEnter")) return;
  event.preventDefault();
  if (event.repeat || field.value.trim() === "") return;
  sent.push(field.value);
  field.value = "";
});

/** Who opens the panel means to write, unless something in it was chosen already. */
function focusField(): void {
  if (document.activeElement === document.body) field?.focus();
}

window.earlyPage = {
  api,
  onMessage(to) {
    const handOver = (): void => {
      listener = to;
      for (const envelope of kept.splice(0)) to(envelope);
    };
    // A word that is being composed would end where its field goes.
    if (isComposing) field?.addEventListener("compositionend", handOver, { once: true });
    else handOver();
  },
  take() {
    if (!place?.isConnected || !field) return undefined;
    const typed = { sent, text: field.value, hasFocus: document.activeElement === field };
    window.removeEventListener("focus", focusField);
    place.remove();
    return typed;
  },
};

api.postMessage({ conversation: null, message: { type: "ready" } });

const page = place?.dataset.page;
if (page !== undefined) {
  // Not before: the editor shows a document once it has loaded, which a script under way puts off.
  window.addEventListener("load", () => {
    import(page).catch(() => place?.querySelector("[role=alert]")?.removeAttribute("hidden"));
  });
}
