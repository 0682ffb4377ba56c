import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import type { EarlyPage, IncomingEnvelope } from "../../webview/host.ts";
import { ChatState } from "../../webview/state/chatState.svelte.ts";
import { settled } from "../unit/core/protocol/setup.ts";
import { about, FakeHost, idle, snapshot } from "./fakeHost.ts";

let posted: unknown[];
let page: EarlyPage;
let field: HTMLTextAreaElement;

/** The document as the editor shows it, with its script run anew. */
async function open(sendKey: string, main?: string, saved?: unknown): Promise<void> {
  const words = `<p role="status">Loading…</p><div role="alert" data-slow="It is slow." data-silent="It is silent." data-failed="It failed."><p>No script runs.</p><a role="button" href="command:tandem.start.tryAgain">Try again</a></div>`;
  document.body.innerHTML = `<div id="early" data-send-key="${sendKey}"${main === undefined ? "" : ` data-page="${main}" data-styles="data:text/css,"`}>${words}<button>Try: this</button><button aria-label="Model: default"></button><textarea></textarea><button aria-label="Send" disabled></button></div><div id="app"></div><script nonce="n0nce" type="text/plain"></script><style nonce="n0nce">.own {}</style>`;
  // Its own: the scripts of the tests before listen to the same window.
  const own: unknown[] = [];
  posted = own;
  Object.assign(window, {
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => own.push(message),
      getState: () => saved,
      setState() {},
    }),
  });
  vi.resetModules();
  await import("../../webview/early.ts");
  page = window.earlyPage as EarlyPage;
  field = document.querySelector("textarea") as HTMLTextAreaElement;
}
const press = (key: string, more: KeyboardEventInit = {}) =>
  field.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true, ...more }));
/** By then the document was painted. */
const paintedMs = 20;
afterEach(() => {
  // In this order: what was stubbed here belongs to the false clock.
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const script of document.head.querySelectorAll("script")) script.remove();
});
const say = (data: unknown, origin = window.origin) =>
  window.dispatchEvent(new MessageEvent("message", { data, origin }));

beforeEach(() => {
  sessionStorage.clear();
  return open("enter");
});

const ready = { conversation: null, message: { type: "ready" } };

it("tells the host at once that the document is there", () => {
  expect(posted).toEqual([ready]);
});

it("hands over the host's earlier messages one by one", async () => {
  say(about(snapshot()));
  say(about({ type: "focusComposer" }));
  const heard: string[] = [];
  page.onMessage(({ message }) => {
    heard.push(message.type);
    queueMicrotask(() => heard.push("drawn"));
  });
  expect(heard).toEqual(["snapshot"]);
  say(about({ type: "openFind" }));
  await settled();
  say(about({ type: "copySelection" }));
  expect(heard).toEqual(["snapshot", "drawn", "focusComposer", "drawn", "openFind", "drawn", "copySelection"]);
});

it("tells the host that the page runs, and answers at most once a second", async () => {
  vi.useFakeTimers();
  await open("enter");
  posted.length = 0;
  page.onMessage(() => {});
  page.take();
  const send = async (afterMs: number): Promise<unknown[]> => {
    vi.advanceTimersByTime(afterMs);
    say(about({ type: "focusComposer" }));
    await Promise.resolve();
    return posted.splice(0);
  };
  const runs = { conversation: null, message: { type: "pageRuns" } };
  expect(posted.splice(0)).toEqual([runs]);
  const answers: unknown[][] = [];
  for (const afterMs of [0, 999, 1, 500]) answers.push(await send(afterMs));
  expect(answers).toEqual([[], [], [runs], []]);
});

