import { render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { ConversationState } from "../../extension/contract/conversationState.ts";
import type { ConversationId } from "../../extension/contract/ids.ts";
import type { PermissionView } from "../../extension/contract/requests.ts";
import App from "../../webview/App.svelte";
import { guardMs } from "../../webview/requests/deliberation.svelte.ts";
import { ChatState } from "../../webview/state/chatState.svelte.ts";
import { about, FakeHost, snapshot } from "./fakeHost.ts";

// jsdom lays nothing out; the transcript's rows are looked at in the real editor.
beforeAll(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** How long it takes until something new was painted: the frame that paints it, and the one after that. */
const paintMs = 32;

/** Lets what is on the screen stand there until it can be decided. */
function wait(ms = paintMs + guardMs): void {
  vi.advanceTimersByTime(ms);
  flushSync();
}

function open(set: Partial<ConversationState> = {}) {
  const host = new FakeHost();
  const chat = new ChatState(host);
  render(App, { chat });
  chat.receive(about(snapshot()));
  chat.receive(about({ type: "changes", changes: [{ kind: "state", set }] }));
  flushSync();
  const message = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  const type = (text: string) => {
    message.value = text;
    message.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  const key = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
    message.dispatchEvent(event);
    flushSync();
    return event;
  };
  /** `pressedAt`, `at`: when the button went down and up again; by itself now. */
  const click = (element: HTMLElement, detail = 1, { pressedAt, at = performance.now() }: { pressedAt?: number; at?: number } = {}) => {
    const send = (event: Event, timeStamp: number) => element.dispatchEvent(Object.defineProperty(event, "timeStamp", { value: timeStamp }));
    if (pressedAt !== undefined) send(new Event("pointerdown", { bubbles: true }), pressedAt);
    send(new MouseEvent("click", { bubbles: true, detail }), at);
    flushSync();
  };
  return { host, chat, message, type, key, click };
}

const permission: PermissionView = {
  kind: "permission",
  id: "r1",
  toolId: "t1",
  tool: "Bash",
  subject: "npm test",
  toolKind: "command",
  revision: 3,
  notes: [],
  body: "npm test",
  always: [{ choice: 2, change: { kind: "rules", change: "add", rules: ["Bash(npm test)"], behavior: "allow", destination: "localSettings" } }],
  isDenyDefault: false,
  isDenyOnly: false,
  bodyOmitted: 0,
};

it("sends with Enter, breaks the line with Shift+Enter, and leaves Enter to an input method", () => {
  const { host, message, type, key } = open();
  type("hello");
  expect(key({ key: "Enter", shiftKey: true }).defaultPrevented).toBe(false);
  expect(key({ key: "Enter", isComposing: true }).defaultPrevented).toBe(false);
  expect(host.sent.some((sent) => sent.type === "submit")).toBe(false);
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "hello" });
  expect(message.value).toBe("");
});

it("sends with Ctrl+Enter when that is the setting", () => {
  const { chat, host, type, key } = open();
  chat.receive(about({ type: "options", options: { sendKey: "ctrlEnter", showsFolder: false, starters: [] } }));
  type("hello");
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toMatchObject({ type: "draft" });
  key({ key: "Enter", ctrlKey: true });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "hello" });
});

it("sends nothing that is blank, and a start with one click", () => {
  const { host, type, key, click } = open();
  type("  \n ");
  key({ key: "Enter" });
  expect(host.sent.some((sent) => sent.type === "submit")).toBe(false);
  click(screen.getByRole("button", { name: "Try: a start" }));
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "Begin" });
});

it("stops with the button and with Escape, only while a turn runs", () => {
  const { host, key, click, chat } = open();
  key({ key: "Escape" });
  expect(host.sent).toEqual([]);
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  chat.receive(about({ type: "changes", changes: [{ kind: "state", set: { status: "working" } }] }));
  flushSync();
  click(screen.getByRole("button", { name: "Stop" }));
  key({ key: "Escape" });
  expect(host.sent).toEqual([{ type: "stop" }, { type: "stop" }]);
});

it("shows mode, model, context and cost as they were reported", () => {
  open({
    mode: "plan",
    model: "opus",
    models: [{ value: "opus", label: "Opus 5", description: "" }],
    contextTokens: 76_000,
    contextWindow: 200_000,
    costUsd: 0.42,
  });
  screen.getByRole("button", { name: "Permission mode: Plan" });
  screen.getByRole("button", { name: "Model: Opus 5" });
  expect(screen.getByRole("meter", { name: "Context used" }).textContent).toBe("38 % · 76k");
  expect(screen.getByRole("status", { name: "Cost" }).textContent).toBe("$0.42");
});

