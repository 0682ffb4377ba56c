import { expect, it } from "vitest";
import { askWrite, getAnswer, result } from "../conversation/conversationSetup.ts";
import { settled } from "../protocol/setup.ts";
import { guarded, minute } from "./guardSetup.ts";

const raise = { kind: "guard", choice: "raise" } as const;
const wrapUp = { kind: "guard", choice: "wrapUp" } as const;
const stop = { kind: "deny", isStopping: true } as const;

it("lets calls run until the deadline, warns at 80%, and then holds them", async () => {
  const { beginTurn, call, card, clock, meters, notices, items } = await guarded({ deadlineMinutes: 10 });
  await beginTurn();
  expect((await call()).answer).toEqual({});
  expect(meters()).toEqual([{ scope: "turn", unit: "minutes", used: 0, max: 10 }]);
  clock.advance(8 * minute);
  expect(notices()).toEqual([{ code: "limitNear", limit: expect.objectContaining({ unit: "minutes", max: 10 }) }]);
  clock.advance(2 * minute);
  const held = await call("Bash", { command: "ls" }, "toolu_9");
  expect(held.answer).toBeUndefined();
  expect(card()).toMatchObject({
    tool: "Bash",
    cause: { code: "limit", limit: { unit: "minutes", max: 10 }, raisedTo: 20 },
  });
  expect(items().find(({ id }) => id === "toolu_9")).toMatchObject({ state: "waiting" });
});

it("says that a limit of seconds is near before it is reached", async () => {
  const { beginTurn, clock, notices } = await guarded({ deadlineMinutes: 0.05 });
  await beginTurn();
  clock.advance(2_500);
  expect(notices()).toMatchObject([{ code: "limitNear" }]);
});

it("runs held and later calls of this turn after Raise, until the new limit", async () => {
  const { beginTurn, call, card, clock, decide, meters, write, items } = await guarded({ deadlineMinutes: 10 });
  await beginTurn();
  clock.advance(11 * minute);
  const held = [await call("Bash", { command: "ls" }, "toolu_1"), await call("Bash", { command: "ls" }, "toolu_2")];
  await decide(raise);
  expect(held.map(({ answer }) => answer)).toEqual([{}, {}]);
  expect(items().find(({ id }) => id === "toolu_1")).toMatchObject({ state: "running" });
  expect(meters()).toMatchObject([{ max: 22 }]);
  clock.advance(11 * minute);
  const again = await call();
  expect([again.answer, card()?.cause]).toMatchObject([undefined, { raisedTo: 44 }]);
  await decide(raise);
  await write(result());
  expect(meters()).toBeUndefined();
  await beginTurn("next");
  expect(meters()).toEqual([{ scope: "turn", unit: "minutes", used: 0, max: 10 }]);
});

it("lifts a limit and hides its meter for the rest of the turn only", async () => {
  const { beginTurn, call, clock, decide, meters, write } = await guarded({ deadlineMinutes: 10 });
  await beginTurn();
  clock.advance(11 * minute);
  const held = await call("Bash", { command: "ls" }, "toolu_1");
  expect(held.answer).toBeUndefined();
  await decide({ kind: "guard", choice: "unlimited" });
  clock.advance(100 * minute);
  expect([held.answer, (await call()).answer, meters()]).toEqual([{}, {}, undefined]);
  await write(result());
  await beginTurn("next");
  expect(meters()).toMatchObject([{ max: 10 }]);
});

it("denies every further call after Wrap up, and stops a turn that continues", async () => {
  const { beginTurn, call, card, clock, decide, items, cli } = await guarded({ deadlineMinutes: 10 });
  await beginTurn();
  clock.advance(10 * minute);
  const held = await call("Bash", { command: "ls" }, "toolu_1");
  await decide(wrapUp);
  expect(held.answer).toEqual({
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason:
      "The limit of 10 minutes that the user set for this turn is reached. The user asks you to wrap up: call no more tools, and reply now with what is done and what is left.",
  });
  expect(items().find(({ id }) => id === "toolu_1")).toMatchObject({ state: "denied", decided: { code: "byRule" } });
  const interrupts = () => cli().received.filter((frame) => frame["request"]?.subtype === "interrupt").length;
  for (let count = 0; count < 3; count++) expect((await call()).answer).toMatchObject({ permissionDecision: "deny" });
  expect(interrupts()).toBe(0);
  await call();
  expect([interrupts(), card()]).toEqual([1, undefined]);
});

