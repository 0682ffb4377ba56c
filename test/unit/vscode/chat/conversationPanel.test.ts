import { expect, it } from "vitest";
import { ask } from "../../core/conversations/setup.ts";
import { settled } from "../../core/protocol/setup.ts";
import { setup } from "./panelSetup.ts";

it("answers a new webview with a snapshot of the conversation it is bound to", async () => {
  const { say, posted, first } = await setup();
  await say({ type: "ready" }, null);
  expect(posted).toMatchObject([
    {
      conversation: first.id,
      message: { type: "snapshot", draft: "of the first", state: { status: "idle", folder: "/w" } },
    },
  ]);
});

it("sends only what changes in its own conversation, under its name", async () => {
  const { first, second, posted, clock } = await setup();
  second.conversation.submit("not here");
  first.conversation.submit("here");
  clock.advance(16);
  expect(posted.map(({ conversation }) => conversation)).toEqual([first.id]);
  expect(JSON.stringify(posted)).not.toContain("not here");
});

it("chooses suggestions again while the conversation is empty, and sends them only if they changed", async () => {
  let label = "explain";
  const { say, first, panel, posted, clock } = await setup(() => [{ label, prompt: label }]);
  await say({ type: "ready" }, null);
  const options = () =>
    posted.flatMap(({ message }) => (message.type === "options" ? [message.options.starters?.[0]?.label] : []));
  panel.renewStarters();
  clock.advance(16);
  expect(options()).toEqual([]);
  label = "errors";
  panel.renewStarters();
  clock.advance(16);
  expect(options()).toEqual(["errors"]);
  first.conversation.submit("hello");
  clock.advance(16);
  label = "changes";
  panel.renewStarters();
  clock.advance(16);
  expect(options()).toEqual(["errors"]);
});

it("drops pending and late messages of a conversation when the webview shows another", async () => {
  const { first, second, panel, posted, clock, say, called } = await setup();
  first.conversation.submit("late");
  panel.bind(second);
  clock.advance(100);
  expect(posted).toMatchObject([{ conversation: second.id, message: { type: "snapshot", draft: "of the second" } }]);
  await say({ type: "decide", requestId: "r1", revision: 0, decision: { kind: "allow" } });
  expect(called).toEqual([]);
  await say({ type: "decide", requestId: "r1", revision: 0, decision: { kind: "allow" } }, second.id);
  expect(called).toEqual([["requests.decide", second.id, "r1", 0, { kind: "allow" }]]);
});

it("shows the host's banners, also in a restarted page, and passes on the answer", async () => {
  const { say, first, second, panel, posted, banners, clock } = await setup();
  const shown = () =>
    posted.flatMap(({ message }) => (message.type === "banners" ? [message.banners.map(({ text }) => text)] : []));
  const answers: unknown[] = [];
  const work = banners.show("progress", "Copying");
  banners.show("information", "Reverted", ["Undo"], (button) => answers.push(button));
  await say({ type: "ready" }, null);
  clock.advance(16);
  expect(shown()).toEqual([["Copying", "Reverted"]]);
  work?.setText("Copying: 1 of 2");
  const [, { id } = { id: 0 }] = banners.of(first.id);
  await say({ type: "answerBanner", id, button: 0 });
  clock.advance(16);
  expect(answers).toEqual([0]);
  expect(shown().at(-1)).toEqual(["Copying: 1 of 2"]);
  panel.bind(second);
  work?.end();
  clock.advance(16);
  expect(shown()).toHaveLength(3);
  expect(banners.of(first.id)).toEqual([]);
});

it("passes intentions on with the conversation they are about", async () => {
  const { first, say, called } = await setup();
  await say({ type: "submit", text: "hello" });
  await say({ type: "rewindTo", promptId: "p" });
  await say({ type: "showChangesSince", promptId: "p" });
  await say({ type: "runCommand", action: "selectEffort", argument: "low" });
  expect(called).toEqual([
    ["submitting.submit", first.id, "hello", {}],
    ["rewind.run", first.id, "p"],
    ["changes.openAll", first.id, "p"],
    ["run", "selectEffort", first.id, "low"],
  ]);
});

