// @vitest-environment node
import { expect, it } from "vitest";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { ChatState } from "../../webview/state/chatState.svelte.ts";
import { about, FakeHost, shown, snapshot, text } from "./fakeHost.ts";

function setup(kept?: string) {
  const host = new FakeHost();
  if (kept !== undefined) host.state = { conversation: shown, draft: kept, open: ["tool"] };
  const chat = new ChatState(host);
  chat.receive(about(snapshot([text("a")])));
  return { host, chat };
}

it("applies changes of the state, and clears fields that are null", () => {
  const { chat } = setup();
  chat.receive(
    about({
      type: "changes",
      deltas: [{ kind: "state", set: { activity: { code: "compacting" }, reported: { permissionMode: "plan" } } }],
    }),
  );
  expect(chat.conversation).toMatchObject({ activity: { code: "compacting" }, reported: { permissionMode: "plan" } });
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { activity: null } }] }));
  expect(chat.conversation).not.toHaveProperty("activity");
});

it("keeps newly typed text over the draft of an older snapshot", () => {
  const { chat, host } = setup();
  chat.setDraft("more");
  chat.receive(about({ ...snapshot(), draft: "older" }));
  expect(chat.draft).toBe("more");
  expect(host.state).toMatchObject({ draft: "more" });
  expect(host.sent.at(-1)).toEqual({ type: "draft", text: "more" });
});

it("keeps text typed before a restart, unless it was sent", () => {
  expect(setup("typed").chat.draft).toBe("typed");
  const host = new FakeHost();
  host.state = { conversation: shown, draft: "the message", open: [] };
  const chat = new ChatState(host);
  // The editor can have stored nothing of the page since a message before the last one was typed.
  const later = { kind: "prompt", id: "q", text: "another" } as const;
  chat.receive(about(snapshot([{ kind: "prompt", id: "p", text: "the message" }, text("a"), later, text("b")])));
  expect(chat.draft).toBe("");
  expect(host.sent.filter(({ type }) => type === "draft")).toEqual([]);
});

it("sends another text without changing the draft", () => {
  const { chat, host } = setup();
  chat.setDraft("my own words");
  chat.submit("a start");
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "a start" });
  expect(chat.draft).toBe("my own words");
});

it("opens the cards that were open before the page was rebuilt", () => {
  const { chat, host } = setup("");
  expect([...chat.view.open]).toEqual(["tool"]);
  chat.view.setOpen("other", true);
  expect(host.state?.open).toEqual(["tool", "other"]);
});

it("keeps at most as many open cards as the host accepts, the newest ones", () => {
  const { chat, host } = setup();
  for (let count = 0; count <= 5_000; count++) chat.view.open.add(`card ${count}`);
  chat.view.setOpen("last", true);
  expect(host.state?.open).toHaveLength(5_000);
  expect([chat.view.open.has("card 1"), chat.view.open.has("card 2"), chat.view.open.has("last")]).toEqual([
    false,
    true,
    true,
  ]);
});

it("takes the draft of the host if it has none", () => {
  const { chat } = setup();
  chat.receive(about({ ...snapshot(), draft: "from before the reload" }));
  expect(chat.draft).toBe("from before the reload");
});

it("requests older items one page at a time", () => {
  const { chat, host } = setup();
  chat.receive(about(snapshot([text("z")], true)));
  chat.thread.pages.loadOlder();
  chat.thread.pages.loadOlder();
  expect(host.sent).toEqual([{ type: "loadPage", thread: "", at: { kind: "before", id: "z" } }]);
  chat.receive(
    about({
      type: "page",
      page: { thread: "", at: { kind: "before", id: "z" }, items: [text("y")], hasOlder: true, hasNewer: true },
    }),
  );
  chat.thread.pages.loadOlder();
  expect(host.sent.at(-1)).toEqual({ type: "loadPage", thread: "", at: { kind: "before", id: "y" } });
  expect(chat.main.items.map((item) => item.id)).toEqual(["y", "z"]);
});

it("keeps the thread of a subagent separately while it is open", () => {
  const { chat } = setup();
  chat.threads.ensure("toolu_1");
  chat.receive(
    about({
      type: "page",
      page: { thread: "toolu_1", at: { kind: "end" }, items: [text("inner")], hasOlder: false, hasNewer: false },
    }),
  );
  chat.receive(about({ type: "changes", deltas: [{ kind: "append", thread: "toolu_1", id: "inner", text: "!" }] }));
  expect(chat.threads.get("toolu_1")?.window.items).toMatchObject([{ text: "inner!" }]);
  expect(chat.main.items).toHaveLength(1);
  chat.threads.close("toolu_1");
  chat.receive(about({ type: "changes", deltas: [{ kind: "append", thread: "toolu_1", id: "inner", text: "!" }] }));
  expect(chat.threads.get("toolu_1")).toBeUndefined();
});

it("removes all items on a clear", () => {
  const { chat } = setup();
  chat.receive(about({ type: "changes", deltas: [{ kind: "clear" }, { kind: "put", thread: "", item: text("b") }] }));
  expect(chat.main.items).toMatchObject([{ id: "b" }]);
});

