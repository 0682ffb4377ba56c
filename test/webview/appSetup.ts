import { render, screen } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { ConversationState } from "../../extension/shared/contract/conversationState.ts";
import { decisionDelayMs } from "../../extension/shared/contract/requests/decisionDelay.ts";
import type { PermissionView } from "../../extension/shared/contract/requests/requests.ts";
import App from "../../webview/App.svelte";
import { ChatState } from "../../webview/state/chatState.svelte.ts";
import { about, FakeHost, snapshot } from "./fakeHost.ts";

/** jsdom lays nothing out and scrolls nothing; the rows of lists are looked at in the real editor. */
export function useFakeLayout(): void {
  beforeAll(() => {
    globalThis.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    Element.prototype.scrollIntoView = () => {};
    Element.prototype.scrollTo = () => {};
  });
}

/** Run by each test file that opens the page. */
export function useFakePage(): void {
  useFakeLayout();
  beforeAll(() => {
    // Nothing can be undone here either.
    document.execCommand = () => false;
  });

  beforeEach(
    () =>
      void vi.useFakeTimers({
        toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "performance"],
      }),
  );
  afterEach(() => void vi.useRealTimers());
}

/** Waits until a change was painted: the frame that paints it, and the one after that. */
export const paintMs = 32;

/** Lets what is on the screen stand there until it can be decided. */
export function wait(ms = paintMs + decisionDelayMs): void {
  vi.advanceTimersByTime(ms);
  flushSync();
}

export function open(set: Partial<ConversationState> = {}) {
  const host = new FakeHost();
  const chat = new ChatState(host);
  render(App, { chat });
  chat.receive(about(snapshot()));
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set }] }));
  flushSync();
  /** A draft from elsewhere has a field of its own. */
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  const message = field();
  const type = (text: string) => {
    field().value = text;
    field().dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  const key = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
    field().dispatchEvent(event);
    flushSync();
    return event;
  };
  /** `pressedAt`, `at`: when the button went down and up again; by itself now. */
  const click = (
    element: HTMLElement,
    detail = 1,
    { pressedAt, at = performance.now() }: { pressedAt?: number; at?: number } = {},
  ) => {
    const send = (event: Event, timeStamp: number) =>
      element.dispatchEvent(Object.defineProperty(event, "timeStamp", { value: timeStamp }));
    if (pressedAt !== undefined) send(new Event("pointerdown", { bubbles: true }), pressedAt);
    send(new MouseEvent("click", { bubbles: true, detail }), at);
    flushSync();
  };
  /** Chooses an entry of the menu behind one of a card's buttons. */
  const choose = async (button: "More ways to allow" | "More ways to deny", entry: string) => {
    click(screen.getByRole("button", { name: button }));
    // The menu takes the focus when it is there.
    await tick();
    click(screen.getByRole("menuitem", { name: entry }));
  };
  return { host, chat, message, field, type, key, click, choose };
}

/** Presses a key on an element, at a time of the page; now by itself. */
export function keyOn(target: EventTarget, init: KeyboardEventInit, timeStamp = performance.now()): void {
  target.dispatchEvent(
    Object.defineProperty(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }), "timeStamp", {
      value: timeStamp,
    }),
  );
  flushSync();
}

export const permission: PermissionView = {
  kind: "permission",
  id: "r1",
  toolId: "t1",
  tool: "Bash",
  subject: "npm test",
  toolKind: "command",
  revision: 3,
  notes: [],
  body: "npm test",
  always: [
    {
      choice: 2,
      change: {
        kind: "rules",
        change: "add",
        rules: ["Bash(npm test)"],
        behavior: "allow",
        destination: "localSettings",
      },
    },
  ],
  isDenyDefault: false,
  isDenyOnly: false,
  needsCard: false,
  isInputEdited: false,
  bodyOmitted: 0,
};
