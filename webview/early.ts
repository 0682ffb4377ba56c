import type { EarlyPage, IncomingEnvelope } from "./host.ts";

/**
 * Runs before the page is loaded, inside the document itself and without imports: buffers the host's messages and the user's typing until then, and
 * requests the conversation and the page at the same time.
 */

/** Message of the host in place of the conversation when it could not start. */
interface StartFailure {
  readonly failed: string;
}

/** Text of the page's script, which the host sends with the document: loading it as a file takes longer. */
interface PageScript {
  readonly script: string;
}

declare const acquireVsCodeApi: () => EarlyPage["api"];

const api = acquireVsCodeApi();
const place = document.getElementById("early");
const field = place?.querySelector("textarea");
const sent: string[] = [];
const kept: IncomingEnvelope[] = [];
let listener = (envelope: IncomingEnvelope): void => void kept.push(envelope);
let isComposing = false;
let hasFailed = false;
let isPageAsked = false;

window.addEventListener("message", ({ data, origin }: MessageEvent<IncomingEnvelope | StartFailure | PageScript>) => {
  if ("failed" in data) fail(data.failed);
  // Frames of other extensions can post here too, from their own origins. Without the script the page loads its file.
  else if ("script" in data) origin === window.origin && runPage(data.script);
  else listener(data);
});
window.addEventListener("focus", focusField);
field?.addEventListener("compositionstart", () => {
  isComposing = true;
});
field?.addEventListener("compositionend", () => {
  isComposing = false;
});
field?.addEventListener("keydown", (event) => {
  if (hasFailed || event.key !== "Enter" || event.isComposing || event.keyCode === 229 || event.shiftKey || event.altKey) return;
  if ((event.ctrlKey || event.metaKey) !== (place?.dataset.sendKey === "ctrlEnter")) return;
  event.preventDefault();
  if (event.repeat || field.value.trim() === "") return;
  sent.push(field.value);
  field.value = "";
});

/** Focuses the field, unless another element already has the focus: opening the panel usually means to type. */
function focusField(): void {
  if (document.activeElement === document.body) field?.focus();
}

/** Reports that the page cannot load. Leaves the typed text in the field, together with the sent prompts, so that it can be copied. */
function fail(reason?: string): void {
  hasFailed = true;
  place?.querySelector("[role=status]")?.setAttribute("hidden", "");
  const alert = place?.querySelector("[role=alert]");
  if (alert && reason !== undefined) alert.textContent = reason;
  alert?.removeAttribute("hidden");
  if (field && sent.length > 0) field.value = [...sent.splice(0), field.value].filter((text) => text !== "").join("\n");
}

window.earlyPage = {
  api,
  onMessage(to) {
    window.removeEventListener("error", failPage);
    const keepAndHandOver = (envelope: IncomingEnvelope): void => {
      kept.push(envelope);
      handOver();
    };
    const handOver = (): void => {
      // Removing the field now would end the composition of a word.
      if (isComposing && place?.isConnected) return field?.addEventListener("compositionend", handOver, { once: true });
      const next = kept.shift();
      if (!next) {
        // A new composition can start as long as the field exists.
        listener = place?.isConnected ? keepAndHandOver : to;
        return;
      }
      listener = (envelope) => void kept.push(envelope);
      try {
        to(next);
      } finally {
        // Lets the page render the changes of one message before the next, as if each had arrived separately.
        queueMicrotask(handOver);
      }
    };
    handOver();
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
  // Not earlier: the editor shows a document once it has loaded, and a running script delays that. The script that the host sends with the document
  // arrives right after this; a document that is shown again receives none.
  window.addEventListener("load", () => setTimeout(() => loadPage(page), 10));
}

function loadPage(address: string): void {
  if (isPageAsked) return;
  isPageAsked = true;
  import(address).catch(failPage);
}

/** Runs the page's script as a module of the document. */
function runPage(text: string): void {
  if (isPageAsked) return;
  isPageAsked = true;
  const script = document.createElement("script");
  script.type = "module";
  script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  script.textContent = text;
  window.addEventListener("error", failPage);
  document.head.append(script);
}

function failPage(): void {
  fail();
  api.postMessage({ conversation: null, message: { type: "pageFailed" } });
}
