import { screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import { open, useFakePage } from "./appSetup.ts";
import { about, text } from "./fakeHost.ts";

useFakePage();

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
  chat.receive(
    about({
      type: "options",
      options: {
        sendKey: "ctrlEnter",
        showThinking: "collapsed",
        fontSize: null,
        showsFolder: false,
        isBypassAllowed: false,
        starters: [],
      },
    }),
  );
  type("hello");
  key({ key: "Enter" });
  expect(host.sent.at(-1)).toMatchObject({ type: "draft" });
  key({ key: "Enter", ctrlKey: true });
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "hello" });
});

it("shows one heading on the start page, and the title of the conversation after that", () => {
  const { type, key } = open();
  const isShown = (name: string): boolean => !screen.getByRole("heading", { name }).classList.contains("hidden");
  expect([isShown("New conversation"), isShown("Start a conversation")]).toEqual([false, true]);
  type("hello");
  key({ key: "Enter" });
  flushSync();
  expect([isShown("New conversation"), screen.queryByRole("heading", { name: "Start a conversation" })]).toEqual([
    true,
    null,
  ]);
});

it("replaces suggestions by better ones, but not while the pointer is over them", () => {
  const { chat } = open();
  const offer = (label: string): void => {
    const options = { ...chat.options, starters: [{ label, prompt: label }] };
    chat.receive(about({ type: "options", options }));
    flushSync();
  };
  offer("errors");
  const list = screen.getByRole("button", { name: "Try: errors" }).closest("ul");
  list?.dispatchEvent(new Event("pointerenter"));
  offer("changes");
  screen.getByRole("button", { name: "Try: errors" });
  list?.dispatchEvent(new Event("pointerleave"));
  flushSync();
  screen.getByRole("button", { name: "Try: changes" });
});

it("sends no blank message, and a suggested one by one click, which focuses the field", () => {
  const { host, type, key, click, field } = open();
  type("  \n ");
  key({ key: "Enter" });
  expect(host.sent.some((sent) => sent.type === "submit")).toBe(false);
  // For jsdom the page has no focus once the button with it is gone.
  const hasFocus = vi.spyOn(document, "hasFocus").mockReturnValue(true);
  click(screen.getByRole("button", { name: "Try: a start" }));
  hasFocus.mockRestore();
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "Begin" });
  expect(document.activeElement).toBe(field());
});

it("stops by button and Escape only while a turn runs or a message waits", () => {
  const { host, key, click, chat } = open();
  key({ key: "Escape" });
  expect(host.sent).toEqual([]);
  for (const set of [
    { status: "starting" },
    { status: "starting", queue: [{ id: "q", text: "one", isHeld: true }] },
  ] as const) {
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set }] }));
    flushSync();
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  }
  for (const set of [
    { status: "starting", queue: [{ id: "q", text: "one" }] },
    { status: "working", queue: [] },
  ] as const) {
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set }] }));
    flushSync();
    click(screen.getByRole("button", { name: "Stop" }));
    key({ key: "Escape" });
  }
  expect(host.sent).toEqual(Array.from({ length: 4 }, () => ({ type: "stop" })));
});

it("shows mode, model, context and cost as they were reported", () => {
  open({
    reported: { permissionMode: "plan", model: "opus", effort: "high" },
    models: [{ value: "opus", label: "Opus 5", description: "", efforts: ["low", "high"] }],
    contextTokens: 76_000,
    contextWindow: 200_000,
    costUsd: 0.42,
  });
  screen.getByRole("button", { name: "Effort: High" });
  screen.getByRole("button", { name: "Permission mode: Plan" });
  screen.getByRole("button", { name: "Model: Opus 5" });
  expect(screen.getByRole("meter", { name: "Context used" }).textContent).toBe("76k of 200k · 38%");
  expect(screen.getByRole("status", { name: "Cost" }).textContent).toBe("$0.42");
  screen.getByRole("meter", { name: "Context used" }).click();
  flushSync();
  expect(screen.getByRole("button", { name: "Context usage" }).getAttribute("aria-expanded")).toBe("true");
});

it("shows the cost of the turns that rewinds left, and says what the others cost", () => {
  open({ costUsd: 0.42, rewoundCostUsd: 0.4 });
  const cost = screen.getByRole("status", { name: "Cost" });
  expect(cost.textContent).toBe("$0.02");
  expect(cost.title).toMatch(/^Cost of this conversation, as reported by claude\n.*\$0\.40/);
});

it("sends no draft for a key that is held down", () => {
  const { host, type, key } = open();
  type("half a thou");
  expect(key({ key: "Enter", repeat: true }).defaultPrevented).toBe(true);
  expect(host.sent.some((sent) => sent.type === "submit")).toBe(false);
});

it("names what is wrong and what to do, and keeps the composer", () => {
  const { host, click } = open({ status: "ended", problem: { code: "missing", searched: ["/usr/bin"] } });
  expect(within(screen.getByRole("alert")).getByText("claude was not found")).toBeTruthy();
  click(screen.getByRole("button", { name: "Select executable…" }));
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "chooseProgram" });
});

