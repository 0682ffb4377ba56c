import { afterPaint } from "./afterPaint.ts";
import { isShownAgain, keepTyped, takeKept } from "./earlyStorage.ts";
import type { EarlyPage, IncomingEnvelope, WebviewState } from "./host.ts";

/**
 * Runs before the page is loaded, inside the document itself: buffers the host's messages, and what
 * the user types and presses in the panel of the document, until then, and requests the conversation and the page at
 * the same time.
 */

/** Message of the host in place of the conversation when it could not start. */
interface StartFailure {
  readonly failed: string;
}

/**
 * Texts of the page's script and of the styles that the document lacks. The host sends them with the document: loading
 * them as files takes longer.
 */
interface PageRest {
  readonly script: string;
  readonly styles: string;
}

/** Question of the host whether a page that runs is still there. */
interface Ping {
  readonly ping: true;
}

/** Shortest time in milliseconds between two answers to the host, which needs them to notice that a page has ended. */
const answerMs = 1_000;

/** Time in milliseconds after which a page that has not come counts as slow. */
const slowMs = 4_000;

declare const acquireVsCodeApi: () => EarlyPage["api"];

const api = acquireVsCodeApi();
const place = document.getElementById("early");
const field = place?.querySelector("textarea");
const sendButton = place?.querySelector<HTMLButtonElement>("button:disabled");
/** Shows by itself after a while where this script does not run. */
const alert = place?.querySelector<HTMLElement>("[role=alert]");
/** Differs in each document that the host makes. */
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
const sent: string[] = [];
const kept: IncomingEnvelope[] = [];
let listener = (envelope: IncomingEnvelope): void => void kept.push(envelope);
/** When the host was told last that the page runs. */
let toldAt = 0;
let isComposing = false;
let hasFailed = false;
/** True after the host was told that the page has not come. */
let isSlow = false;
let isPageAsked = false;
/** True once the page runs, which waits for the conversation. */
let isPageHere = false;
/** The button that was pressed last, apart from the one that sends. */
let pressed: HTMLButtonElement | undefined;

if (alert) alert.hidden = true;
// A document before this one failed with this text in its field.
if (field) field.value = takeKept();
setTimeout(() => {
  if (!place?.isConnected || hasFailed) return;
  isSlow = true;
  showAlert(isPageHere ? alert?.dataset.silent : alert?.dataset.slow);
  keep();
  api.postMessage({ conversation: null, message: { type: "pageFailed" } });
}, slowMs);

// Not earlier: the editor shows the document once it has loaded, and would wait for the font of the icons.
window.addEventListener("load", () => place?.classList.add("loaded"));
// The page was shown before, so it may show a conversation that has messages. What it knew last is shown until it knows
// more.
const before = api.getState() as Partial<WebviewState> | undefined;
if (before !== undefined) place?.classList.add("other");
for (const [index, button] of [...(place?.querySelectorAll(".pickers .one-line") ?? [])].entries())
  button.textContent = [before?.known?.mode, before?.known?.model][index] ?? button.textContent;

window.addEventListener(
  "message",
  ({ data, origin }: MessageEvent<IncomingEnvelope | StartFailure | PageRest | Ping>) => {
    if ("failed" in data) fail(data.failed);
    else if ("ping" in data) isPageHere && tellRuns();
    // Frames of other extensions can post here too, from their own origins. Without the message the page loads files.
    else if ("script" in data) origin === window.origin && runPage(data);
    else listener(data);
  },
);
window.addEventListener("focus", focusField);
field?.addEventListener("compositionstart", () => {
  isComposing = true;
});
field?.addEventListener("compositionend", () => {
  isComposing = false;
});
/** Undoes and redoes in the field, like `keepUndo` of the page: the editor can do it in the user's file. */
field?.addEventListener("keydown", (event) => {
  const isMac = navigator.userAgent.includes("Macintosh");
  const isChord = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!isChord || event.altKey || event.isComposing || event.keyCode === 229) return;
  const letter = (/^[a-z]$/i.test(event.key) ? event.key : event.code.replace("Key", "")).toLowerCase();
  const isRedo = letter === "z" ? event.shiftKey : !isMac && letter === "y" && !event.shiftKey;
  if (letter !== "z" && !isRedo) return;
  event.preventDefault();
  event.stopPropagation();
  document.execCommand(isRedo ? "redo" : "undo");
});
field?.addEventListener("keydown", (event) => {
  if (
    hasFailed ||
    event.key !== "Enter" ||
    event.isComposing ||
    event.keyCode === 229 ||
    event.shiftKey ||
    event.altKey
  )
    return;
  if ((event.ctrlKey || event.metaKey) !== (place?.dataset.sendKey === "ctrlEnter")) return;
  event.preventDefault();
  if (!event.repeat) send(field);
});
field?.addEventListener("input", followText);
place?.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : undefined;
  if (!button || hasFailed) return;
  if (button !== sendButton) pressed = button;
  else if (field) {
    send(field);
    field.focus({ preventScroll: true });
  }
});

