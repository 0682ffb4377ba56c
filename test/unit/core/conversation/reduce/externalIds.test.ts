import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readFrame } from "../../../../../extension/core/conversation/reduce/readFrame.ts";
import { applyTranscriptFrames } from "../../../../../extension/core/conversation/transcript/transcriptFrames.ts";
import { ConversationStore } from "../../../../../extension/core/conversation/view/conversationStore.ts";
import { decodeValue, type Frame } from "../../../../../extension/core/protocol/frames/decode.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { createEmptyState } from "../../../../../extension/shared/contract/conversationState.ts";
import { mainThread } from "../../../../../extension/shared/contract/ids.ts";
import type { Item } from "../../../../../extension/shared/contract/items.ts";
import { settled } from "../../protocol/setup.ts";
import { begin, getAnswer } from "../conversationSetup.ts";

type Raw = Record<string, unknown>;
const getFrame = (raw: Raw): Frame => {
  const decoded = decodeValue(raw);
  if (decoded.kind !== "frame") throw new Error(`no frame: ${JSON.stringify(raw)}`);
  return decoded.frame;
};

/** Rows of the main thread as a reader sees them. */
function rows(store: ConversationStore, thread?: string): string[] {
  return store.timeline.items(thread).map((item: Item) => {
    if (item.kind === "tool")
      return `${item.tool} ${item.subject} ${item.state} ${store.record(item.id)?.output ?? ""}`.trim();
    return item.kind === "text" || item.kind === "prompt" ? `${item.kind} ${item.text}` : item.kind;
  });
}
const assertUnique = (store: ConversationStore): void => {
  const ids = store.timeline.threads.flatMap((thread) =>
    store.timeline.items(thread).map(({ id }) => `${thread} ${id}`),
  );
  expect(new Set(ids).size).toBe(ids.length);
};

/** Frames of a turn of a gateway that counts messages and calls anew each turn, as they stream. */
function streamedTurn(words: string, { message = "msg_1", call = "call_1", command = words } = {}): Raw[] {
  const event = (of: Raw): Raw => ({ type: "stream_event", event: of, uuid: randomUUID(), parent_tool_use_id: null });
  const said = (content: Raw[]): Raw => ({
    type: "assistant",
    message: { id: message, role: "assistant", content },
    uuid: randomUUID(),
    parent_tool_use_id: null,
  });
  const tool = { type: "tool_use", id: call, name: "Bash", input: { command } };
  return [
    event({ type: "message_start", message: { id: message } }),
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: `say ${words}` } }),
    said([{ type: "text", text: `say ${words}` }]),
    event({ type: "content_block_stop", index: 0 }),
    event({
      type: "content_block_start",
      index: 1,
      content_block: { type: "tool_use", id: call, name: "Bash", input: {} },
    }),
    event({
      type: "content_block_delta",
      index: 1,
      delta: { type: "input_json_delta", partial_json: JSON.stringify({ command }) },
    }),
    said([tool]),
    event({ type: "content_block_stop", index: 1 }),
    event({ type: "message_stop" }),
    {
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: call, content: `out ${words}` }] },
      uuid: randomUUID(),
      parent_tool_use_id: null,
    },
    event({ type: "message_start", message: { id: message } }),
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: `end ${words}` } }),
    said([{ type: "text", text: `end ${words}` }]),
    event({ type: "content_block_stop", index: 0 }),
    event({ type: "message_stop" }),
    { type: "result", subtype: "success", uuid: randomUUID(), session_id: "s" },
  ];
}

function live(turns: readonly (readonly Raw[])[]): ConversationStore {
  const store = new ConversationStore({ ...createEmptyState("/w"), status: "working" });
  turns.forEach((frames, index) => {
    store.apply({
      deltas: [
        {
          kind: "put",
          thread: mainThread,
          item: { kind: "prompt", id: `p${index}`, text: `ask ${index}`, at: 0 } as unknown as Item,
        },
      ],
    });
    for (const raw of frames) store.apply(readFrame(store, store.ids.read(getFrame(raw)), 1, silentLogger));
  });
  return store;
}