it.each([
  [{ key: "z", ctrlKey: true }, "undo"],
  [{ key: "Z", ctrlKey: true, shiftKey: true }, "redo"],
  [{ key: "я", code: "KeyZ", ctrlKey: true }, "undo"],
  [{ key: "y", ctrlKey: true }, "redo"],
  [{ key: "z", ctrlKey: true, altKey: true }, undefined],
  [{ key: "z", ctrlKey: true, isComposing: true }, undefined],
  [{ key: "z" }, undefined],
])("keeps the key from the editor, whose active file it would change: %j", (init, command) => {
  const run = vi.fn();
  const forEditor = vi.fn();
  Object.assign(document, { execCommand: run });
  window.addEventListener("keydown", forEditor);
  field.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
  window.removeEventListener("keydown", forEditor);
  Reflect.deleteProperty(document, "execCommand");
  expect([run.mock.calls, forEditor.mock.calls.length]).toEqual(command ? [[[command]], 0] : [[], 1]);
});

it("says why the host didn't start, and leaves written and sent text for copying", () => {
  const alert = document.querySelector<HTMLElement>("[role=alert]");
  field.value = "one";
  press("Enter");
  field.value = "two";
  say({ failed: "No such file." });
  expect([alert?.hidden, alert?.querySelector("p")?.textContent, alert?.querySelector("a")?.textContent]).toEqual([
    false,
    "No such file.",
    "Try again",
  ]);
  expect(document.querySelector<HTMLElement>("[role=status]")?.hidden).toBe(true);
  expect(field.value).toBe("one\ntwo");
  press("Enter");
  field.dispatchEvent(new Event("input"));
  for (const button of document.querySelectorAll("button")) expect(button.disabled).toBe(true);
  expect(field.value).toBe("one\ntwo");
  expect(page.take()).toEqual({ sent: [], text: "one\ntwo", hasFocus: false });
});

it("keeps what is typed, sends with the user's key, and goes once it is taken", async () => {
  field.value = "one";
  press("Enter", { shiftKey: true });
  press("Enter", { repeat: true });
  press("Enter", { isComposing: true });
  expect(field.value).toBe("one");
  press("Enter");
  expect(field.value).toBe("");
  press("Enter");
  field.value = "two";
  window.dispatchEvent(new FocusEvent("focus"));
  expect(page.take()).toEqual({ sent: ["one"], text: "two", hasFocus: true });
  expect(document.querySelector("textarea")).toBeNull();
  expect(page.take()).toBeUndefined();
  await open("ctrlEnter");
  field.value = "three";
  press("Enter");
  press("Enter", { ctrlKey: true });
  expect(page.take()).toEqual({ sent: ["three"], text: "", hasFocus: false });
});

it("sends with its button while there is text, and keeps the cursor in the field", () => {
  const button = document.querySelector<HTMLButtonElement>("[aria-label=Send]") as HTMLButtonElement;
  const type = (text: string): void => {
    field.value = text;
    field.dispatchEvent(new Event("input"));
  };
  type(" ");
  expect(button.disabled).toBe(true);
  type("one");
  expect(button.disabled).toBe(false);
  button.click();
  expect([button.disabled, field.value, document.activeElement]).toEqual([true, "", field]);
  expect(page.take()).toEqual({ sent: ["one"], text: "", hasFocus: true });
});

it.each([0, 1])("presses and focuses the button of the page that was pressed in its place (%d)", async (which) => {
  const early = document.querySelectorAll("button")[which] as HTMLButtonElement;
  early.focus();
  early.click();
  const pressed: unknown[] = [];
  page.take();
  const app = document.getElementById("app") as HTMLElement;
  app.innerHTML = `<button aria-label="Model: of a file"></button><button> Try: this\n</button><button aria-label="Model: Sonnet"></button>`;
  for (const button of app.querySelectorAll("button")) button.addEventListener("click", () => pressed.push(button));
  await vi.waitFor(() => expect(pressed).toEqual([app.children[which + 1]]));
  expect(document.activeElement).toBe(app.children[which + 1]);
});

it("shows no texts of a new conversation where the page was shown before", async () => {
  const place = () => document.getElementById("early")?.className;
  expect(place()).toBe("");
  await open("enter", undefined, { conversation: "c1", draft: "", open: [] });
  expect(place()).toBe("other");
});