it("keeps what is half typed on a card while another conversation is shown, and when the request is asked anew", () => {
  const { chat, click } = open({ requests: [permission] });
  wait();
  click(screen.getByRole("button", { name: "Deny with feedback…" }));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What to do instead" });
  field.value = "use the oth";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  chat.receive(about(snapshot(), "c2" as ConversationId));
  flushSync();
  expect(screen.queryByRole("textbox", { name: "What to do instead" })).toBeNull();
  chat.receive(about({ ...snapshot(), state: { ...snapshot().state, requests: [{ ...permission, revision: 9 }] } }));
  flushSync();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What to do instead" }).value).toBe("use the oth");
});

it("takes and refuses hunks where they stand, keeps the focus, and offers no Allow where nothing is left", () => {
  const { host, chat, click } = open();
  const { body: _, ...asked } = permission;
  const hunk = { oldStart: 1, newStart: 1, lines: [{ sign: "+", text: "x" }], added: 1, removed: 0, isAccepted: true, linesOmitted: 0 } as const;
  const proposal = {
    path: "a.txt",
    added: 2,
    removed: 0,
    hunks: [hunk, hunk],
    hunksOmitted: 1,
    isNewFile: false,
    outcome: "asProposed",
    isByHand: false,
  } as const;
  const show = (set: object) => {
    const request: PermissionView = { ...asked, tool: "Write", subject: "a.txt", proposal, ...set };
    chat.receive(about({ type: "changes", changes: [{ kind: "state", set: { requests: [request] } }] }));
    flushSync();
  };
  show({});
  const second = within(screen.getByRole("list", { name: "Hunks" })).getByRole("listitem", { name: "Hunk 2 of 3" });
  const reject = within(second).getByRole("button", { name: "Reject hunk" });
  reject.focus();
  click(reject);
  expect(host.sent.at(-1)).toEqual({ type: "reviewStep", requestId: "r1", revision: 3, step: { kind: "hunk", hunk: 1, isAccepted: false } });
  show({ proposal: { ...proposal, hunks: [hunk, { ...hunk, isAccepted: false }], outcome: "changed" } });
  expect([document.activeElement, reject.getAttribute("aria-pressed")]).toEqual([reject, "true"]);
  screen.getByText(/Allow writes your version/);
  show({ isDenyOnly: true, proposal: { ...proposal, outcome: "nothing" } });
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
  click(screen.getByRole("button", { name: "Back to what was proposed" }));
  expect(host.sent.at(-1)).toMatchObject({ step: { kind: "reset" } });
});

it("asks for a permission without taking the focus", () => {
  const { host, chat, message, click } = open();
  message.focus();
  chat.receive(about({ type: "changes", changes: [{ kind: "state", set: { requests: [permission] } }] }));
  flushSync();
  expect(document.activeElement).toBe(message);
  const card = within(screen.getByRole("group", { name: "Permission: Bash npm test" }));
  wait();
  expect(host.sent).toEqual([{ type: "seen", requestId: "r1", revision: 3 }]);
  click(card.getByRole("button", { name: "Allow" }));
  expect(host.sent.at(-1)).toEqual({ type: "decide", requestId: "r1", revision: 3, decision: { kind: "allow" } });
  click(card.getByRole("button", { name: "Allow always…" }));
  const choice = card.getByRole("button", { name: "Allow Bash(npm test) in this project, for you" });
  expect(document.activeElement).toBe(choice);
  // A click or a key that is still under way from the button before decides nothing.
  click(choice, 0);
  expect(host.sent).toHaveLength(2);
  wait();
  click(card.getByRole("button", { name: "Allow Bash(npm test) in this project, for you" }));
  expect(host.sent.at(-1)).toEqual({ type: "decide", requestId: "r1", revision: 3, decision: { kind: "allowAlways", choice: 2 } });
});