/** The same turns as the transcript has them: whole messages, each naming its parent. */
function saved(turns: readonly (readonly Raw[])[]): Frame[] {
  let parentUuid: unknown = null;
  return turns.flatMap((frames, index) => {
    const prompt = { type: "user", message: { role: "user", content: `ask ${index}` }, uuid: `p${index}` };
    const entries = [prompt, ...frames.filter(({ type }) => type === "assistant" || type === "user")] as Raw[];
    return entries.map((entry) => {
      const named = { ...entry, parentUuid };
      parentUuid = entry["uuid"];
      return getFrame(named);
    });
  });
}

const twoTurns = [
  "prompt ask 0",
  "text say A",
  "Bash A done out A",
  "text end A",
  "turn",
  "prompt ask 1",
  "text say B",
  "Bash B done out B",
  "text end B",
  "turn",
];

describe.each([
  ["used again each turn", {}],
  ["empty", { message: "", call: "" }],
  ["constant, of a message alone", { call: undefined }],
])("ids that are %s", (name, ids) => {
  const turns = () =>
    name.includes("alone")
      ? [streamedTurn("A", { call: "toolu_a" }), streamedTurn("B", { call: "toolu_b" })]
      : [streamedTurn("A", ids), streamedTurn("B", ids)];

  it("name other rows, live", () => {
    const store = live(turns());
    expect(rows(store)).toEqual(twoTurns);
    assertUnique(store);
  });

  it("and read back, at once and page by page", () => {
    const store = new ConversationStore(createEmptyState("/w"));
    const frames = saved(turns());
    applyTranscriptFrames(store, frames, silentLogger);
    const said = twoTurns.filter((row) => row !== "turn");
    expect(rows(store).filter((row) => row !== "turn")).toEqual(said);
    assertUnique(store);
    const paged = new ConversationStore(createEmptyState("/w"));
    const second = frames.findIndex(({ uuid }) => uuid === "p1");
    applyTranscriptFrames(paged, frames.slice(second), silentLogger);
    const older = paged.makeOlder();
    applyTranscriptFrames(older, frames.slice(0, second), silentLogger);
    paged.prepend(older);
    expect(rows(paged).filter((row) => row !== "turn")).toEqual(said);
    assertUnique(paged);
  });
});

it("forgets ids of released items, and keeps them distinct when read again", () => {
  const first = streamedTurn("A");
  const store = live([first, streamedTurn("B"), streamedTurn("C")]);
  const keys = () => store.timeline.items().flatMap(({ kind, id }) => (kind === "tool" || kind === "text" ? [id] : []));
  expect(keys()).toEqual(expect.arrayContaining(["msg_1:0", "call_1"]));
  store.dropBefore("p1");
  expect(keys()).not.toContain("call_1");
  for (const raw of streamedTurn("D")) store.apply(readFrame(store, store.ids.read(getFrame(raw)), 1, silentLogger));
  expect(keys()).toEqual(expect.arrayContaining(["msg_1:0", "call_1"]));
  const older = store.makeOlder();
  applyTranscriptFrames(older, saved([first]), silentLogger);
  store.prepend(older);
  assertUnique(store);
  expect(rows(store).filter((row) => row.startsWith("Bash"))).toEqual([
    "Bash A done out A",
    "Bash B done out B",
    "Bash C done out C",
    "Bash D done out D",
  ]);
});

it("does not change ids that are used once", () => {
  const store = live([
    streamedTurn("A", { message: "m1", call: "c1" }),
    streamedTurn("B", { message: "m2", call: "c2" }),
  ]);
  expect(store.timeline.items().flatMap(({ id, kind }) => (kind === "tool" ? [id] : []))).toEqual(["c1", "c2"]);
});