it("serves pages next to an item, details, and an opened thread", async () => {
  const { first, say, posted, clis } = await setup();
  for (const id of ["a", "b", "c"])
    clis[0]?.write({ type: "assistant", uuid: id, message: { content: [{ type: "text", text: id }] } });
  clis[0]?.write({
    type: "assistant",
    uuid: "d",
    message: { content: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }] },
  });
  await say({ type: "loadPage", thread: "", at: { kind: "before", id: "c:0" } });
  await say({ type: "openDetails", toolId: "t1" });
  await say({ type: "openThread", thread: "t1", isOpen: true });
  const messages = posted.map(({ message }) => message).filter(({ type }) => type !== "changes");
  expect(messages).toMatchObject([
    {
      type: "page",
      page: {
        at: { kind: "before", id: "c:0" },
        items: [{ text: "a" }, { text: "b" }],
        hasOlder: false,
        hasNewer: true,
      },
    },
    { type: "details", toolId: "t1", details: { kind: "command", command: "ls" } },
    { type: "page", page: { thread: "t1", items: [], hasOlder: false, hasNewer: false } },
  ]);
  expect(first.conversation.state.status).toBe("idle");
});

it("sends no thread of a card that closed while the thread was read", async () => {
  const { first, second, panel, say, posted, clis, clock } = await setup();
  const step = (uuid: string) => ({
    type: "assistant",
    uuid,
    parent_tool_use_id: "t1",
    message: { content: [{ type: "text", text: uuid }] },
  });
  clis[0]?.write({
    type: "assistant",
    uuid: "d",
    message: { content: [{ type: "tool_use", id: "t1", name: "Agent", input: { prompt: "go" } }] },
  });
  const isSent = (uuid: string): boolean => {
    clis[0]?.write(step(uuid));
    clock.advance(16);
    return JSON.stringify(posted).includes(uuid);
  };
  const opening = say({ type: "openThread", thread: "t1", isOpen: true });
  await say({ type: "openThread", thread: "t1", isOpen: false });
  await opening;
  expect(isSent("while closed")).toBe(false);
  await say({ type: "openThread", thread: "t1", isOpen: true });
  expect(isSent("while open")).toBe(true);
  panel.bind(second);
  panel.bind(first);
  expect(isSent("after a change of conversation")).toBe(false);
  await say({ type: "openThread", thread: "t1", isOpen: true });
  await say({ type: "ready" }, null);
  expect(isSent("in a new page")).toBe(false);
});

it("asks for no output while hidden, and resumes when a page watches again", async () => {
  const { panel, say, clis, clock } = await setup();
  clis[0]?.write({
    type: "system",
    subtype: "task_started",
    task_id: "b1",
    description: "watch",
    task_type: "local_bash",
    is_backgrounded: true,
  });
  const asked = () => clis[0]?.received.filter((frame) => frame["request"]?.subtype === "get_task_output").length;
  const pass = async (): Promise<void> => {
    clock.advance(1_000);
    await settled();
  };
  await say({ type: "watchOutput", taskId: "b1", isOpen: true });
  await settled();
  await pass();
  expect(asked()).toBe(2);
  panel.hide();
  await pass();
  expect(asked()).toBe(2);
  await say({ type: "ready" }, null);
  await say({ type: "watchOutput", taskId: "b1", isOpen: true });
  await settled();
  await pass();
  expect(asked()).toBe(4);
});

it("keeps messages to a missing page for their conversation", async () => {
  const { first, second, panel, say, posted } = await setup();
  const isRest = (type: string): boolean => type === "snapshot" || type === "selection";
  const asked = () =>
    posted
      .splice(0)
      .flatMap(({ conversation, message }) => (isRest(message.type) ? [] : [[conversation, message.type]]));
  panel.sendWhenReady({ type: "showItem", id: "i" });
  panel.bind(second);
  panel.sendWhenReady({ type: "focusComposer" });
  panel.sendWhenReady({ type: "openFind" });
  expect(asked()).toEqual([]);
  await say({ type: "ready" }, null);
  expect(asked()).toEqual([
    [second.id, "focusComposer"],
    [second.id, "openFind"],
  ]);
  panel.bind(first);
  expect(asked()).toEqual([[first.id, "showItem"]]);
  panel.hide();
  panel.sendWhenReady({ type: "openFind" });
  expect(asked()).toEqual([]);
  await say({ type: "ready" }, null);
  panel.sendWhenReady({ type: "focusComposer" });
  expect(asked()).toEqual([
    [first.id, "openFind"],
    [first.id, "focusComposer"],
  ]);
});