it("does not end a word that is being composed", async () => {
  say(about(snapshot()));
  const heard: IncomingEnvelope[] = [];
  field.dispatchEvent(new CompositionEvent("compositionstart"));
  page.onMessage((envelope) => heard.push(envelope));
  say(about({ type: "focusComposer" }));
  expect(heard).toEqual([]);
  field.dispatchEvent(new CompositionEvent("compositionend"));
  await settled();
  expect(heard.map(({ message }) => message.type)).toEqual(["snapshot", "focusComposer"]);
});

it("does not end one that begins after the page is there, either", async () => {
  const heard: IncomingEnvelope[] = [];
  page.onMessage((envelope) => heard.push(envelope));
  field.dispatchEvent(new CompositionEvent("compositionstart"));
  say(about(snapshot()));
  say(about({ type: "focusComposer" }));
  await settled();
  expect(heard).toEqual([]);
  field.dispatchEvent(new CompositionEvent("compositionend"));
  await settled();
  expect(heard.map(({ message }) => message.type)).toEqual(["snapshot", "focusComposer"]);
  page.take();
  say(about({ type: "focusComposer" }));
  await settled();
  expect(heard).toHaveLength(3);
});

/** A panel that is shown after something was typed. */
function shownAfter(typed: FakeHost["typed"], state = idle) {
  const host = new FakeHost();
  host.typed = typed;
  const chat = new ChatState(host);
  chat.receive(about({ ...snapshot(), state, draft: "a draft" }));
  return { chat, sent: host.sent.filter(({ type }) => type !== "saveView") };
}

it("sends early prompts, puts commands back into the field, and keeps draft and cursor", () => {
  const { chat, sent } = shownAfter({ sent: ["hello", "/clear", "!rm x"], text: "rest", hasFocus: true });
  expect(sent).toEqual([{ type: "submit", text: "hello" }]);
  expect(chat.draft).toBe("a draft");
  expect(chat.composer.inserted).toEqual(["/clear\n!rm x\nrest"]);
  chat.receive(about({ type: "insertText", text: "@a.ts " }));
  expect(chat.composer.inserted).toEqual(["/clear\n!rm x\nrest", "@a.ts "]);
  chat.receive(about(snapshot(), "c2" as ConversationId));
  expect(chat.composer.inserted).toEqual([]);
  expect(shownAfter({ sent: [], text: "", hasFocus: true }).chat.focusRequests).toBe(1);
  expect(shownAfter({ sent: [], text: "", hasFocus: false }).chat.focusRequests).toBe(0);
});

it("keeps all of it as the draft where nothing can be sent", () => {
  const { chat, sent } = shownAfter(
    { sent: ["hello"], text: "rest", hasFocus: true },
    { ...idle, externalUse: { by: "window", isWaiting: false } },
  );
  expect(sent).toEqual([{ type: "draft", text: "a draft\nhello\nrest" }]);
  expect(chat.draft).toBe("a draft\nhello\nrest");
});

/** Ends the loading of the document, then of the styles that it asks for. */
function endLoading(how: "load" | "error"): void {
  vi.useFakeTimers();
  window.dispatchEvent(new Event("load"));
  vi.advanceTimersByTime(10);
  vi.useRealTimers();
  for (const link of document.querySelectorAll("link[rel=stylesheet]")) link.dispatchEvent(new Event(how));
}

it("tells the host that the page cannot be loaded, beside its reader", async () => {
  sessionStorage.setItem("n0nce", "shown");
  await open("enter", "data:text/javascript,throw%20new%20Error()");
  endLoading("load");
  await vi.waitFor(() => expect(posted).toContainEqual({ conversation: null, message: { type: "pageFailed" } }));
  expect(document.querySelector<HTMLElement>("[role=alert]")?.hidden).toBe(false);
});

it("tells the host that the page cannot be loaded where its styles cannot", async () => {
  sessionStorage.setItem("n0nce", "shown");
  await open("enter", "data:text/javascript,window.isLoaded=true");
  endLoading("error");
  expect(posted).toContainEqual({ conversation: null, message: { type: "pageFailed" } });
  expect("isLoaded" in window).toBe(false);
});