it("keeps the decision of an earlier call with the same id", async () => {
  const { conversation, cli, items } = await begin();
  const ask = (request: string, command: string) => {
    const input = { command };
    cli().write({
      type: "assistant",
      message: { id: "m", content: [{ type: "tool_use", id: "call_1", name: "Bash", input }] },
      uuid: randomUUID(),
    });
    cli().write({
      type: "control_request",
      request_id: request,
      request: { subtype: "can_use_tool", tool_name: "Bash", tool_use_id: "call_1", input },
    });
  };
  const end = (content: string, isError = false) => {
    cli().write({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content, is_error: isError }] },
      uuid: randomUUID(),
    });
    cli().write({ type: "result", subtype: "success", session_id: "s", uuid: randomUUID() });
  };
  ask("r1", "rm -rf /");
  await settled();
  await conversation.permissions.decide("r1", conversation.state.requests[0]!.revision, { kind: "deny" });
  end("denied", true);
  await settled();
  ask("r2", "ls");
  await settled();
  await conversation.permissions.decide("r2", conversation.state.requests[0]!.revision, { kind: "allow" });
  end("files");
  await settled();
  const calls = items().filter((item) => item.kind === "tool");
  expect(calls).toMatchObject([
    { subject: "rm -rf /", state: "denied", decided: { code: "denied" } },
    { subject: "ls", state: "done", decided: { code: "allowed" } },
  ]);
  expect(["r1", "r2"].map((id) => getAnswer(cli(), id)?.["response"].toolUseID)).toEqual(["call_1", "call_1"]);
});

it("shows a subagent's step that has the same id as its agent's call", () => {
  const uuid = () => randomUUID();
  const call = (id: string, name: string, input: Raw, parent: string | null): Raw => ({
    type: "assistant",
    message: { id: "m", content: [{ type: "tool_use", id, name, input }] },
    uuid: uuid(),
    parent_tool_use_id: parent,
  });
  const result = (id: string, content: string, parent: string | null): Raw => ({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
    uuid: uuid(),
    parent_tool_use_id: parent,
  });
  const store = live([
    [
      call("call_1", "Task", { description: "look", prompt: "look" }, null),
      call("call_1", "Bash", { command: "ls" }, "call_1"),
      result("call_1", "files", "call_1"),
      result("call_1", "report", null),
    ],
  ]);
  expect(rows(store).slice(1)).toEqual([expect.stringMatching(/^(Task|Agent) look done report$/)]);
  expect(rows(store, "call_1")).toEqual(["Bash ls done files"]);
});

describe("odd messages", () => {
  const event = (of: Raw): Raw => ({ type: "stream_event", event: of, uuid: randomUUID(), parent_tool_use_id: null });
  const start = (id: string): Raw => event({ type: "message_start", message: { id } });
  const block = (index: number): Raw =>
    event({ type: "content_block_start", index, content_block: { type: "text", text: "" } });
  const delta = (index: number, text: string): Raw =>
    event({ type: "content_block_delta", index, delta: { type: "text_delta", text } });
  const stop = (index: number): Raw => event({ type: "content_block_stop", index });
  const said = (id: string, text: unknown): Raw => ({
    type: "assistant",
    message: { id, role: "assistant", content: text },
    uuid: randomUUID(),
    parent_tool_use_id: null,
  });
  const result = (): Raw => ({ type: "result", subtype: "success", uuid: randomUUID(), session_id: "s" });

  it("show a text once that follows a block without text", () => {
    const store = live([
      [
        start("m"),
        block(0),
        stop(0),
        block(1),
        delta(1, "words"),
        said("m", [{ type: "text", text: "words" }]),
        stop(1),
        result(),
      ],
    ]);
    expect(rows(store)).toEqual(["prompt ask 0", "text words", "turn"]);
  });

  it("end when another one begins, if they never stop", () => {
    const store = live([
      [
        start("m"),
        block(0),
        delta(0, "half"),
        start("m"),
        block(0),
        delta(0, "whole"),
        said("m", [{ type: "text", text: "whole" }]),
        stop(0),
      ],
    ]);
    expect(
      store.timeline.items().map((item) => (item.kind === "text" ? [item.text, item.isStreaming] : item.kind)),
    ).toEqual(["prompt", ["half", false], ["whole", false]]);
  });

  it("are shown where their content is a plain string, or has none", () => {
    expect(rows(live([[said("m", "plain"), said("m2", []), result()]]))).toEqual([
      "prompt ask 0",
      "text plain",
      "turn",
    ]);
  });

  it("keep their first result, whatever follows", () => {
    const user = (content: string): Raw => ({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content }] },
      uuid: randomUUID(),
    });
    const call = said("m", [{ type: "tool_use", id: "c", name: "Bash", input: { command: "ls" } }]);
    expect(rows(live([[call, user("first"), user("second"), result()]]))).toEqual([
      "prompt ask 0",
      "Bash ls done first",
      "turn",
    ]);
  });
});
