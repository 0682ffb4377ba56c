import { expect, it } from "vitest";
import type { MentionContents } from "../../../../../extension/core/conversation/ports/ports.ts";
import { settled } from "../../protocol/setup.ts";
import { begin, result } from "../conversationSetup.ts";

const problems = (data: string): MentionContents => ({
  contents: [{ kind: "text", name: "@problems", mediaType: "text/plain", size: data.length, data }],
  paths: [{ path: "src/a.ts", kind: "file" }],
  unread: [],
});

/** A conversation whose mentions are read when the test says so. */
async function setup() {
  const reads: {
    readonly text: string;
    readonly isPartial: boolean | undefined;
    readonly answer: (read: MentionContents | Error) => void;
  }[] = [];
  const read = (_place: object, text: string, isPartial?: boolean) =>
    new Promise<MentionContents>((resolve, reject) => {
      reads.push({ text, isPartial, answer: (found) => (found instanceof Error ? reject(found) : resolve(found)) });
    });
  const parts = await begin({ mentions: { read } });
  const sent = () =>
    parts.cli().received.flatMap((frame) => (frame["type"] === "user" ? [frame["message"].content] : []));
  const texts = () => sent().map((content) => content.at(-1).text);
  return { ...parts, reads, sent, texts };
}

it("reads mentions of a prompt before it is sent, not when it was written", async () => {
  const { conversation, reads, sent, texts, cli, items } = await setup();
  conversation.submit("first");
  conversation.submit("fix @problems in @src/a.ts");
  await settled();
  expect([texts(), reads]).toEqual([["first"], []]);
  cli().write(result());
  await settled();
  expect(reads.map(({ text }) => text)).toEqual(["fix @problems in @src/a.ts"]);
  expect(conversation.state.queue).toMatchObject([{ isReading: true }]);
  expect(conversation.canRest).toBe(false);
  reads[0]?.answer(problems("a.ts:1: wrong"));
  await settled();
  expect(sent().at(-1)).toMatchObject([
    { type: "document", title: "@problems", source: { data: "a.ts:1: wrong" } },
    { text: "fix @problems in @src/a.ts" },
  ]);
  expect(items().at(-1)).toMatchObject({
    kind: "prompt",
    mentioned: [{ path: "src/a.ts", kind: "file" }],
    attachments: [{ name: "@problems" }],
  });
  expect(conversation.state.queue).toEqual([]);
});

it("sends nothing ahead of a prompt with pending mentions unless the user does", async () => {
  const { conversation, reads, sent, texts, cli } = await setup();
  conversation.submit("fix @problems");
  conversation.submit("then this");
  conversation.submit("now this");
  await settled();
  expect([texts(), reads.length]).toEqual([[], 1]);
  await conversation.delivery.sendNow(conversation.state.queue[2]!.id);
  expect(texts()).toEqual(["now this"]);
  reads[0]?.answer(problems("old"));
  await settled();
  // By then it was another turn's time: it is read again when its own has come.
  cli().write(result());
  await settled();
  expect([texts(), reads.length]).toEqual([["now this"], 2]);
  reads[1]?.answer(problems("new"));
  await settled();
  expect(texts()).toEqual(["now this", "fix @problems"]);
  expect(sent().at(-1)).toMatchObject([{ source: { data: "new" } }, {}]);
});

it("holds a prompt with an unreadable mention until the user sends it without", async () => {
  const { conversation, reads, texts, items, cli } = await setup();
  conversation.submit("fix @problems");
  conversation.submit("then this");
  await settled();
  reads[0]?.answer(new Error("no language server"));
  await settled();
  expect(texts()).toEqual([]);
  expect(conversation.state.queue).toMatchObject([
    { text: "fix @problems", isHeld: true },
    { text: "then this", isHeld: true },
  ]);
  expect(conversation.state.queue[0]).not.toHaveProperty("isReading");
  expect(items()).toContainEqual(
    expect.objectContaining({ notice: { code: "mentionFailed", reason: "no language server" } }),
  );
  expect(conversation.remembered.unsent).toMatchObject([{ text: "fix @problems" }, { text: "then this" }]);
  expect(conversation.remembered.unsent?.[0]).not.toHaveProperty("unpreparedBy");
  void conversation.delivery.sendNow(conversation.state.queue[0]!.id);
  expect(reads.map(({ isPartial }) => isPartial)).toEqual([false, true]);
  reads[1]?.answer({ contents: [], paths: [], unread: ["@problems"] });
  await settled();
  expect(texts()).toEqual(["fix @problems"]);
  expect(items()).toContainEqual(
    expect.objectContaining({ notice: { code: "mentionsLeftOut", mentions: ["@problems"] } }),
  );
  cli().write(result());
  await settled();
  expect(texts()).toEqual(["fix @problems"]);
});

it("does not hold a prompt that the user sent ahead of one with unreadable mentions", async () => {
  const { conversation, reads, texts, cli, items } = await setup();
  conversation.submit("fix @problems");
  conversation.submit("see @changes");
  await settled();
  void conversation.delivery.sendNow(conversation.state.queue[1]!.id);
  await settled();
  // Nobody waits for that any more: it is read again when its turn comes.
  reads[0]?.answer(new Error("no language server"));
  await settled();
  expect(items().filter((item) => item.kind === "notice")).toEqual([]);
  reads[1]?.answer({ contents: [], paths: [], unread: [] });
  await settled();
  expect(texts()).toEqual(["see @changes"]);
  cli().write(result());
  await settled();
  reads[2]?.answer(new Error("no language server"));
  await settled();
  expect(conversation.state.queue).toMatchObject([{ text: "fix @problems", isHeld: true }]);
});

it("saves only the user's own content of a waiting prompt", async () => {
  const { conversation, reads } = await setup();
  conversation.submit("fix @problems");
  await settled();
  expect(conversation.remembered.unsent).toEqual([{ id: expect.any(String), text: "fix @problems" }]);
  // Nobody waits for it any more.
  conversation.queue.remove(conversation.state.queue[0]!.id);
  reads[0]?.answer(problems("late"));
  await settled();
  expect(conversation.state.queue).toEqual([]);
});

it("returns an unconfirmed prompt to the queue, and reads its mentions again", async () => {
  const { conversation, reads, cli, sent } = await setup();
  conversation.submit("fix @problems");
  await settled();
  reads[0]?.answer(problems("old"));
  await settled();
  cli().end();
  await settled();
  expect(conversation.state.queue).toMatchObject([{ text: "fix @problems" }]);
  void conversation.start();
  await settled();
  reads[1]?.answer(problems("new"));
  await settled();
  expect(
    sent()
      .at(-1)
      ?.map((block: { source?: { data: string } }) => block.source?.data),
  ).toEqual(["new", undefined]);
});
