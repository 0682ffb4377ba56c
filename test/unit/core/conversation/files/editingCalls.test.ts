import { expect, it, vi } from "vitest";
import { EditingCalls } from "../../../../../extension/core/conversation/files/editingCalls.ts";
import { reduceFrame } from "../../../../../extension/core/conversation/reduce/reduceFrame.ts";
import { ConversationStore } from "../../../../../extension/core/conversation/view/conversationStore.ts";
import type { Frame } from "../../../../../extension/core/protocol/frames/decode.ts";
import { createEmptyState } from "../../../../../extension/shared/contract/conversationState.ts";

function setup() {
  const store = new ConversationStore(createEmptyState("/w"));
  const calls = new EditingCalls(store);
  const read = vi.spyOn(store.timeline, "items");
  const take = (frame: object) => store.apply(reduceFrame(store, frame as Frame, 1));
  const call = (id: string, name: string, input: object, parent_tool_use_id: string | null = null) =>
    take({
      type: "assistant",
      uuid: `u${id}`,
      parent_tool_use_id,
      message: { id: `m${id}`, content: [{ type: "tool_use", id, name, input }] },
    });
  const edit = (id: string, parent: string | null = null) =>
    call(id, "Write", { file_path: `/w/${id}`, content: "x" }, parent);
  return { store, calls, read, take, call, edit };
}

it("searches all calls only once for each new edit", () => {
  const { calls, read, call, edit, take } = setup();
  edit("w1");
  expect(calls.since(undefined)).toEqual(["w1"]);
  read.mockClear();
  for (let index = 0; index < 100; index++) {
    call(`r${index}`, "Read", { file_path: `/w/${index}` });
    take({
      type: "user",
      uuid: `e${index}`,
      message: { content: [{ type: "tool_result", tool_use_id: `r${index}`, content: "ok" }] },
    });
    calls.since(undefined);
  }
  take({ type: "user", uuid: "e", message: { content: [{ type: "tool_result", tool_use_id: "w1", content: "ok" }] } });
  expect(calls.since(undefined)).toEqual(["w1"]);
  expect(read.mock.calls.filter(([thread]) => thread === "")).toEqual([]);
  edit("w2");
  expect(calls.since(undefined)).toEqual(["w1", "w2"]);
});

it("lists a subagent's edits at the place of its agent, and no removed calls", () => {
  const { store, calls, call, edit } = setup();
  edit("step", "agent");
  expect(calls.since(undefined)).toEqual([]);
  edit("w1");
  call("agent", "Task", { description: "d", prompt: "p" });
  edit("w2");
  expect(calls.since(undefined)).toEqual(["w1", "step", "w2"]);
  store.apply({ deltas: [{ kind: "remove", thread: "", id: "w1" }] });
  expect(calls.since(undefined)).toEqual(["step", "w2"]);
  store.apply({ deltas: [{ kind: "clear" }] });
  expect(calls.since(undefined)).toEqual([]);
});
