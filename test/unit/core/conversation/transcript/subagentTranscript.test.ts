import { expect, it } from "vitest";
import type { TranscriptPage } from "../../../../../extension/core/conversation/ports/ports.ts";
import type { TranscriptPart } from "../../../../../extension/core/conversation/transcript/earlierParts.ts";
import { collectSearchableTexts } from "../../../../../extension/core/conversation/transcript/searchableTexts.ts";
import { textRenderer } from "../../../../../extension/shared/text/textRenderer.ts";
import { assistant, begin } from "../conversationSetup.ts";
import { frame, getIds, getPages, turn } from "./transcriptSetup.ts";

it("reads a subagent's work when its card is opened, once", async () => {
  const { conversation } = await begin();
  const call = frame({
    type: "assistant",
    uuid: "c",
    message: { id: "m", content: [{ type: "tool_use", id: "task", name: "Agent", input: { description: "look" } }] },
  });
  const answer = (agentId: string) =>
    frame({
      type: "user",
      uuid: "r",
      message: { content: [{ type: "tool_result", tool_use_id: "task", content: "" }] },
      tool_use_result: { agentId },
    });
  const pages = getPages(1, 1);
  conversation.saved.restore({ frames: [call, answer("agent7")], hasOlder: false, damaged: 0 }, pages);
  const { transcript } = conversation;
  await Promise.all([transcript.loadThread("task"), transcript.loadThread("task")]);
  expect(pages.asked).toEqual([{ toolId: "task", agentId: "agent7" }]);
  expect(transcript.page("task", { kind: "end" }, 10)).toMatchObject({
    items: [{ id: "t6" }, { id: "t7" }],
    hasOlder: true,
  });
  expect(getIds(await transcript.loadPage("task", { kind: "before", id: "t6" }, 2))).toEqual(["t4", "t5"]);
  expect(transcript.page("task", { kind: "before", id: "t4" }, 2)).toMatchObject({ hasOlder: true });
  const first = await transcript.loadPage("task", { kind: "before", id: "t4" }, 10);
  expect(first).toMatchObject({ items: [{ id: "t1" }, { id: "t2" }, { id: "t3" }], hasOlder: false });
  expect(transcript.calls.details("t7")).toMatchObject({ kind: "command", command: "run 7" });
  conversation.saved.restore({ frames: [call, answer("gone")], hasOlder: false, damaged: 0 }, pages);
  await transcript.loadThread("task");
  await transcript.loadThread("never called");
  expect(transcript.page("task", { kind: "end" }, 10).items).toEqual([]);
});

/** Saved entries of one call of a subagent. */
const agentCall = (input: object, agentId?: string): TranscriptPage => ({
  frames: [
    frame({
      type: "assistant",
      uuid: "c",
      message: { id: "m", content: [{ type: "tool_use", id: "task", name: "Agent", input }] },
    }),
    ...(agentId === undefined
      ? []
      : [
          frame({
            type: "user",
            uuid: "r",
            message: { content: [{ type: "tool_result", tool_use_id: "task", content: "" }] },
            tool_use_result: { agentId },
          }),
        ]),
  ],
  hasOlder: false,
  damaged: 0,
});

it("reads only the steps of a subagent's transcript, not facts about the conversation", async () => {
  const { conversation } = await begin();
  const frames = [
    frame({ type: "system", subtype: "informational", uuid: "i", content: "said to it" }),
    ...turn(1),
    frame({ type: "system", subtype: "turn_duration", uuid: "d", duration_ms: 5 }),
  ];
  const openAgent = async () => ({ read: async () => ({ frames, hasOlder: false, damaged: 0 }) });
  conversation.saved.restore(agentCall({}, "agent7"), { ...getPages(1, 1), openAgent });
  await conversation.transcript.loadThread("task");
  expect(getIds(conversation.transcript.page("task", { kind: "end" }, 10))).toEqual(["t1"]);
  expect(getIds(conversation.transcript.page("", { kind: "end" }, 10))).toEqual(["task"]);
});

it("drops a subagent's steps that arrive after the conversation was replaced", async () => {
  const { conversation } = await begin();
  const { transcript } = conversation;
  const begun: { go: () => void }[] = [];
  const wait = () => new Promise<void>((go) => begun.push({ go }));
  const again = () => conversation.saved.restore(agentCall({}, "agent7"), getPages(1, 1));
  const reading = (work = getPages(3, 2)) => ({
    ...work,
    openAgent: async () => ({ read: () => wait().then(work.read) }),
  });
  const opening = { ...getPages(1, 1), openAgent: () => wait().then(() => getPages(3, 2)) };
  for (const pages of [reading(), opening]) {
    conversation.saved.restore(agentCall({}, "agent7"), pages);
    const loading = transcript.loadThread("task");
    await expect.poll(() => begun.length).toBe(1);
    again();
    begun.pop()?.go();
    await loading;
    expect(transcript.page("task", { kind: "end" }, 10)).toMatchObject({ items: [], hasOlder: false });
  }
  // Older entries, too.
  conversation.saved.restore(agentCall({}, "agent7"), reading());
  const loading = transcript.loadThread("task", true);
  await expect.poll(() => begun.length).toBe(1);
  begun.pop()?.go();
  await expect.poll(() => begun.length).toBe(1);
  again();
  begun.pop()?.go();
  await loading;
  expect(transcript.page("task", { kind: "end" }, 10)).toMatchObject({ items: [], hasOlder: false });
  await transcript.loadThread("task");
  expect(getIds(transcript.page("task", { kind: "end" }, 10))).toEqual(["t6", "t7"]);
});

it("searches once for a subagent's missing file, and again after a new read", async () => {
  const { conversation } = await begin();
  const pages = getPages(1, 1);
  conversation.saved.restore(agentCall({ prompt: "nothing is kept" }), pages);
  for (let query = 0; query < 3; query++) await conversation.transcript.loadThread("task");
  expect(pages.asked).toHaveLength(1);
  conversation.saved.restore(agentCall({ prompt: "nothing is kept" }), pages);
  await conversation.transcript.loadThread("task");
  expect(pages.asked).toHaveLength(2);
});

it("does not read the file of a running subagent, whose steps arrive as frames", async () => {
  const { conversation, cli } = await begin();
  const pages = getPages(1, 1);
  conversation.saved.restore({ frames: turn(1), hasOlder: false, damaged: 0 }, pages);
  cli().write(assistant([{ type: "tool_use", id: "task", name: "Agent", input: { prompt: "look" } }]));
  await expect.poll(() => conversation.transcript.calls.details("task")).toBeTruthy();
  await conversation.transcript.loadThread("task");
  expect(pages.asked).toEqual([]);
});

it("finds a subagent's file after a cut-off call, and reads all for a search", async () => {
  const { conversation } = await begin();
  const content = [{ type: "tool_use", id: "task", name: "Agent", input: { description: "look", prompt: "look" } }];
  conversation.saved.restore(
    { frames: [frame({ type: "assistant", uuid: "c", message: { id: "m", content } })], hasOlder: false, damaged: 0 },
    getPages(1, 1),
  );
  const parts: TranscriptPart[] = [];
  for await (const part of conversation.transcript.readParts()) parts.push(part);
  expect(parts).toHaveLength(1);
  const texts = await collectSearchableTexts(parts[0]!, textRenderer);
  expect(texts.filter(({ agents }) => agents[0] === "task").map(({ id }) => id)).toEqual([
    "task:task",
    "t1",
    "t2",
    "t3",
    "t4",
    "t5",
    "t6",
    "t7",
  ]);
});