it("denies the call and ends the turn after Stop", async () => {
  const { beginTurn, call, clock, decide, cli } = await guarded({ deadlineMinutes: 10 });
  await beginTurn();
  clock.advance(10 * minute);
  const held = await call();
  await decide(stop);
  expect(held.answer).toMatchObject({ permissionDecision: "deny" });
  const order = cli().received.flatMap((frame) => [frame["request"]?.subtype ?? frame["response"]?.request_id]);
  expect(order.indexOf(held.id)).toBeLessThan(order.indexOf("interrupt"));
});

it("denies with a reason before the hook's time limit if the user doesn't answer", async () => {
  const { announced, beginTurn, call, card, clock, notices } = await guarded({ deadlineMinutes: 10 });
  expect(announced("PreToolUse")).toContainEqual({
    hookCallbackIds: [expect.any(String)],
    timeout: 3_615,
    onFailure: "block",
  });
  await beginTurn();
  clock.advance(10 * minute);
  const held = await call();
  clock.advance(60 * minute);
  await settled();
  expect(held.answer).toMatchObject({
    permissionDecision: "deny",
    permissionDecisionReason: expect.stringContaining("did not answer"),
  });
  expect((await call()).answer).toMatchObject({ permissionDecision: "deny" });
  expect([card(), notices().at(-1)]).toMatchObject([undefined, { code: "limitUnanswered" }]);
});

it("doesn't count the time in which a request of claude or the guard waits", async () => {
  const { beginTurn, call, clock, conversation, decide, cli, limit, meters, write } = await guarded({
    deadlineMinutes: 10,
  });
  await beginTurn();
  clock.advance(4 * minute);
  await write(askWrite);
  clock.advance(30 * minute);
  const [request] = conversation.state.requests;
  await conversation.permissions.decide(request!.id, request!.revision, { kind: "allow" });
  await settled();
  expect(getAnswer(cli())).toMatchObject({ response: { behavior: "allow" } });
  clock.advance(2 * minute);
  expect((await call()).answer).toEqual({});
  clock.advance(4 * minute);
  await call();
  expect(limit()?.used).toBe(10);
  clock.advance(30 * minute);
  await decide(raise);
  expect(meters()).toMatchObject([{ used: 10, max: 20 }]);
});

it("counts new tokens, also of subagents, per turn and across the turns of a conversation", async () => {
  const { beginTurn, call, card, conversation, decide, meters, message, write } = await guarded({
    maxTokens: 1_000,
    conversationMaxTokens: 1_500,
  });
  await beginTurn();
  await write(
    message("m1", {
      input_tokens: 300,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 50_000,
      output_tokens: 50,
    }),
  );
  // The frames of one message repeat its counts.
  await write(
    message("m1", {
      input_tokens: 300,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 50_000,
      output_tokens: 150,
    }),
  );
  expect((await call()).answer).toEqual({});
  expect(meters()).toMatchObject([
    { scope: "turn", unit: "tokens", used: 550, max: 1_000 },
    { scope: "conversation", unit: "tokens", used: 550, max: 1_500 },
  ]);
  await write(message("m2", { input_tokens: 400, output_tokens: 100 }, "toolu_agent"));
  const held = await call();
  expect([held.answer, card()?.cause]).toMatchObject([
    undefined,
    { limit: { scope: "turn", unit: "tokens", used: 1_050 }, raisedTo: 2_100 },
  ]);
  await decide(raise);
  expect(held.answer).toEqual({});
  await write(
    result({
      model_usage_since_last_result: {
        opus: { inputTokens: 1_000, outputTokens: 260, cacheReadInputTokens: 50_000, cacheCreationInputTokens: 100 },
      },
    }),
  );
  expect(conversation.remembered.newTokens).toBe(1_360);
  await beginTurn("next");
  await write(message("m3", { input_tokens: 100, output_tokens: 50 }));
  await call();
  expect(card()?.cause).toMatchObject({ limit: { scope: "conversation", used: 1_510, max: 1_500 }, raisedTo: 3_000 });
});

it("knows the tokens of the conversation after a restart", async () => {
  const { beginTurn, call, limit } = await guarded(
    { conversationMaxTokens: 1_000 },
    { remembered: { newTokens: 1_200 } },
  );
  await beginTurn();
  await call();
  expect(limit()).toMatchObject({ scope: "conversation", used: 1_200 });
});

