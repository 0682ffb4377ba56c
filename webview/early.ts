import type { EarlyPage, IncomingEnvelope } from "./host.ts";

/**
 * What runs before the page is loaded, in the document itself and without anything to import: keeps what the host says and what is typed
 * until then, and asks for both at once, the conversation and the page.
 */

/** What the host says in place of the conversation when it could not start. */
interface StartFailure {
  readonly failed: string;
}

/** The page's script, sent by the host with the document: its file takes longer to come. */
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

window.addEventListener("message", ({ data }: MessageEvent<IncomingEnvelope | StartFailure | PageScript>) => {
  if ("failed" in data) fail(data.failed);
  else if ("script" in data) runPage(data.script);
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

/** Who opens the panel means to write, unless something in it was chosen already. */
function focusField(): void {
  if (document.activeElement === document.body) field?.focus();
}

/** Says that the page does not come, and leaves what was written where it can be copied, what was sent as well. */
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
      // A word that is being composed would end where its field goes.
      if (isComposing && place?.isConnected) return field?.addEventListener("compositionend", handOver, { once: true });
      const next = kept.shift();
      if (!next) {
        // While its field is there a word may begin.
        listener = place?.isConnected ? keepAndHandOver : to;
        return;
      }
      listener = (envelope) => void kept.push(envelope);
      try {
        to(next);
      } finally {
        // What one changes is drawn before the next, as if each had come by itself.
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
  // Not before: the editor shows a document once it has loaded, which a script under way puts off. What the host sent with the document
  // comes right after this; a document that is shown again gets nothing sent.
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
