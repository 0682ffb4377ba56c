import { expect, it } from "vitest";
import { ChatState } from "../../webview/state/chatState.svelte.ts";
import { FakeHost, snapshot, text } from "./fakeHost.ts";

function setup(kept?: string) {
  const host = new FakeHost();
  if (kept !== undefined) host.state = { draft: kept, open: ["tool"] };
  const chat = new ChatState(host);
  chat.receive(snapshot([text("a")]));
  return { host, chat };
}

it("takes conversation over, and clears what is set to null", () => {
  const { chat } = setup();
  chat.receive({ type: "changes", changes: [{ kind: "state", set: { activity: "Compacting", mode: "plan" } }] });
  expect(chat.conversation).toMatchObject({ activity: "Compacting", mode: "plan" });
  chat.receive({ type: "changes", changes: [{ kind: "state", set: { activity: null } }] });
  expect(chat.conversation).not.toHaveProperty("activity");
});

it("keeps what was typed since, in the page and at the host, over an older snapshot", () => {
  const { chat, host } = setup();
  chat.setDraft("more");
  chat.receive({ ...snapshot(), draft: "older" });
  expect(chat.draft).toBe("more");
  expect(host.state).toMatchObject({ draft: "more" });
  expect(host.sent.at(-1)).toEqual({ type: "draft", text: "more" });
});

it("sends another text without touching the draft", () => {
  const { chat, host } = setup();
  chat.setDraft("my own words");
  chat.submit("a start");
  expect(host.sent.at(-1)).toEqual({ type: "submit", text: "a start" });
  expect(chat.draft).toBe("my own words");
});

it("opens the cards that were open before the page was rebuilt", () => {
  const { chat, host } = setup("");
  expect([...chat.open]).toEqual(["tool"]);
  chat.setOpen("other", true);
  expect(host.state?.open).toEqual(["tool", "other"]);
});

it("takes the host's draft when it has none", () => {
  const { chat } = setup();
  chat.receive({ ...snapshot(), draft: "from before the reload" });
  expect(chat.draft).toBe("from before the reload");
});

it("asks for older items once at a time", () => {
  const { chat, host } = setup();
  chat.receive(snapshot([text("z")], 50));
  chat.loadOlder();
  chat.loadOlder();
  expect(host.sent.filter((message) => message.type === "loadOlder")).toEqual([{ type: "loadOlder", thread: "", before: 50 }]);
  chat.receive({ type: "page", page: { thread: "", start: 49, total: 51, items: [text("y")] } });
  chat.loadOlder();
  expect(host.sent.at(-1)).toEqual({ type: "loadOlder", thread: "", before: 49 });
});

it("keeps a subagent's thread apart, and only while it is open", () => {
  const { chat } = setup();
  chat.ensureThread("toolu_1");
  chat.receive({ type: "page", page: { thread: "toolu_1", start: 0, total: 1, items: [text("inner")] } });
  chat.receive({ type: "changes", changes: [{ kind: "append", thread: "toolu_1", id: "inner", text: "!" }] });
  expect(chat.threads.get("toolu_1")?.items).toMatchObject([{ text: "inner!" }]);
  expect(chat.main.items).toHaveLength(1);
  chat.closeThread("toolu_1");
  chat.receive({ type: "changes", changes: [{ kind: "append", thread: "toolu_1", id: "inner", text: "!" }] });
  expect(chat.threads.size).toBe(0);
});

it("starts over on a clear", () => {
  const { chat } = setup();
  chat.receive({ type: "changes", changes: [{ kind: "clear" }, { kind: "put", thread: "", item: text("b") }] });
  expect(chat.main.items).toMatchObject([{ id: "b" }]);
});