it("asks claude for exact tokens and the cost before a call, where it reports them", async () => {
  const { answers, beginTurn, call, limit } = await guarded({ maxCostUsd: 0.5, maxTokens: 10_000 });
  const usage = (cost: number, output: number) => ({
    session: { total_cost_usd: cost, model_usage: { opus: { inputTokens: 100, outputTokens: output } } },
  });
  answers["get_usage"] = usage(0.4, 50);
  await beginTurn();
  expect((await call()).answer).toEqual({});
  answers["get_usage"] = usage(0.6, 60);
  const held = await call();
  expect([held.answer, limit()]).toEqual([undefined, { scope: "turn", unit: "usd", used: 0.6, max: 0.5 }]);
});

it("says once what an older version can't do, and shows no meter of unreported cost", async () => {
  const { beginTurn, meters, notices, write } = await guarded(
    { maxCostUsd: 0.5, deadlineMinutes: 5 },
    { version: "2.1.50" },
  );
  await beginTurn();
  expect(notices()).toEqual([
    { code: "guardSoft", version: "2.1.50" },
    { code: "costLate", version: "2.1.50" },
  ]);
  expect(meters()).toMatchObject([{ unit: "minutes" }]);
  await write(result());
  await beginTurn("next");
  expect(notices()).toHaveLength(2);
});

it("applies a changed setting to the next call", async () => {
  const { beginTurn, call, clock, setLimits } = await guarded({});
  await beginTurn();
  clock.advance(3 * minute);
  expect((await call()).answer).toEqual({});
  setLimits({ deadlineMinutes: 2 });
  expect((await call()).answer).toBeUndefined();
});

it.each(["process", "user", "restart"] as const)(
  "denies a held call when the %s ends the turn, and asks nothing more",
  async (by) => {
    const { beginTurn, call, card, clock, conversation, allClis, getOutput } = await guarded({ deadlineMinutes: 10 });
    await beginTurn();
    clock.advance(10 * minute);
    const held = await call();
    const [cli] = allClis();
    if (by === "process") cli?.end();
    else if (by === "user") void conversation.stop();
    else void conversation.start();
    await settled();
    expect(card()).toBeUndefined();
    // Nothing can be answered once the process is gone.
    if (by !== "process") {
      const answers = cli?.received
        .filter((frame) => frame["response"]?.request_id === held.id)
        .map((frame) => frame["response"].response.hookSpecificOutput);
      expect(answers).toMatchObject([{ permissionDecision: "deny" }]);
    } else expect(getOutput(held.id)).toBeUndefined();
  },
);

it("keeps the card while another call waits for it, and withdraws it with the last", async () => {
  const { beginTurn, call, card, cli, clock } = await guarded({ deadlineMinutes: 10 });
  await beginTurn();
  clock.advance(10 * minute);
  const [first, second] = [await call(), await call()];
  cli().write({ type: "control_cancel_request", request_id: first.id });
  await settled();
  expect(card()).toBeDefined();
  cli().write({ type: "control_cancel_request", request_id: second.id });
  await settled();
  expect(card()).toBeUndefined();
});

it("asks nothing about a call that was cancelled while its usage was asked for", async () => {
  const { beginTurn, hook, card, write, message, answers, cli } = await guarded({ maxTokens: 10 });
  await beginTurn();
  await write(message("m1", { input_tokens: 100, output_tokens: 100 }));
  delete answers["get_usage"];
  const id = hook("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_7" });
  await settled();
  const asked = cli().received.findLast((frame) => frame["request"]?.subtype === "get_usage");
  await write({ type: "control_cancel_request", request_id: id });
  await write({
    type: "control_response",
    response: { subtype: "success", request_id: asked?.["request_id"], response: {} },
  });
  expect([asked === undefined, card()]).toEqual([false, undefined]);
});

it("tells hooks and tools the deadline and the budgets", async () => {
  let turn = () => ({}) as object;
  const others = [
    (context: { turn: () => object }) => {
      turn = context.turn;
      return { name: "other" };
    },
  ];
  const { beginTurn, clock } = await guarded({ deadlineMinutes: 10, maxTokens: 100 }, { others });
  await beginTurn();
  clock.advance(minute);
  expect(turn()).toMatchObject({
    deadline: clock.now() + 9 * minute,
    budgets: [{ scope: "turn", unit: "tokens", used: 0, max: 100 }],
  });
});