it("puts the page's styles in front of the document's own", async () => {
  await open("enter", "data:text/javascript,");
  vi.useFakeTimers();
  say({ script: "", styles: ".rest {}" });
  vi.advanceTimersByTime(paintedMs);
  const rules = [...document.querySelectorAll("style[nonce]")].map(({ textContent }) => textContent);
  expect([rules.includes(".rest {}"), rules.at(-1)]).toEqual([true, ".own {}"]);
});

it("says that the panel is slow after four seconds, unless it came", async () => {
  vi.useFakeTimers();
  await open("enter");
  const alert = document.querySelector<HTMLElement>("[role=alert]");
  expect(alert?.hidden).toBe(true);
  vi.advanceTimersByTime(3_999);
  expect(alert?.hidden).toBe(true);
  vi.advanceTimersByTime(1);
  expect([alert?.hidden, alert?.querySelector("p")?.textContent, field.disabled]).toEqual([
    false,
    "It is slow.",
    false,
  ]);
  await open("enter");
  page.onMessage(() => {});
  vi.advanceTimersByTime(4_000);
  expect(document.querySelector("[role=alert] p")?.textContent).toBe("It is silent.");
  await open("enter");
  page.take();
  vi.advanceTimersByTime(4_000);
  expect(document.querySelector("[role=alert]")).toBe(null);
});

it("runs the host's script once, and doesn't load its file too", async () => {
  await open("enter", "data:text/javascript,window.isLoaded=true");
  vi.useFakeTimers();
  say({ script: "scriptOfAnotherOrigin" }, "https://example.com");
  vi.advanceTimersByTime(paintedMs);
  expect(document.head.textContent).not.toContain("scriptOfAnotherOrigin");
  say({ script: "one" });
  vi.advanceTimersByTime(paintedMs);
  const [script] = [...document.querySelectorAll<HTMLScriptElement>("head script")].slice(-1);
  expect([script?.type, script?.nonce, script?.textContent]).toEqual(["module", "n0nce", "one"]);
  window.dispatchEvent(new Event("load"));
  say({ script: "two" });
  vi.advanceTimersByTime(1_000);
  expect(document.head.textContent).not.toContain("two");
  expect("isLoaded" in window).toBe(false);
});

it("runs the page once its document is painted, or soon if nothing is painted", async () => {
  await open("enter", "data:text/javascript,");
  vi.useFakeTimers();
  say({ script: "paintedPage" });
  const isRunning = (text: string): boolean => document.head.textContent.includes(text);
  expect(isRunning("paintedPage")).toBe(false);
  vi.advanceTimersByTime(paintedMs);
  expect(isRunning("paintedPage")).toBe(true);
  await open("enter", "data:text/javascript,");
  vi.stubGlobal("requestAnimationFrame", () => 0);
  say({ script: "hiddenPage" });
  vi.advanceTimersByTime(99);
  expect(isRunning("hiddenPage")).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isRunning("hiddenPage")).toBe(true);
});

it("waits for the host's script in a new document, but not when shown again", async () => {
  const file = "data:text/javascript,";
  const isWaiting = (script: string, afterMs: number): boolean => {
    vi.useFakeTimers();
    window.dispatchEvent(new Event("load"));
    vi.advanceTimersByTime(afterMs);
    say({ script });
    vi.advanceTimersByTime(paintedMs);
    return document.head.textContent.includes(script);
  };
  await open("enter", file);
  expect(isWaiting("withTheDocument", 999)).toBe(true);
  vi.useRealTimers();
  await open("enter", file);
  expect(isWaiting("afterTheFile", 10)).toBe(false);
});

it("reports a failed start of the host's script, and leaves later errors to the page", async () => {
  const failed = { conversation: null, message: { type: "pageFailed" } };
  await open("enter", "data:text/javascript,");
  vi.useFakeTimers();
  say({ script: "throw new Error()" });
  vi.advanceTimersByTime(paintedMs);
  window.dispatchEvent(new ErrorEvent("error"));
  expect(posted).toContainEqual(failed);
  await open("enter", "data:text/javascript,");
  say({ script: "" });
  vi.advanceTimersByTime(paintedMs);
  page.onMessage(() => {});
  window.dispatchEvent(new ErrorEvent("error"));
  expect(posted).not.toContainEqual(failed);
});
