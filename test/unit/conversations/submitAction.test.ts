import { expect, it } from "vitest";
import { SubmitAction } from "../../../extension/conversations/submitAction.ts";
import { memoryAttachments } from "../../fakes/memoryAttachments.ts";
import { settled } from "../protocol/setup.ts";
import { setup } from "./actionsSetup.ts";
import { openWindow } from "./setup.ts";

const content = (name: string, data: string) => ({ kind: "text", name, mediaType: "text/plain", size: data.length, data }) as const;

async function window() {
  const parts = await setup();
  const store = memoryAttachments();
  let answer: (isRead: boolean) => void = () => {};
  const read = () =>
    new Promise<ReturnType<typeof content>[]>((resolve, reject) => {
      answer = (isRead) => (isRead ? resolve([content("@problems", "a.ts:1: wrong")]) : reject(new Error("no language server")));
    });
  const now = { path: "a.ts", first: 1, last: 2 };
  const selection = { of: () => now, read: (folder: string) => content("a.ts#1-2", `selected in ${folder}`) };
  const submitting = new SubmitAction(parts.conversations, store, { read }, selection);
  const sent = () => parts.cli.received.filter((frame) => frame["type"] === "user").map((frame) => frame["message"].content.at(-1).text);
  return { ...parts, submitting, sent, now, answer: (isRead: boolean) => answer(isRead) };
}

it("lets a prompt wait for what it mentions, and what stands behind it too, in order", async () => {
  const { submitting, shown, sent, answer, saved } = await window();
  shown.draft = "fix @problems";
  const going = submitting.submit(shown.id, "fix @problems");
  void submitting.submit(shown.id, "then this");
  expect(sent()).toEqual([]);
  expect(shown.draft).toBe("");
  // Wherever it ends, the text is saved.
  await settled();
  expect(saved(shown.id).unsent).toMatchObject([{ text: "fix @problems", isReading: true }, { text: "then this" }]);
  answer(true);
  await going;
  expect(sent()).toEqual(["fix @problems"]);
  expect(shown.conversation.state.queue).toMatchObject([{ text: "then this" }]);
});

it("keeps a prompt whose mention cannot be read, says why, and lets the others go", async () => {
  const { submitting, shown, sent, answer } = await window();
  const going = submitting.submit(shown.id, "fix @problems");
  void submitting.submit(shown.id, "then this");
  answer(false);
  await going;
  expect(sent()).toEqual(["then this"]);
  expect(shown.conversation.state.queue).toMatchObject([{ text: "fix @problems", isHeld: true }]);
  expect(shown.conversation.state.queue[0]).not.toHaveProperty("isReading");
  const { items } = shown.conversation.transcript.page("", { kind: "end" }, 10);
  expect(items).toContainEqual(expect.objectContaining({ notice: { code: "mentionFailed", reason: "no language server" } }));
});

it("does not read again what goes with it already, and sends the selection where it is wanted", async () => {
  const { submitting, shown, cli } = await window();
  shown.attach({ id: "read", kind: "text", name: "@problems", mediaType: "text/plain", size: 1 });
  await submitting.submit(shown.id, "fix @problems", { attachments: ["read"], selection: { path: "a.ts", first: 1, last: 2 } });
  const { items } = shown.conversation.transcript.page("", { kind: "end" }, 10);
  expect(items).toContainEqual(
    expect.objectContaining({ kind: "prompt", attachments: [expect.objectContaining({ name: "@problems" }), expect.objectContaining({ name: "a.ts#1-2" })] }),
  );
  expect(cli.received.at(-1)?.["message"].content.length).toBeGreaterThan(0);
});

it("sends no selection but the one that the composer showed, and says so", async () => {
  const { submitting, shown, now } = await window();
  Object.assign(now, { path: ".env", first: 9, last: 9 });
  await submitting.submit(shown.id, "look", { selection: { path: "a.ts", first: 1, last: 2 } });
  const { items } = shown.conversation.transcript.page("", { kind: "end" }, 10);
  expect(items).toContainEqual(expect.objectContaining({ notice: { code: "selectionChanged", path: "a.ts" } }));
  expect(items.find((item) => item.kind === "prompt")).not.toHaveProperty("attachments");
});

it("has a prompt whose mentions were being read back in the composer when the window went, so that they are read when it is sent", async () => {
  const { submitting, shown, store } = await window();
  shown.attach({ id: "a1", kind: "text", name: "a.log", mediaType: "text/plain", size: 1 });
  void submitting.submit(shown.id, "fix @problems", { attachments: ["a1"] });
  void submitting.submit(shown.id, "then this");
  shown.draft = "and";
  await settled();
  const again = openWindow({ store }).conversations.restore();
  expect(again.draft).toBe("fix @problems\nand");
  expect(again.conversation.state).toMatchObject({ queue: [{ text: "then this", isHeld: true }], attachments: [{ id: "a1" }] });
});
