import { expect, it } from "vitest";
import { AttachmentActions } from "../../../../../extension/core/conversations/actions/attachmentActions.ts";
import type { ResendAnswer } from "../../../../../extension/core/conversations/actions/forkActions.ts";
import { decodeValue } from "../../../../../extension/core/protocol/frames/decode.ts";
import { memoryAttachments } from "../../../../fakes/memoryAttachments.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import { getPrompts, openWindow } from "../setup.ts";

const toFrames = (values: readonly Record<string, unknown>[]) =>
  values.flatMap((value) => {
    const decoded = decodeValue(value);
    return decoded.kind === "frame" ? [decoded.frame] : [];
  });
const said = toFrames([
  { type: "user", uuid: "p1", message: { content: "first" } },
  { type: "assistant", uuid: "a1", message: { id: "m1", content: [{ type: "text", text: "one" }] } },
  { type: "user", uuid: "p2", message: { content: "second" } },
  { type: "assistant", uuid: "a2", message: { id: "m2", content: [{ type: "text", text: "two" }] } },
]);
const session = { sessionId: "s1", folder: "/w", title: "An old one", firstPrompt: "first", time: 1 };

async function withOld() {
  const parts = await setup({ saved: [session], load: async (id) => (id === "s1" ? said : undefined) });
  await parts.actions.openListed("s1");
  const old = parts.conversations.shown!;
  const copy = () => parts.conversations.get(parts.person.tabs.at(-1)!)!;
  return { ...parts, old, copy };
}
const getTexts = (open: Awaited<ReturnType<typeof withOld>>["old"]) =>
  open.conversation.transcript.page("", { kind: "end" }, 10).items.flatMap((item) => ("text" in item ? item.text : []));

it("forks before a prompt, with the prompt in the composer and a new session", async () => {
  const { forks, old, copy, starts, clis, conversations } = await withOld();
  await forks.fork(old.id, "p2");
  await copy().open();
  expect(copy()).toMatchObject({
    draft: "second",
    conversation: { state: { title: "An old one (fork)", folder: "/w", status: "resting" } },
  });
  expect(getTexts(copy())).toEqual(["first", "one"]);
  expect(getTexts(old)).toEqual(["first", "one", "second", "two"]);
  // It is no second one of that session.
  expect(conversations.find("s1")).toBe(old);
  copy().submit("otherwise");
  await expect.poll(() => getPrompts(clis.at(-1))).toEqual(["otherwise"]);
  expect(starts.at(-1)).toMatchObject({ conversation: copy().id, resume: "s1", fork: { before: "p2" } });
  clis.at(-1)?.write({ type: "system", subtype: "init", session_id: "s2" });
  await settled();
  expect(copy().conversation.state.sessionId).toBe("s2");
  // Until its first turn is saved it is still a copy.
  expect(copy().conversation.remembered.forkedFrom).toBeDefined();
  clis.at(-1)?.write({ type: "result", subtype: "success", session_id: "s2" });
  await settled();
  expect(copy().conversation.remembered.forkedFrom).toBeUndefined();
});

it("keeps a fork without new messages after a reload", async () => {
  const { forks, old, copy, store, conversations } = await withOld();
  await forks.fork(old.id, "p2");
  const { id } = copy();
  await conversations.close();
  const second = openWindow({ store, load: async () => said });
  second.conversations.load();
  const again = second.conversations.get(id)!;
  await again.open();
  expect([again.draft, again.isBlank, getTexts(again)]).toEqual(["second", false, ["first", "one"]]);
  again.submit("now");
  await expect.poll(() => second.starts.at(-1)).toMatchObject({ resume: "s1", fork: { before: "p2" } });
});

it("starts empty from before the first prompt, and copies all if no prompt is named", async () => {
  const { forks, old, copy } = await withOld();
  await forks.fork(old.id, "p1");
  await copy().open();
  expect([copy().draft, getTexts(copy())]).toEqual(["first", []]);
  await forks.forkAll(old.id);
  await copy().open();
  expect([copy().draft, getTexts(copy())]).toEqual(["", ["first", "one", "second", "two"]]);
  expect(copy().conversation.remembered.forkedFrom).toEqual({ sessionId: "s1", before: undefined });
});

it("copies nothing that a rewind removed, though the transcript still has it", async () => {
  const { forks, old, copy } = await withOld();
  old.conversation.rewinds.truncateBefore("p2");
  await forks.forkAll(old.id);
  await copy().open();
  expect([getTexts(copy()), copy().conversation.remembered.forkedFrom]).toEqual([
    ["first", "one"],
    { sessionId: "s1", before: "p2" },
  ]);
  old.conversation.rewinds.truncateBefore("p1");
  await forks.forkAll(old.id);
  await copy().open();
  expect([getTexts(copy()), copy().conversation.remembered.forkedFrom]).toEqual([[], undefined]);
});

it("copies a fork only up to the entry at which its history ends", async () => {
  const { forks, old, copy } = await withOld();
  old.conversation.rewinds.origin.moveTo({ forkedFrom: { sessionId: "s1", through: "a1" }, cutBefore: undefined });
  await forks.forkAll(old.id);
  expect(copy().conversation.remembered.forkedFrom).toEqual({ sessionId: "s1", before: undefined, through: "a1" });
});

it("forks a fork without new messages", async () => {
  const { forks, old, copy } = await withOld();
  await forks.fork(old.id, "p2");
  await copy().open();
  await forks.forkAll(copy().id);
  await copy().open();
  expect(getTexts(copy())).toEqual(["first", "one"]);
});