it("reports what an action throws, and goes on", async () => {
  const { say, reported, first } = await setup();
  await say({ type: "copy", text: "x" });
  expect(reported).toMatchObject([{ message: "no clipboard" }]);
  await say({ type: "draft", text: "still works" });
  expect(first.draft).toBe("still works");
});

it("tells the webview what could not be opened, unless it shows another conversation meanwhile", async () => {
  const { say, posted, panel, second } = await setup();
  await say({ type: "openLink", url: "https://example.org" });
  await say({ type: "openLink", url: "nothing" });
  await say({ type: "openFile", path: "nowhere.ts" });
  expect(posted.map(({ message }) => message)).toEqual([
    { type: "notOpened", target: "nothing", reason: "noPage" },
    { type: "notOpened", target: "nowhere.ts", reason: "failed" },
  ]);
  const late = say({ type: "openFile", path: "late.ts" });
  panel.bind(second);
  await late;
  expect(JSON.stringify(posted)).not.toContain("late.ts");
});

it("knows nothing as seen any more once it is hidden or gone", async () => {
  const { waiting, say, panel, clis } = await setup();
  clis[0]?.write(ask("r1"));
  await settled();
  await say({ type: "markSeen", requestId: "r1", revision: 0 });
  expect(waiting.all[0]?.isSeen).toBe(true);
  panel.hide();
  expect(waiting.all[0]?.isSeen).toBe(false);
  await say({ type: "markSeen", requestId: "r1", revision: 0 });
  panel.dispose();
  expect(waiting.all[0]?.isSeen).toBe(false);
});

it("answers a search for mentions, and puts what was dropped at the cursor", async () => {
  const { say, posted } = await setup();
  await say({ type: "ready" }, null);
  await say({ type: "findMentions", search: 3, query: "read" });
  await say({ type: "mentionUris", uris: ["a.ts"] });
  await say({ type: "mentionUris", uris: ["a.ts", "b.ts"] });
  expect(posted.slice(-4).map(({ message }) => message)).toEqual([
    { type: "mentions", search: 3, found: [{ kind: "file", text: "read.ts" }] },
    { type: "insertText", text: "@a.ts " },
    { type: "insertText", text: "@a.ts @b.ts " },
    { type: "notMentioned", problems: [{ code: "tooMany", count: 1 }] },
  ]);
});

it("says why a press came to nothing", async () => {
  const { say, said, second, first, conversations } = await setup();
  await say({ type: "openDetails", toolId: "unknown" });
  await say({ type: "moveQueued", id: "sent", to: 0 });
  await say({ type: "stop" }, second.id);
  await say({ type: "markSeen", requestId: "r", revision: 0 }, second.id);
  await conversations.remove(first.id);
  await say({ type: "submit", text: "into nowhere" });
  expect(said).toEqual(["noDetails", "queuedGone", "otherConversation", "conversationGone"]);
});

it("looks for a missing file when a part of the page could not be loaded", async () => {
  const { say, called, said } = await setup();
  await say({ type: "partFailed" });
  expect([called, said]).toEqual([[["checkFiles"]], []]);
});

it("tells whether its page is there, or cannot start", async () => {
  const { say, called, panel } = await setup();
  expect(panel.isReady).toBe(false);
  await say({ type: "pageFailed" }, null);
  await say({ type: "ready" }, null);
  await say({ type: "pageRuns" }, null);
  expect([called, panel.isReady]).toEqual([[["page.failed"], ["page.started"], ["page.runs"]], true]);
  panel.hide();
  expect(panel.isReady).toBe(false);
});
