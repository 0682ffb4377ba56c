import { describe, expect, it } from "vitest";
import { decodeValue } from "../../../../../extension/core/protocol/frames/decode.ts";
import { failures } from "../../../../../extension/shared/base/failure.ts";
import type { ConversationId } from "../../../../../extension/shared/contract/ids.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import { ask, getPrompts } from "../setup.ts";

describe("conversations", () => {
  it("starts a new conversation while the previous one continues and keeps its draft", async () => {
    const { actions, submitting, conversations, shown, person, clis, saved } = await setup();
    submitting.submit(shown.id, "work");
    shown.draft = "for later";
    await actions.startNew();
    const fresh = conversations.shown!;
    expect(fresh).toMatchObject({ draft: "" });
    expect(person.focused).toBe(fresh.id);
    expect(clis.map((cli) => cli.isInputEnded)).toEqual([false, false]);
    expect(conversations.all).toEqual([shown, fresh]);
    await actions.show(shown.id);
    expect(conversations.shown).toMatchObject({ draft: "for later", conversation: { state: { status: "working" } } });
    // Nothing was said in the other one: it is not kept.
    expect(conversations.all).toEqual([shown]);
    await expect.poll(() => saved(fresh.id)).toBeNull();
  });

  it("sets a mode by command or key, and refuses one that version or setting forbids", async () => {
    const { controls, shown, person } = await setup();
    await controls.setMode("plan");
    expect(shown.conversation.state.reported.permissionMode).toBe("plan");
    await controls.cycleMode(shown.id);
    expect(shown.conversation.state.reported.permissionMode).toBe("default");
    await controls.setMode("bypassPermissions");
    expect(person.said).toEqual(["bypassNotAllowed"]);
    person.isBypassAllowed = true;
    await controls.setMode("bypassPermissions");
    expect(shown.conversation.state.reported.permissionMode).toBe("bypassPermissions");
  });

  it("waits for a starting process to report its modes before it sets one", async () => {
    const { controls, conversations, person } = await setup();
    const { id, conversation } = conversations.create({ draft: "", folder: "/w" });
    void conversations.get(id)?.open();
    expect(conversation.state).toMatchObject({ status: "starting", modes: [] });
    await controls.setMode("plan", id);
    expect(conversation.state.reported.permissionMode).toBe("plan");
    expect(person.said).toEqual([]);
  });

  it("reuses an empty conversation as the new one", async () => {
    const { actions, conversations, shown, person } = await setup();
    shown.draft = "half a thought";
    await actions.startNew();
    expect(conversations.all).toEqual([shown]);
    expect(person.focused).toBe(shown.id);
    expect(shown.draft).toBe("half a thought");
  });

  it("moves a conversation to a tab and shows an empty one in the side panel", async () => {
    const { actions, submitting, conversations, shown, person, starts } = await setup();
    const { places } = conversations;
    submitting.submit(shown.id, "work");
    await actions.openInEditor();
    expect(person.tabs).toEqual([shown.id]);
    places.setTabs([{ id: shown.id, isVisible: true }]);
    await actions.showInTab(shown.id);
    places.setFocused(shown.id);
    expect(conversations.shown).not.toBe(shown);
    // It works like any other.
    await expect.poll(() => starts.map((start) => start.conversation)).toEqual([shown.id, conversations.shown?.id]);
    expect([conversations.current, places.isVisible(shown.id)]).toEqual([shown, true]);
    // Asked for again it stays where it is.
    await actions.show(shown.id);
    expect([conversations.shown?.isBlank, person.focused]).toEqual([true, shown.id]);
    places.setTabs([]);
    actions.closeTab(shown.id);
    expect([conversations.current, conversations.get(shown.id)]).toEqual([conversations.shown, shown]);
  });

  it("removes a closed or replaced empty conversation, unless it has a draft or attachment", async () => {
    const { actions, conversations } = await setup();
    const [empty, typed, attached] = [
      conversations.create(),
      conversations.create({ draft: "half a thought" }),
      conversations.create(),
    ];
    attached.attach({ id: "a1", kind: "image", name: "shot.png", mediaType: "image/png", size: 3 });
    for (const { id } of [empty, typed, attached]) actions.closeTab(id);
    expect([empty, typed, attached].map(({ id }) => conversations.get(id))).toEqual([undefined, typed, attached]);
    await actions.show(attached.id);
    await actions.show(typed.id);
    expect(conversations.get(attached.id)).toBe(attached);
  });

  it("finds a conversation by id or session, and opens a saved one", async () => {
    const session = { sessionId: "s9", folder: "/w", title: "An old one", firstPrompt: "go", time: 1 };
    const { actions, conversations, shown } = await setup({ saved: [session] });
    expect(await actions.findListed(shown.id)).toBe(shown);
    const old = await actions.findListed("s9");
    expect(old?.id).toBe("s-s9");
    expect(await actions.findListed("s-s9")).toBe(old);
    expect(await actions.findListed("s9")).toBe(old);
    expect(await actions.findListed("nowhere")).toBeUndefined();
    expect(conversations.all).toEqual([shown, old]);
  });

  it("keeps the current conversation if no folder is chosen for a new one", async () => {
    const { actions, submitting, conversations, shown, folders, clis } = await setup();
    submitting.submit(shown.id, "work");
    folders.choose = async () => undefined;
    await actions.startNew();
    expect(conversations.shown).toBe(shown);
    expect(clis[0]?.isInputEnded).toBe(false);
  });

  it("opens a saved conversation once, without a process until the next prompt", async () => {
    const session = { sessionId: "s9", folder: "/w", title: "An old one", firstPrompt: "go", time: 1 };
    const frames = [{ type: "user", uuid: "p1", message: { content: "go" } }]
      .map((value) => decodeValue(value))
      .flatMap((decoded) => (decoded.kind === "frame" ? [decoded.frame] : []));
    const { actions, submitting, conversations, starts, list, clis } = await setup({
      saved: [session],
      load: async () => frames,
    });
    await actions.openListed();
    const old = conversations.shown!;
    expect(old.conversation.state).toMatchObject({ status: "resting", title: "An old one", folder: "/w" });
    expect(old.conversation.transcript.page("", { kind: "end" }, 10).items).toMatchObject([{ text: "go" }]);
    expect(starts).toHaveLength(1);
    await actions.openListed("s9");
    expect(conversations.all.filter((open) => open.conversation.state.sessionId === "s9")).toEqual([old]);
    expect(list.all).toMatchObject([{ id: old.id, title: "An old one", state: "resting" }]);
    submitting.submit(old.id, "go on");
    await settled();
    expect(starts[1]).toMatchObject({ resume: "s9", folder: "/w" });
    expect(getPrompts(clis[1])).toEqual(["go on"]);
  });

  it("replaces a conversation in the side panel by another one or an empty one", async () => {
    const { actions, submitting, conversations, shown } = await setup();
    await actions.turnFrom("another" as ConversationId);
    expect(conversations.shown).toBe(shown);
    submitting.submit(shown.id, "work");
    await actions.turnFrom(shown.id);
    const fresh = conversations.shown!;
    expect(fresh).not.toBe(shown);
    expect(fresh.conversation.state.folder).toBe("/w");
    submitting.submit(fresh.id, "more");
    await actions.turnFrom(fresh.id);
    expect(conversations.shown).toBe(shown);
  });

  it("opens the most recently written conversation", async () => {
    const session = (sessionId: string, time: number) => ({
      sessionId,
      folder: "/w",
      title: sessionId,
      firstPrompt: "",
      time,
    });
    const { actions, conversations } = await setup({
      saved: [session("older", 1), session("newest", 3), session("old", 2)],
    });
    await actions.continueLast();
    expect(conversations.shown?.conversation.state).toMatchObject({ sessionId: "newest", status: "resting" });
    await actions.continueLast();
    expect(conversations.shown?.conversation.state).toMatchObject({ sessionId: "old" });
    const empty = await setup();
    await empty.actions.continueLast();
    expect(empty.person.said).toEqual(["noConversation"]);
  });

  it("moves an empty conversation, but not a used one, to the first workspace folder", async () => {
    const { actions, submitting, shown, folders } = await setup();
    folders.choose = async () => expect.unreachable();
    await actions.onFirstFolders();
    folders.isOutdated = (folder) => folder === "/w";
    folders.choose = async () => undefined;
    await actions.onFirstFolders();
    folders.choose = () =>
      Promise.reject(failures.settingInvalid("tandem.workingDirectory", { code: "malformed", issues: "" }));
    await actions.onFirstFolders();
    expect(shown.conversation.state.folder).toBe("/w");
    folders.choose = async () => "/roots/app";
    await actions.onFirstFolders();
    expect(shown.conversation.state).toMatchObject({ folder: "/roots/app", status: "idle" });
    submitting.submit(shown.id, "begin");
    folders.isOutdated = () => true;
    folders.choose = async () => "/else";
    await actions.onFirstFolders();
    expect(shown.conversation.state.folder).toBe("/roots/app");
  });

  it("cycles through the conversations with an open request", async () => {
    const { actions, submitting, conversations, shown, cli, clis, person } = await setup();
    await actions.showNextWaiting();
    expect(person.said).toEqual(["noRequest"]);
    submitting.submit(shown.id, "first");
    cli.write(ask("r1"));
    await actions.startNew();
    const second = conversations.shown!;
    submitting.submit(second.id, "second");
    clis[1]?.write(ask("r1"));
    await settled();
    const order = [];
    for (let times = 0; times < 3; times++) {
      await actions.showNextWaiting();
      order.push(conversations.shown);
    }
    expect(order).toEqual([shown, second, shown]);
  });

  it("sends the draft once and clears it", async () => {
    const { submitting, shown, cli } = await setup();
    shown.draft = "hello";
    submitting.submit(shown.id, "hello");
    expect(shown.draft).toBe("");
    expect(getPrompts(cli)).toEqual(["hello"]);
    shown.draft = "mine";
    submitting.submit(shown.id, "another text");
    expect(shown.draft).toBe("mine");
  });

  it("puts a queued prompt back into the composer without losing its text", async () => {
    const { turns, submitting, shown, person } = await setup();
    submitting.submit(shown.id, "first");
    const attachment = (id: string, name: string) =>
      ({ id, name, kind: "text", mediaType: "text/plain", size: 1 }) as const;
    shown.conversation.submit("second of @problems", [attachment("a", "build.log"), attachment("b", "@problems")]);
    shown.draft = "typed";
    await turns.editQueued(shown.id, shown.conversation.state.queue[0]!.id, "edit");
    expect(person.drafts).toEqual(["typed\nsecond of @problems"]);
    // The content of a mention is read anew.
    expect(shown.conversation.state.attachments).toMatchObject([{ name: "build.log" }]);
    expect(shown.conversation.state.queue).toEqual([]);
  });
});