it("drops messages for other conversations, and switches to that of a snapshot", () => {
  const { chat, host } = setup("of the first");
  const other = "c2" as ConversationId;
  chat.receive(about({ type: "changes", deltas: [{ kind: "put", thread: "", item: text("b") }] }, other));
  chat.receive(about({ type: "setDraft", text: "not here" }, other));
  expect(chat.main.items).toMatchObject([{ id: "a" }]);
  expect(chat.draft).toBe("of the first");
  chat.receive(about({ ...snapshot([text("x")]), draft: "of the second" }, other));
  expect(chat.draft).toBe("of the second");
  expect(chat.view.open.size).toBe(0);
  chat.receive(about({ type: "changes", deltas: [{ kind: "put", thread: "", item: text("late") }] }));
  expect(chat.main.items).toMatchObject([{ id: "x" }]);
  chat.submit("to the second");
  expect(host.envelopes.at(-1)).toEqual({ conversation: other, message: { type: "submit", text: "to the second" } });
});

it("takes a draft of the host without sending it back", () => {
  const { chat, host } = setup();
  chat.receive(about({ type: "setDraft", text: "back again" }));
  expect(chat.draft).toBe("back again");
  expect(host.sent).toEqual([]);
});

it("requests the items around the reading position once", () => {
  const { chat, host } = setup();
  expect(chat.thread.pages.seek("old")).toBe(true);
  expect(host.sent).toEqual([{ type: "loadPage", thread: "", at: { kind: "around", id: "old" } }]);
  expect(chat.thread.pages.seek("old")).toBe(false);
});

/** A reader who scrolled up to the second of three items, and the snapshot of a webview that fell behind. */
function readingElsewhere() {
  const { chat, host } = setup();
  chat.receive(about(snapshot([text("a"), text("b"), text("c")])));
  chat.thread.isFollowing = false;
  chat.view.setAnchor({ id: "b", offset: 7 });
  chat.receive(about(snapshot([text("y"), text("z")], true)));
  return { chat, host, ids: () => chat.main.items.map(({ id }) => id) };
}

it("keeps the scroll position when a new snapshot arrives", () => {
  const { chat, host, ids } = readingElsewhere();
  expect(host.sent.at(-1)).toEqual({ type: "loadPage", thread: "", at: { kind: "around", id: "b" } });
  chat.receive(about({ type: "changes", deltas: [{ kind: "put", thread: "", item: text("new"), isNew: true }] }));
  expect(ids()).toEqual(["a", "b", "c"]);
  const items = ["a", "b", "c", "d"].map((id) => text(id));
  chat.receive(
    about({
      type: "page",
      page: { thread: "", at: { kind: "around", id: "b" }, items, hasOlder: true, hasNewer: true },
    }),
  );
  expect(ids()).toEqual(["a", "b", "c", "d"]);
  expect(chat.view.anchor).toEqual({ id: "b", offset: 7 });
});

it("scrolls to the end if requested meanwhile, or if the user is already there", () => {
  const { chat, host, ids } = readingElsewhere();
  chat.follow();
  expect(host.sent.at(-1)).toEqual({ type: "loadPage", thread: "", at: { kind: "end" } });
  chat.receive(
    about({
      type: "page",
      page: { thread: "", at: { kind: "around", id: "b" }, items: [text("b")], hasOlder: true, hasNewer: true },
    }),
  );
  expect(chat.view.anchor).toBeUndefined();
  chat.receive(about(snapshot([text("y"), text("z")], true)));
  expect(ids()).toEqual(["y", "z"]);
});

it("stays at the end after a send, ignoring a saved scroll position", () => {
  const host = new FakeHost();
  host.state = { conversation: shown, draft: "", open: [], anchor: { id: "b", offset: 7 } };
  host.typed = { sent: ["hello"], text: "", hasFocus: true };
  const chat = new ChatState(host);
  chat.receive(about(snapshot([text("z")], true)));
  expect([chat.view.anchor, chat.thread.isFollowing]).toEqual([undefined, true]);
  expect(host.state).not.toHaveProperty("anchor.id");
  chat.receive(
    about({
      type: "page",
      page: { thread: "", at: { kind: "around", id: "b" }, items: [text("b")], hasOlder: true, hasNewer: true },
    }),
  );
  expect(chat.main.items.map(({ id }) => id)).toEqual(["z"]);
  expect([chat.main.hasNewer, chat.view.anchor]).toEqual([false, undefined]);
});

it("keeps seeking while the thread grows, until the requested items arrive", () => {
  const { chat, host } = setup();
  const asked = () => host.sent.filter(({ type }) => type === "loadPage").length;
  const take = (id: string) =>
    chat.receive(
      about({
        type: "page",
        page: { thread: "", at: { kind: "around", id }, items: [text("x")], hasOlder: true, hasNewer: true },
      }),
    );
  chat.showItem("first");
  expect(chat.thread.seek("first")).toBe(true);
  chat.receive(about({ type: "changes", deltas: [{ kind: "put", thread: "", item: text("new"), isNew: true }] }));
  expect([chat.thread.seek("first"), asked()]).toEqual([true, 1]);
  chat.showItem("second");
  expect([chat.thread.seek("second"), asked()]).toEqual([true, 2]);
  take("first");
  expect(chat.thread.seek("second")).toBe(true);
  take("second");
  expect([chat.thread.seek("second"), asked()]).toEqual([false, 2]);
});

it("stores the scroll position only if it changed", () => {
  const { chat, host } = setup();
  chat.view.setAnchor({ id: "a", offset: 7 });
  const kept = host.state;
  chat.view.setAnchor({ id: "a", offset: 7 });
  expect(host.state).toBe(kept);
  chat.view.setAnchor(undefined);
  expect(host.state?.anchor).toBeUndefined();
  const without = host.state;
  chat.view.setAnchor(undefined);
  expect(host.state).toBe(without);
});
