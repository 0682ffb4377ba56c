import { expect, it } from "vitest";
import { type Hook, HookRegistry } from "../../../../../extension/core/protocol/requests/hookRegistry.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { FakeClock } from "../../../../fakes/fakeClock.ts";
import { settled } from "../setup.ts";

function run(hook: Omit<Hook, "event">, event = "PreToolUse", signal = new AbortController().signal) {
  const clock = new FakeClock();
  const registry = new HookRegistry({ clock, logger: silentLogger });
  registry.register({ event, ...hook });
  return { clock, output: registry.run("hook_0", { hook_event_name: event, tool_name: "Bash" }, "toolu_1", signal) };
}

const deny = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } };
const broken = () => {
  throw new Error("broken");
};

it("lets a failed observer pass and makes a failed gate deny", async () => {
  expect(await run({ role: "observe", callback: broken }).output).toEqual({});
  expect(await run({ role: "gate", callback: broken }).output).toMatchObject(deny);
});

it("makes a gate deny when its time is over, and tells the callback to stop", async () => {
  let signal: AbortSignal | undefined;
  const { clock, output } = run({
    role: "gate",
    limitMs: 1_000,
    callback: (_input, context) => {
      signal = context.signal;
      return new Promise(() => {});
    },
  });
  await settled();
  clock.advance(1_000);
  expect(await output).toMatchObject(deny);
  expect(signal?.aborted).toBe(true);
});

it("takes a malformed output, or one for another event, as a failure", async () => {
  expect(await run({ role: "gate", callback: () => ({ decision: "perhaps" }) as never }).output).toMatchObject(deny);
  expect(
    await run({ role: "gate", callback: () => ({ hookSpecificOutput: { hookEventName: "Stop" } }) }).output,
  ).toMatchObject(deny);
  const updatedInput = { count: 1n };
  expect(
    await run({
      role: "gate",
      callback: () => ({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput } }),
    }).output,
  ).toMatchObject(deny);
});

it("blocks other events in their own words", async () => {
  expect(await run({ role: "gate", callback: broken }, "Stop").output).toMatchObject({ decision: "block" });
});

it("passes on asynchronous and synchronous outputs", async () => {
  expect(await run({ role: "observe", callback: async () => ({ async: true, asyncTimeout: 5 }) }).output).toEqual({
    async: true,
    asyncTimeout: 5,
  });
  expect(await run({ role: "observe", callback: () => ({ continue: false, stopReason: "enough" }) }).output).toEqual({
    continue: false,
    stopReason: "enough",
  });
});

it("registers several hooks of one event and forgets disposed ones", () => {
  const registry = new HookRegistry({ clock: new FakeClock(), logger: silentLogger });
  expect(registry.toInitialize()).toBeUndefined();
  const first = registry.register({ event: "Stop", role: "observe", callback: () => ({}) });
  registry.register({ event: "Stop", role: "observe", callback: () => ({}) });
  first.dispose();
  expect(registry.toInitialize()).toEqual({ Stop: [{ hookCallbackIds: ["hook_1"], timeout: 65 }] });
});

it("leaves no timer behind a hook that the CLI cancelled", async () => {
  const controller = new AbortController();
  const { clock, output } = run(
    { role: "observe", callback: () => new Promise(() => {}) },
    "PreToolUse",
    controller.signal,
  );
  await settled();
  controller.abort();
  expect(await output).toEqual({});
  expect(clock.pending).toBe(0);
});