it("sends an edited prompt in a copy, or here after a rewind, without losing it", async () => {
  const { forks, old, copy, person, clis } = await withOld();
  await forks.resend(old.id, "p2", "second, but better");
  await expect.poll(() => getPrompts(clis.at(-1))).toEqual(["second, but better"]);
  expect(copy().draft).toBe("");
  person.resendAs = "rewind";
  // A running turn is not stopped for it.
  person.isConfirming = false;
  old.submit("go on");
  await expect.poll(() => old.conversation.state.status).toBe("working");
  await forks.resend(old.id, "p2", "third");
  person.resendAs = undefined;
  await forks.resend(old.id, "p2", "fourth");
  expect(person.drafts).toEqual(["third", "fourth"]);
  expect(getTexts(old)).toEqual(["first", "one", "second", "two", "go on"]);
});

it("asks only once how to send an edited prompt if the user wants that", async () => {
  const { forks, old, person, resending, clis } = await withOld();
  const asked: unknown[] = [];
  const ask = person.askResend;
  person.askResend = () => {
    asked.push(person.resendAs);
    return ask();
  };
  await forks.resend(old.id, "p2", "second");
  expect(resending.set).toBe("ask");
  person.isResendRemembered = true;
  await forks.resend(old.id, "p2", "third");
  expect([asked.length, resending.set]).toEqual([2, "fork"]);
  await forks.resend(old.id, "p2", "fourth");
  await expect.poll(() => getPrompts(clis.at(-1))).toEqual(["fourth"]);
  expect(asked).toHaveLength(2);
});

it("keeps the attachments of an edited prompt that is not loaded, and opens them", async () => {
  const image = (data: string) => ({ type: "image", source: { type: "base64", media_type: "image/png", data } });
  const [asked, ...later] = said;
  const all = [
    ...toFrames([{ ...asked, message: { content: [image("b25l"), image("dHdv"), { type: "text", text: "first" }] } }]),
    ...later,
  ];
  const parts = await setup({
    saved: [session],
    history: {
      open: async (_session, before) => {
        const pages = [all.slice(0, 2), all.slice(2)].slice(0, before === "p2" ? 1 : 2);
        const read = async () => ({ frames: pages.pop() ?? [], hasOlder: pages.length > 0, damaged: 0 });
        const copy = () => ({ read, copy });
        return { read, openAgent: async () => undefined, follow: () => ({ dispose: () => {} }), copy };
      },
      lastEntry: async () => undefined,
      findCut: async () => ({ kind: "beginning" }),
    },
  });
  await parts.actions.openListed("s1");
  const old = parts.conversations.shown!;
  expect([getTexts(old), old.conversation.transcript.isLoaded("p1")]).toEqual([["second", "two"], false]);
  parts.person.resendAs = undefined;
  await parts.forks.resend(old.id, "p1", "first, but better", ["p1:0"]);
  expect([parts.person.drafts, parts.person.focused]).toEqual([["first, but better"], old.id]);
  const { attachments } = old.conversation.state;
  expect(attachments.map(({ id }) => old.conversation.promptAttachments.readData(id))).toEqual(["dHdv"]);
  const shown: string[] = [];
  const viewer = { show: async (_: unknown, data: string) => void shown.push(data), explainAgent: () => {} };
  const opening = new AttachmentActions({
    conversations: parts.conversations,
    store: memoryAttachments(),
    mentions: { readOne: async () => expect.fail() },
    viewer,
  });
  expect([await opening.open(old.id, "p1:0"), await opening.open(old.id, "p1:7"), shown]).toEqual([
    undefined,
    "notKept",
    ["b25l"],
  ]);
});

it.each(["fork", "rewind", undefined] as const)(
  "keeps an edited prompt whose conversation is deleted while its question is open: %s",
  async (way) => {
    const { forks, old, person, conversations } = await withOld();
    person.askResend = async () => {
      await conversations.remove(old.id);
      return way && { way, isRemembered: false };
    };
    await forks.resend(old.id, "p2", "second, but better");
    const left = conversations.all.map(({ draft, conversation }) => draft || conversation.state.queue[0]?.text);
    expect(left.filter(Boolean)).toEqual(["second, but better"]);
  },
);

it("keeps an edited prompt on disk while the question about its fork is open", async () => {
  const { forks, old, person, store, conversations } = await withOld();
  let answer = (_: ResendAnswer | undefined): void => {};
  person.askResend = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const resending = forks.resend(old.id, "p2", "second, but better");
  await settled();
  expect(JSON.parse(store.texts.get(old.id) ?? "{}").draft).toBe("second, but better");
  const again = openWindow({ store, load: async () => said }).conversations;
  again.load();
  expect(again.get(old.id)?.draft).toBe("second, but better");
  person.openTab = () => Promise.reject(new Error("no tab"));
  answer({ way: "fork", isRemembered: false });
  await expect(resending).rejects.toThrow("no tab");
  const unsent = conversations.all.flatMap(({ conversation }) => conversation.remembered.unsent ?? []);
  expect([unsent.map(({ text }) => text), old.draft]).toEqual([["second, but better"], ""]);
  expect(JSON.parse(store.texts.get(old.id) ?? "{}").draft).toBe("");
});

it("asks for the prompt, and says where there is none", async () => {
  const { forks, copy, person, old, conversations } = await withOld();
  conversations.places.setFocused(old.id);
  person.pickPrompt = async (prompts, purpose) => (purpose === "fork" ? prompts.at(-1)?.id : undefined);
  await forks.fork();
  expect(copy().draft).toBe("first");
  await forks.fork(conversations.create().id);
  expect(person.said).toEqual(["noPrompt"]);
});
