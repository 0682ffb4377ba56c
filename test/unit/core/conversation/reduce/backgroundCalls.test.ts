import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { reduceFrame } from "../../../../../extension/core/conversation/reduce/reduceFrame.ts";
import { settleAll } from "../../../../../extension/core/conversation/reduce/reduceResult.ts";
import { describeCall } from "../../../../../extension/core/conversation/tools/describeCall.ts";
import type { ToolRecord } from "../../../../../extension/core/conversation/tools/toolRecord.ts";
import { ConversationStore } from "../../../../../extension/core/conversation/view/conversationStore.ts";
import { decodeLine, decodeValue } from "../../../../../extension/core/protocol/frames/decode.ts";
import { createEmptyState } from "../../../../../extension/shared/contract/conversationState.ts";
import type { ToolItem } from "../../../../../extension/shared/contract/items.ts";

/** A store that reads frames, one a second. */
function reading(version?: string) {
  const store = new ConversationStore({
    ...createEmptyState("/w"),
    ...(version === undefined ? {} : { cliVersion: version }),
  });
  let now = 0;
  const take = (decoded: ReturnType<typeof decodeLine>): void => {
    now += 1_000;
    if (decoded.kind === "frame") store.apply(reduceFrame(store, decoded.frame, now));
  };
  const read = (...frames: object[]): void => {
    for (const frame of frames) take(decodeValue(frame as Record<string, unknown>));
  };
  const tool = (id?: string): ToolItem | undefined =>
    store.timeline
      .items()
      .find((item): item is ToolItem => item.kind === "tool" && (id === undefined || item.id === id));
  return { store, read, take, tool };
}
const system = (subtype: string, body: object) => ({
  type: "system",
  subtype,
  uuid: `${subtype}${Math.random()}`,
  ...body,
});
const assistant = (name: string, input: object, id: string, parent?: string) => ({
  type: "assistant",
  uuid: `u-${id}`,
  message: { content: [{ type: "tool_use", id, name, input }] },
  ...(parent ? { parent_tool_use_id: parent } : {}),
});
const result = (id: string, structured: object) => ({
  type: "user",
  message: { content: [{ type: "tool_result", tool_use_id: id, content: "begun" }] },
  tool_use_result: structured,
});
const launched = [
  assistant("Agent", { description: "Look", prompt: "Look around" }, "a"),
  result("a", { status: "async_launched", agentId: "t1" }),
];
const stopped = { type: "result", subtype: "error_during_execution", terminal_reason: "aborted_tools", is_error: true };

/** The recording's frames up to one that `isLast` holds for. */
function* framesUntil(name: string, isLast: (line: string) => boolean) {
  const file = new URL(`../../../../fixtures/${name}.ndjson`, import.meta.url);
  for (const line of fs.readFileSync(file, "utf8").trim().split("\n")) {
    yield decodeLine(line);
    if (isLast(line)) return;
  }
}

describe("an agent in the background", () => {
  it("continues after its result and the turn, and shows its current tool and tokens", () => {
    const { take, tool } = reading();
    for (const frame of framesUntil("subagent-slow", (line) => line.includes('"type":"result"'))) take(frame);
    expect(tool()).toMatchObject({
      state: "running",
      isBackground: true,
      summary: { text: "Bash" },
      agent: { tokens: 1_202, taskId: expect.any(String) },
    });
  });

  it("ends with the state, tokens, time and report that claude gives", () => {
    const { store, take, tool } = reading();
    for (const frame of framesUntil("subagent-slow", () => false)) take(frame);
    expect(tool()).toMatchObject({ state: "done", agent: { tokens: 1_240 }, elapsedMs: expect.any(Number) });
    expect(tool()?.summary).toBeUndefined();
    expect(store.record(tool()?.id ?? "")?.ended).toEqual({
      state: "done",
      words: "# Report\n\nFound **nothing**.",
      isReport: true,
    });
  });

  it("keeps running with its steps after a stopped turn, until the process ends", () => {
    const { store, read, tool } = reading();
    read(
      ...launched,
      assistant("Bash", { command: "sleep 9" }, "step", "a"),
      assistant("Bash", { command: "sleep 9" }, "main"),
      stopped,
    );
    expect(tool("a")?.state).toBe("running");
    expect(store.item("a", "step")).toMatchObject({ state: "running" });
    expect(tool("main")?.state).toBe("stopped");
    store.apply({ deltas: settleAll(store, 99_000) });
    expect(tool("a")?.state).toBe("stopped");
  });

  it.each([
    ["killed", "stopped", undefined],
    ["failed", "failed", { code: "text", text: "API Error: 400" }],
  ])("is %s", (status, state, summary) => {
    const { read, tool } = reading();
    read(
      ...launched,
      system("task_updated", { task_id: "t1", patch: { status, ...(summary ? { error: summary.text } : {}) } }),
    );
    expect(tool()).toMatchObject({ state, ...(summary ? { summary } : {}) });
  });

  it("counts as ended in 2.0.77, which never reports its end", () => {
    const { read, tool } = reading("2.0.77");
    read(...launched);
    expect(tool()?.state).toBe("done");
  });

  it("counts as ended even if its end comes before its result", () => {
    const { read, tool } = reading();
    read(
      launched[0] as object,
      system("task_notification", { task_id: "t1", tool_use_id: "a", status: "completed", summary: "Quick" }),
      launched[1] as object,
    );
    expect(tool()?.state).toBe("done");
  });
});

describe("a command in the background", () => {
  it.each(["background-failed", "background-failed-2.1.50"])("runs until claude reports its end (%s)", (name) => {
    const { store, take, tool } = reading();
    for (const frame of framesUntil(name, (line) => line.includes('"type":"result"'))) take(frame);
    expect(tool()).toMatchObject({ state: "running", taskId: expect.any(String) });
    for (const frame of framesUntil(name, () => false)) take(frame);
    expect(tool()).toMatchObject({
      state: "failed",
      summary: { text: 'Background command "Fails" failed with exit code 3' },
    });
    expect(describeCall(store.record(tool()?.id ?? "") as ToolRecord)).toMatchObject({ exitCode: 3 });
    const notices = store.timeline.items().filter((item) => item.kind === "notice");
    expect(notices).toMatchObject([
      { level: "warning", notice: { code: "taskEnded", task: "Fails", state: "failed", exitCode: 3 } },
    ]);
    expect(notices[0]).toHaveProperty("notice.output", expect.stringMatching(/\/tasks\/\w+\.output$/));
  });

  it("ends with its result if the turn waits for it", () => {
    const { store, read, tool } = reading();
    read(
      assistant("Bash", { command: "sleep 9" }, "b"),
      system("task_started", { task_id: "t", tool_use_id: "b", is_backgrounded: false }),
    );
    read(system("task_notification", { task_id: "t", tool_use_id: "b", status: "completed", summary: "Sleeps" }));
    expect(tool()).toMatchObject({ state: "running", taskId: "t" });
    read(result("b", { stdout: "", stderr: "" }));
    expect(store.timeline.items()).toMatchObject([{ kind: "tool", state: "done" }]);
  });
});