it("asks for a folder in a window without one, and keeps the composer", () => {
  const { host, click } = open({
    status: "ended",
    problem: { code: "noWorkspace" },
    queue: [{ id: "q1", text: "later" }],
  });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByRole("button", { name: "Try: a start" })).toBeNull();
  expect(screen.getByRole("heading", { name: "No folder is open" })).toBeTruthy();
  for (const [name, action] of [
    ["Open Folder", "openFolder"],
    ["Use Home Folder", "useHomeFolder"],
  ] as const) {
    click(screen.getByRole("button", { name }));
    expect(host.sent.at(-1)).toEqual({ type: "runCommand", action });
  }
  expect(screen.getByRole("list", { name: "Queued messages" })).toBeTruthy();
});

it("lists queued messages with what can be done to each", () => {
  const { host, click } = open({ queue: [{ id: "q1", text: "later" }] });
  screen.getByText("Queued (1)");
  const list = within(screen.getByRole("list", { name: "Queued messages" }));
  for (const name of ["Edit", "Send now", "Remove"]) click(list.getByRole("button", { name }));
  expect(host.sent).toMatchObject([{ action: "edit" }, { action: "sendNow" }, { action: "remove" }]);
});

it.each(["Edit", "Send now", "Remove"])(
  "has the cursor in the field after %s, which takes the message away",
  (name) => {
    const { message, click } = open({ queue: [{ id: "q1", text: "later" }] });
    const button = screen.getByRole("button", { name });
    button.focus();
    click(button);
    expect(document.activeElement).toBe(message);
  },
);

it("says the same thing again when it happens again, and once only", () => {
  const { chat } = open();
  const turn = () => {
    for (const status of ["working", "idle"] as const)
      chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { status } }] }));
    flushSync();
    return screen.getByRole("status", { name: "Announcements" }).firstElementChild;
  };
  const first = turn();
  expect(first?.textContent).toBe("Turn finished");
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { reported: { permissionMode: "plan" } } }] }));
  flushSync();
  expect(first?.isConnected).toBe(true);
  const second = turn();
  expect(second?.textContent).toBe("Turn finished");
  expect(second).not.toBe(first);
});

it("shows what fills the context where the program names two things the same", () => {
  const { chat } = open({ contextTokens: 1_000 });
  const meter = () => screen.getByRole("meter", { name: "Context used" }).textContent;
  expect(meter()).toBe("1k tokens · 1%");
  chat.asides.toggleContext();
  const part = { name: "Files", tokens: 10 };
  const limit = { kind: "sevenDays", percent: 3 } as const;
  const usage = { parts: [part, part], largest: [part, part], used: 20, window: 100 };
  chat.receive(about({ type: "context", usage, limits: [limit, limit] }));
  flushSync();
  expect(screen.getAllByText("Files")).toHaveLength(4);
  // One number stands everywhere, also once a turn goes on.
  chat.receive(
    about({ type: "changes", deltas: [{ kind: "state", set: { contextTokens: 4_000, contextWindow: 1_000_000 } }] }),
  );
  flushSync();
  expect([
    meter(),
    screen.getByRole("region", { name: "Context usage" }).querySelector(".head .number")?.textContent,
  ]).toEqual(Array(2).fill("4k of 1M · 0%"));
});

it("shows the rest of the page while the dock can't be drawn", () => {
  const complained = vi.spyOn(console, "error").mockImplementation(() => {});
  const queued = { id: "q1", text: "later" };
  const { chat } = open({
    queue: [queued, { ...queued, text: "twice the same" }],
    tasks: [{ id: "1", text: "a task", state: "pending" }],
  });
  expect(screen.getByRole("note").textContent).toContain("twice the same");
  expect(screen.getByText("a task")).toBeTruthy();
  expect(complained).toHaveBeenCalledOnce();
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { queue: [queued] } }] }));
  flushSync();
  expect(screen.queryByRole("note")).toBeNull();
  expect(screen.getByRole("list", { name: "Queued messages" }).textContent).toContain("later");
});

it("goes to a place that is fetched, though the thread grows meanwhile", () => {
  const { host, chat } = open();
  const put = (id: string) => {
    chat.receive(about({ type: "changes", deltas: [{ kind: "put", thread: "", item: text(id), isNew: true }] }));
    flushSync();
  };
  put("newest");
  chat.showItem("old");
  flushSync();
  put("newer still");
  expect(host.sent).toEqual([{ type: "loadPage", thread: "", at: { kind: "around", id: "old" } }]);
  chat.receive(
    about({
      type: "page",
      page: { thread: "", at: { kind: "around", id: "old" }, items: [text("old")], hasOlder: true, hasNewer: true },
    }),
  );
  flushSync();
  expect([chat.main.items.map(({ id }) => id), chat.thread.isFollowing]).toEqual([["old"], false]);
});

it("shows the composer's raw content while it can't be drawn, and then the composer", () => {
  const complained = vi.spyOn(console, "error").mockImplementation(() => {});
  const { chat } = open();
  const attachments = (value: unknown) =>
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { attachments: value as [] } }] }));
  attachments([null]);
  flushSync();
  expect(screen.getByRole("note").textContent).toContain("Its raw content is shown instead");
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  attachments([]);
  flushSync();
  expect(screen.getByRole("textbox", { name: "Message" })).toBeTruthy();
  expect(screen.queryByRole("note")).toBeNull();
  complained.mockRestore();
});