it("explains how to use /btw without a question", async () => {
  const { actions, shown, person } = await setup();
  actions.explainAside(shown.id);
  expect([person.drafts, person.said]).toEqual([["/btw "], ["asideEmpty"]]);
});

it("does not say that nothing runs while a stopped start still ends", async () => {
  const gates: (() => void)[] = [];
  let isSlow = false;
  const { turns, conversations, submitting, person } = await setup({
    launch: () => (isSlow ? new Promise((resolve) => gates.push(resolve)) : undefined),
  });
  isSlow = true;
  const open = conversations.create({ draft: "", folder: "/w", isResting: true });
  submitting.submit(open.id, "go");
  await settled();
  const stops = [turns.stop(open.id), turns.stop(open.id)];
  await settled();
  expect([open.conversation.state.status, open.conversation.isStopping, person.said]).toEqual(["resting", true, []]);
  gates[0]?.();
  await Promise.all(stops);
  expect(open.conversation.isStopping).toBe(false);
  await turns.stop(open.id);
  expect(person.said).toEqual(["nothingRuns"]);
});

it("reports why an action on something that no longer exists had no effect", async () => {
  const { actions, turns, forks, requests, person, shown } = await setup();
  await turns.stop(shown.id);
  await turns.editQueued(shown.id, "sent", "sendNow");
  // A removal of a message that is gone has nothing to say.
  await turns.editQueued(shown.id, "sent", "remove");
  await actions.openListed("nowhere");
  await turns.afterCut(shown.id, "sendAgain");
  shown.submit("go");
  await forks.fork(shown.id, "cut");
  await forks.resend(shown.id, "cut", " ");
  requests.stepProposal(shown.id, "r", 0, { kind: "checked" });
  expect(person.said).toEqual([
    "nothingRuns",
    "queuedGone",
    "noConversation",
    "nothingToSend",
    "messageGone",
    "nothingToSend",
    "answered",
  ]);
});
