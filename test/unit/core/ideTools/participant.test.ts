import { expect, it } from "vitest";
import { IdeToolsParticipant } from "../../../../extension/core/ideTools/ideToolsParticipant.ts";
import type { ProposedFileChange } from "../../../../extension/core/ideTools/port.ts";
import { createToolServer } from "../../../../extension/core/ideTools/toolServer.ts";
import { McpBridge } from "../../../../extension/core/protocol/servers/mcpBridge.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { createEmptyState } from "../../../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { change, MemoryIde, problem } from "../../../fakes/memoryIde.ts";

/** An answer of the server, with the parts that these tests read. */
interface Answer {
  readonly result: {
    readonly tools: readonly {
      readonly name: string;
      readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] };
    }[];
    readonly content: readonly { readonly text: string }[];
  };
}

function setup({ load = createToolServer as typeof createToolServer | (() => never) } = {}) {
  const editor = new MemoryIde();
  const settings = { isEnabled: true, disabled: [] as string[] };
  const planned = new Map<string, readonly ProposedFileChange[]>();
  /** The calls that `claude` asked about, what the host asked about, and the answer of the user. */
  const cards = new Set<string>();
  const asked: object[] = [];
  const answer = { isAllowed: true };
  const participant = new IdeToolsParticipant({
    conversation: { id: "c" as ConversationId, state: () => createEmptyState("/w"), notice: () => {} },
    editor,
    settings: () => settings,
    tellsProblems: () => true,
    load: async (options) => load({ ...options, version: "1" }),
    getEdited: (tool, input) => (tool === "Edit" ? String(input["file_path"]) : undefined),
    planned,
    held: () => ({
      ask: async ({ input }) => {
        asked.push(input);
        return answer;
      },
      wasAsked: (call) => cards.has(call),
    }),
    clock: new FakeClock(),
    logger: silentLogger,
  });
  const bridge = new McpBridge(() => {});
  const connect = () => Promise.all(participant.servers.map(({ name, create }) => bridge.add(name, create())));
  let id = 0;
  const ask = async (method: string, params: object = {}): Promise<Answer> => {
    const answer: unknown = await bridge.deliver(
      "editor",
      { jsonrpc: "2.0", id: id++, method, params },
      new AbortController().signal,
    );
    return answer as Answer;
  };
  const begin = (protocolVersion: string) =>
    ask("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "claude", version: "1" } });
  const before = async (input: object) => {
    const context = { toolUseId: "t", signal: new AbortController().signal };
    const event = { hook_event_name: "PreToolUse", ...input };
    const outputs = await Promise.all(
      participant.hooks.filter((hook) => hook.event === "PreToolUse").map((hook) => hook.callback(event, context)),
    );
    return outputs.flatMap((output) =>
      "hookSpecificOutput" in output ? (output.hookSpecificOutput?.permissionDecision ?? []) : [],
    );
  };
  return { editor, settings, planned, cards, asked, answer, participant, bridge, connect, ask, begin, before };
}

it("speaks the protocol version of the client, and lists its tools with their schema", async () => {
  const { connect, begin, ask } = setup();
  await connect();
  const { result } = await begin("2024-11-05");
  expect(result).toMatchObject({
    protocolVersion: "2024-11-05",
    serverInfo: { name: "editor" },
    capabilities: { tools: { listChanged: false } },
  });
  const [tool] = (await ask("tools/list")).result.tools;
  expect(tool).toMatchObject({
    name: "diagnostics",
    annotations: { readOnlyHint: true },
    inputSchema: { type: "object", additionalProperties: false },
  });
  expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(["path", "severity", "since_last_edit", "cursor"]);
  expect(tool?.inputSchema.required).toBeUndefined();
});

it("answers calls, and takes an unknown tool for a failed call", async () => {
  const { connect, begin, ask, editor, before } = setup();
  await connect();
  await begin("2025-06-18");
  editor.problems.set("/w/a.ts", [problem(1, "Old")]);
  await before({ tool_name: "Edit", tool_input: { file_path: "/w/a.ts" } });
  editor.problems.set("/w/a.ts", [problem(1, "Old"), problem(2, "New")]);
  const { result } = await ask("tools/call", { name: "diagnostics", arguments: { since_last_edit: true } });
  expect(result.content[0]?.text).toMatch(/^1 problem in 1 file [\s\S]*2:1 error: New/);
  expect((await ask("tools/call", { name: "fetch", arguments: {} })).result).toMatchObject({ isError: true });
});

it("knows the problems of an edited file with and without a tab", async () => {
  const { connect, begin, ask, editor, before } = setup();
  await connect();
  await begin("2025-06-18");
  for (const name of ["hidden.ts", "shown.ts"]) editor.write(`/w/${name}`, "");
  editor.editors = [{ path: "/w/shown.ts", isActive: true, isDirty: false, isInside: true }];
  // The editor lists no problems of a file that no tab shows, although its analysis finds them.
  editor.unlisted.add("/w/hidden.ts");
  editor.problems.set("/w/hidden.ts", [problem(1, "Old")]);
  await before({ tool_name: "Edit", tool_input: { file_path: "/w/hidden.ts" } });
  editor.problems
    .set("/w/hidden.ts", [problem(1, "Old"), problem(2, "New")])
    .set("/w/shown.ts", [problem(3, "Caused")]);
  const list = async (path: string) =>
    (await ask("tools/call", { name: "diagnostics", arguments: { path, since_last_edit: true } })).result.content[0]
      ?.text;
  expect(await list("hidden.ts")).toBe(
    "1 problem in 1 file that were not there before the last edit.\n/w/hidden.ts\n  2:1 error: New [ts 1]",
  );
  expect(await list("shown.ts")).toBe(
    "1 problem in 1 file that were not there before the last edit.\n/w/shown.ts\n  3:1 error: Caused [ts 1]",
  );
});

it("allows its tools that only read, where claude says that the call comes here", async () => {
  const { before, settings } = setup();
  const ours = { tool_name: "mcp__editor__diagnostics", tool_input: {}, mcp_server: { name: "editor", source: "sdk" } };
  expect(await before(ours)).toEqual(["allow"]);
  // Another server of that name, or a version that does not say which server it is.
  for (const mcp_server of [
    { name: "editor", source: "project" },
    { name: "editor" },
    { name: "notes", source: "sdk" },
    undefined,
    "sdk",
  ])
    expect(await before({ ...ours, mcp_server }), JSON.stringify(mcp_server)).toEqual([]);
  for (const tool_name of [
    "mcp__editor__fetch",
    "mcp__editor__constructor",
    "mcp__editor__",
    "mcp__editors__diagnostics",
    "diagnostics",
    "Bash",
  ])
    expect(await before({ ...ours, tool_name }), tool_name).toEqual([]);
  settings.disabled.push("diagnostics");
  expect(await before(ours)).toEqual([]);
});

it("offers nothing while it is turned off, and no tool that is", async () => {
  const { connect, begin, ask, settings, participant } = setup();
  await connect();
  await begin("2025-06-18");
  settings.disabled.push("diagnostics");
  expect((await ask("tools/list")).result.tools.map(({ name }) => name)).not.toContain("diagnostics");
  settings.isEnabled = false;
  expect(participant.servers).toEqual([]);
  expect((await ask("tools/call", { name: "diagnostics" })).result).toMatchObject({ isError: true });
});

it("answers with an error when its server cannot be loaded", async () => {
  const { connect, begin } = setup({
    load: () => {
      throw new Error("the file is gone");
    },
  });
  await connect();
  expect(await begin("2025-06-18")).toMatchObject({ error: { code: -32603, message: "the file is gone" } });
  expect(await begin("2025-06-18")).toMatchObject({ error: { code: -32603 } });
});

it("keeps a call's planned changes until its turn ends, and shows them in its input", async () => {
  const { connect, begin, editor, participant, planned } = setup();
  await connect();
  await begin("2025-06-18");
  editor.write("/w/a.ts", "ab\n");
  editor.planned = [change("/w/a.ts", "ab\n", "cd\n"), change("/w/b.ts", "ab\n", "cd\n")];
  const input = {
    hook_event_name: "PreToolUse",
    tool_name: "mcp__editor__rename_symbol",
    tool_input: { path: "a.ts", line: 1, symbol: "ab", new_name: "cd" },
    mcp_server: { name: "editor", source: "sdk" },
  };
  const output = await participant.hooks[0]?.callback(input, { toolUseId: "t1", signal: new AbortController().signal });
  expect(output).toMatchObject({
    hookSpecificOutput: { updatedInput: { changes: ["/w/a.ts", "1 - ab", "1 + cd", "/w/b.ts", "1 - ab", "1 + cd"] } },
  });
  expect([...planned]).toEqual([["t1", editor.planned]]);
  participant.turnEnded();
  expect(planned.size).toBe(0);
});

it("asks about changes that no card showed, and makes only approved ones", async () => {
  const { connect, begin, ask, before, editor, cards, asked, answer } = setup();
  await connect();
  await begin("2025-06-18");
  editor.write("/w/a.ts", "a\n");
  editor.planned = [change("/w/a.ts", "a\n", "b\n")];
  const call = { tool_name: "mcp__editor__format", tool_input: { path: "a.ts" } };
  const format = (id: string, input: object = {}) =>
    ask("tools/call", { name: "format", arguments: { path: "a.ts", ...input }, _meta: { "claudecode/toolUseId": id } });
  const lines = ["/w/a.ts", "1 - a", "1 + b"];

  // A version that names no server: its card shows the input alone.
  await before(call);
  cards.add("t");
  answer.isAllowed = false;
  expect(await format("t", { changes: lines })).toMatchObject({ result: { isError: true } });
  expect([asked.splice(0), editor.applied]).toEqual([[{ path: "a.ts", changes: lines }], []]);
  answer.isAllowed = true;
  await format("t");
  expect([asked.splice(0).length, editor.applied.splice(0)]).toEqual([1, [editor.planned]]);

  // The card has the plan; the file changed while it waited.
  await before({ ...call, mcp_server: { name: "editor", source: "sdk" } });
  editor.planned = [change("/w/a.ts", "x\n", "b\n")];
  await format("t");
  expect([asked.splice(0), editor.applied.splice(0)]).toEqual([
    [{ path: "a.ts", changes: ["/w/a.ts", "1 - x", "1 + b"] }],
    [editor.planned],
  ]);

  // A rule or the mode of the user allowed it without a card. A client that names no call is asked about.
  await format("other");
  expect([asked.splice(0).length, editor.applied.splice(0).length]).toEqual([0, 1]);
  await ask("tools/call", { name: "format", arguments: { path: "a.ts" } });
  expect([asked.length, editor.applied.length]).toEqual([1, 1]);
});