function send(from: HTMLTextAreaElement): void {
  if (from.value.trim() === "") return;
  sent.push(from.value);
  from.value = "";
  followText();
}

/** Enables the button that sends while there is text. */
function followText(): void {
  if (isSlow || hasFailed) keep();
  if (sendButton && !hasFailed) sendButton.disabled = field?.value.trim() === "";
}

/**
 * Returns the button of the page that corresponds to a button of the document: its name is the same, apart from the
 * value after a colon. A message before the composer can contain a button of any name, so the last one counts.
 */
function findSame(button: Element): HTMLButtonElement | undefined {
  const getName = (each: Element): string | undefined =>
    each.getAttribute("aria-label")?.split(":")[0] ?? each.textContent?.trim();
  return [...document.querySelectorAll("button")].findLast((each) => getName(each) === getName(button));
}

/** Focuses the field, unless another element already has the focus: opening the panel usually means to type. */
function focusField(): void {
  if (document.activeElement === document.body) field?.focus({ preventScroll: true });
}

function tellReady(): void {
  api.postMessage({ conversation: null, message: { type: "ready" } });
}

function tellRuns(): void {
  toldAt = performance.now();
  api.postMessage({ conversation: null, message: { type: "pageRuns" } });
}

/** Shows a text with the buttons of a failure. */
function showAlert(text: string | undefined): void {
  place?.querySelector("[role=status]")?.setAttribute("hidden", "");
  const [first] = alert?.children ?? [];
  if (!alert || !first) return;
  first.textContent = text ?? "";
  alert.classList.add("now");
  alert.hidden = false;
}

/**
 * Reports that the page cannot load. Leaves the typed text in the field, together with the sent prompts, so that it can
 * be copied.
 */
function fail(reason = alert?.dataset.failed): void {
  hasFailed = true;
  showAlert(reason);
  if (field && sent.length > 0) field.value = [...sent.splice(0), field.value].filter((text) => text !== "").join("\n");
  for (const button of place?.querySelectorAll("button") ?? []) button.disabled = true;
  keep();
}

/** Keeps the text for the next document of this view, with which the user tries again. */
function keep(): void {
  if (field) keepTyped([...sent, field.value].filter((text) => text !== "").join("\n"));
}

window.earlyPage = {
  api,
  onMessage(to) {
    isPageHere = true;
    window.removeEventListener("error", failPage);
    // The page came after all.
    if (isSlow) tellReady();
    tellRuns();
    const handle = (envelope: IncomingEnvelope): void => {
      to(envelope);
      if (performance.now() - toldAt >= answerMs) tellRuns();
    };
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
        listener = place?.isConnected ? keepAndHandOver : handle;
        return;
      }
      listener = (envelope) => void kept.push(envelope);
      try {
        handle(next);
      } finally {
        // Lets the page render the changes of one message before the next, as if each had arrived separately.
        queueMicrotask(handOver);
      }
    };
    handOver();
  },
  take() {
    if (!place?.isConnected || !field) return undefined;
    const focused = document.activeElement;
    const typed = { sent, text: field.value, hasFocus: focused === field };
    takeKept();
    window.removeEventListener("focus", focusField);
    const isOnButton = focused instanceof HTMLButtonElement && place.contains(focused);
    place.remove();
    // Once the page has drawn its own.
    setTimeout(() => {
      if (isOnButton) findSame(focused)?.focus({ preventScroll: true });
      if (pressed) findSame(pressed)?.click();
    });
    return typed;
  },
};

tellReady();

// Not earlier: the editor shows a document once it has loaded, and a running script delays that. A document that is
// shown for the first time gets script and styles as a message, and loads the files only if the message is lost.
const waitMs = isShownAgain(nonce) ? 10 : 1_000;
if (place?.dataset.page !== undefined)
  window.addEventListener("load", () => setTimeout(() => loadPage(place.dataset), waitMs));

/** Loads the files of the page at the same time, and runs its script once its styles hold. */
function loadPage({ page = "", styles = "" }: DOMStringMap): void {
  if (isPageAsked) return;
  isPageAsked = true;
  addLink("modulepreload", page);
  const link = addLink("stylesheet", styles);
  link.addEventListener("load", () => void import(page).catch(failPage));
  link.addEventListener("error", failPage);
}

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement("link"), { rel, href });
  putBeforeStyles(link);
  return link;
}

/** Puts styles where those of the document override them. */
function putBeforeStyles(element: Element): void {
  document.querySelector("style[nonce]")?.before(element);
}

/** Runs the page's script as a module of the document, once that was painted: running it takes longer than painting. */
function runPage({ script: text, styles }: PageRest): void {
  if (isPageAsked) return;
  isPageAsked = true;
  const rules = Object.assign(document.createElement("style"), { nonce, textContent: styles });
  const script = Object.assign(document.createElement("script"), { type: "module", nonce, textContent: text });
  afterPaint(() => {
    window.addEventListener("error", failPage);
    putBeforeStyles(rules);
    document.head.append(script);
  });
}

function failPage(): void {
  fail();
  api.postMessage({ conversation: null, message: { type: "pageFailed" } });
}