it("decides by no click or key that was under way when the card appeared, took the place of another, or changed", () => {
  const { host, chat, click } = open();
  const show = (...requests: PermissionView[]) => {
    chat.receive(about({ type: "changes", changes: [{ kind: "state", set: { requests } }] }));
    flushSync();
  };
  const allow = () => screen.getByRole("button", { name: "Allow" });
  const tryAll = () => {
    for (const detail of [0, 1, 2]) click(allow(), detail);
    return host.sent.filter((sent) => sent.type === "decide").length;
  };
  show(permission);
  expect(tryAll()).toBe(0);
  wait(guardMs);
  expect(tryAll()).toBe(0);
  // The card that stood there was cancelled, and the next one is under the pointer.
  show({ ...permission, id: "r2" });
  wait(guardMs);
  expect(tryAll()).toBe(0);
  wait(paintMs);
  // Its content was replaced.
  show({ ...permission, id: "r2", revision: 4, body: "rm -rf /" });
  expect(tryAll()).toBe(0);
  wait();
  click(allow(), 2);
  // On a page that was busy: pressed too early, noticed late.
  click(allow(), 1, { at: performance.now() - paintMs });
  click(allow(), 1, { pressedAt: performance.now() - paintMs });
  expect(host.sent.some((sent) => sent.type === "decide")).toBe(false);
  click(allow());
  expect(host.sent.at(-1)).toEqual({ type: "decide", requestId: "r2", revision: 4, decision: { kind: "allow" } });
});

it("sends no draft for a key that is held down", () => {
  const { host, type, key } = open();
  type("half a thou");
  expect(key({ key: "Enter", repeat: true }).defaultPrevented).toBe(true);
  expect(host.sent.some((sent) => sent.type === "submit")).toBe(false);
});

it("denies with feedback, by keyboard", () => {
  const { host, chat, click } = open();
  chat.receive(about({ type: "changes", changes: [{ kind: "state", set: { requests: [permission] } }] }));
  flushSync();
  click(screen.getByRole("button", { name: "Deny with feedback…" }));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What to do instead" });
  expect(document.activeElement).toBe(field);
  field.value = "Use pnpm";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  expect(host.sent.at(-1)).toEqual({ type: "decide", requestId: "r1", revision: 3, decision: { kind: "deny", feedback: "Use pnpm" } });
});

it("takes an answer to a question only when it is complete", () => {
  const options = [
    { label: "A", description: "first" },
    { label: "B", description: "second" },
  ];
  const { host, click } = open({
    requests: [
      { kind: "question", notes: [], id: "q", toolId: "t", revision: 0, questions: [{ question: "Which?", header: "Pick", options, isMultiple: false }] },
    ],
  });
  const card = within(screen.getByRole("group", { name: "Question: Pick" }));
  const answer = card.getByRole<HTMLButtonElement>("button", { name: "Answer" });
  expect(answer.disabled).toBe(true);
  card.getByRole("radio", { name: "Other" }).click();
  flushSync();
  const other = card.getByRole<HTMLInputElement>("textbox", { name: "Other" });
  other.value = "C";
  other.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  wait();
  click(answer);
  expect(host.sent.at(-1)).toEqual({ type: "decide", requestId: "q", revision: 0, decision: { kind: "answer", answers: [{ options: [], other: "C" }] } });
});

it("names what is wrong and what to do, and keeps the composer", () => {
  const { host, click } = open({ status: "ended", problem: { code: "missing", searched: ["/usr/bin"] } });
  expect(within(screen.getByRole("alert")).getByText("The claude program was not found")).toBeTruthy();
  click(screen.getByRole("button", { name: "Choose program…" }));
  expect(host.sent.at(-1)).toEqual({ type: "run", action: "chooseProgram" });
});

it("lists queued messages with what can be done to each", () => {
  const { host, click } = open({ queue: [{ id: "q1", text: "later" }] });
  const list = within(screen.getByRole("list", { name: "Queued messages" }));
  for (const name of ["Edit", "Send now", "Remove"]) click(list.getByRole("button", { name }));
  expect(host.sent).toMatchObject([{ action: "edit" }, { action: "sendNow" }, { action: "remove" }]);
});

it("shows a request that cannot be drawn as it is, with a way to deny it and none to allow it", () => {
  const complained = vi.spyOn(console, "error").mockImplementation(() => {});
  const { host, click } = open({ requests: [{ ...permission, notes: null } as unknown as PermissionView] });
  const card = within(screen.getByRole("note"));
  card.getByText(/npm test/);
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
  wait();
  click(card.getByRole("button", { name: "Deny" }));
  expect(host.sent.at(-1)).toMatchObject({ decision: { kind: "deny" } });
  // Everything else still works.
  screen.getByRole("textbox", { name: "Message" });
  expect(complained).toHaveBeenCalledOnce();
});
