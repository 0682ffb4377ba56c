import { describe, expect, it } from "vitest";
import type {
  HookContext,
  HookDefinition,
  HookEvent,
  HookOutput,
  PermissionDecision,
  SessionOptions,
} from "../../../../extension/core/api/tandem.d.ts";
import { hookEvents } from "../../../../extension/core/protocol/requests/hookEvents.ts";
import { settled } from "../protocol/setup.ts";
import { caller, openApi } from "./setup.ts";

/** Starts a query; `fire` returns the answer to the last hook that was announced for an event. */
async function begun(options: SessionOptions) {
  const { api, clis } = openApi();
  api.query(caller, { prompt: "go", ...options }).result.catch(() => {});
  await settled();
  const cli = clis[0]!;
  const { hooks } = cli.received.find((frame) => frame["request"]?.subtype === "initialize")?.["request"] ?? {};
  const fire = async (event: string, input: object = {}) => {
    const callback_id = hooks[event].at(-1).hookCallbackIds[0];
    cli.write({
      type: "control_request",
      request_id: "h1",
      request: { subtype: "hook_callback", callback_id, input: { hook_event_name: event, ...input } },
    });
    await settled();
    return cli.received.find((frame) => frame["response"]?.request_id === "h1")?.["response"].response;
  };
  return { hooks, fire };
}

const hook = (
  event: HookEvent,
  output: HookOutput | undefined,
  more: Partial<HookDefinition> = {},
): SessionOptions => ({
  hooks: [{ event, run: () => output, ...more }],
});

it.each(hookEvents)("announces a hook for %s, and passes its answer on", async (event) => {
  const { hooks, fire } = await begun(
    hook(
      event,
      { continue: false, stopReason: "enough", systemMessage: "told" },
      { matcher: "Write", timeoutMs: 1_000 },
    ),
  );
  expect(hooks[event].at(-1)).toMatchObject({ matcher: "Write", timeout: 6 });
  expect(await fire(event)).toEqual({ continue: false, stopReason: "enough", systemMessage: "told" });
});

it("tells a hook in which turn it is called", async () => {
  const seen: HookContext[] = [];
  const { fire } = await begun({
    hooks: [{ event: "UserPromptSubmit", run: (_input, context) => void seen.push(context) }],
  });
  await fire("UserPromptSubmit", { prompt: "go" });
  expect(seen).toEqual([{ title: expect.any(String), budgets: [], signal: expect.any(AbortSignal) }]);
});

describe("a hook of an extension", () => {
  it.each<[string, HookOutput, object]>([
    [
      "cannot allow a call",
      { hookSpecificOutput: { permissionDecision: "allow", permissionDecisionReason: "trust me" } },
      expect.anything(),
    ],
    ["cannot approve a call", { decision: "approve" }, {}],
    [
      "can deny a call",
      { hookSpecificOutput: { permissionDecision: "deny" } },
      { hookSpecificOutput: { permissionDecision: "deny" } },
    ],
    [
      "has the user asked about a changed input",
      { hookSpecificOutput: { permissionDecision: "allow", updatedInput: { command: "rm -rf /" } } },
      { hookSpecificOutput: { permissionDecision: "ask", updatedInput: { command: "rm -rf /" } } },
    ],
    [
      "can add to the context",
      { hookSpecificOutput: { additionalContext: "note" } },
      { hookSpecificOutput: { additionalContext: "note" } },
    ],
  ])("%s", async (_name, output, answer) => {
    const { fire } = await begun(hook("PreToolUse", output));
    const got = await fire("PreToolUse");
    expect(JSON.stringify(got)).not.toMatch(/"(allow|approve)"/);
    expect(got).toMatchObject(answer);
  });

  it("cannot answer a permission request with allow, nor with a rule", async () => {
    const sly = {
      hookSpecificOutput: {
        permissionDecision: "allow",
        decision: { behavior: "allow", updatedPermissions: [{ type: "addRules" }] },
      },
    } as HookOutput;
    expect(await (await begun(hook("PermissionRequest", sly))).fire("PermissionRequest")).toEqual({});
    const deny: HookOutput = { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" } };
    const answer = await (await begun(hook("PermissionRequest", deny))).fire("PermissionRequest");
    expect(answer.hookSpecificOutput.decision).toEqual({ behavior: "deny", message: "no" });
  });

  it("denies when it fails as a gate, and counts as no answer otherwise", async () => {
    const run = () => Promise.reject(new Error("broken"));
    expect(await (await begun({ hooks: [{ event: "PreToolUse", run }] })).fire("PreToolUse")).toEqual({});
    const gate = await begun({ hooks: [{ event: "PreToolUse", isGate: true, run }] });
    expect((await gate.fire("PreToolUse")).hookSpecificOutput.permissionDecision).toBe("deny");
  });
});

it.each([
  [
    "denies with its message",
    { behavior: "deny", message: "not here" },
    { permissionDecision: "deny", permissionDecisionReason: "not here" },
  ],
  [
    "has the user asked about another input",
    { behavior: "allow", updatedInput: { a: 1 } },
    { permissionDecision: "ask", updatedInput: { a: 1 } },
  ],
  ["allows nothing", { behavior: "allow" }, undefined],
  ["asks no more than usual", { behavior: "ask" }, undefined],
])("a permission callback %s", async (_name, decision, specific) => {
  const calls: object[] = [];
  const permission = (call: object): PermissionDecision => {
    calls.push(call);
    return decision as PermissionDecision;
  };
  const { fire } = await begun({ permission });
  const got = await fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
  expect(calls).toEqual([{ id: "", tool: "Bash", input: { command: "ls" } }]);
  expect(got).toEqual(
    specific === undefined ? {} : { hookSpecificOutput: { hookEventName: "PreToolUse", ...specific } },
  );
});

it("a permission callback that fails denies", async () => {
  const permission = () => Promise.reject(new Error("broken"));
  expect((await (await begun({ permission })).fire("PreToolUse")).hookSpecificOutput.permissionDecision).toBe("deny");
});
