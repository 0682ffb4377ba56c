import { expect, it } from "vitest";
import { getStartedState } from "../../../../extension/core/conversation/reduce/startedState.ts";
import { readPlanUsage } from "../../../../extension/core/conversation/usage/planUsage.ts";
import { getEfforts, getThinking, isFastRequested } from "../../../../extension/shared/contract/chosenSettings.ts";
import { createEmptyState } from "../../../../extension/shared/contract/conversationState.ts";
import { getFastText } from "../../../../extension/shared/text/conversation.ts";
import { settled } from "../protocol/setup.ts";
import { begin } from "./conversationSetup.ts";

it("sets the effort, shows the one in effect, and passes it to the next start", async () => {
  const { conversation, answers, cli, starts } = await begin();
  answers["apply_flag_settings"] = {};
  answers["get_settings"] = { applied: { effort: "high" } };
  await conversation.settings.choose("effort", "max");
  expect(cli().received).toContainEqual(
    expect.objectContaining({ request: { subtype: "apply_flag_settings", settings: { effortLevel: "max" } } }),
  );
  expect(conversation.state.reported.effort).toBe("high");
  expect(conversation.remembered.choices).toEqual({ effort: "max" });
  await conversation.start();
  expect(starts.at(-1)).toMatchObject({ choices: { effort: "max" } });
});

it("offers the effort levels of the current model, by its alias or its version", () => {
  const models = [
    { value: "default", label: "", description: "", efforts: ["low", "high"] },
    { value: "haiku", label: "", description: "", efforts: [], version: "claude-haiku-9" },
  ];
  const of = (model?: string) => getEfforts({ models, reported: { model } } as never);
  expect([of(), of("default"), of("claude-haiku-9"), of("unknown")]).toEqual([
    ["low", "high"],
    ["low", "high"],
    [],
    ["low", "high"],
  ]);
});

it("lists the parts of the context by size, without free space or unloaded parts", async () => {
  const { conversation, answers } = await begin();
  answers["get_context_usage"] = {
    totalTokens: 30,
    maxTokens: 100,
    categories: [
      { name: "System prompt", tokens: 10, kind: "used" },
      { name: "Messages", tokens: 20, kind: "used" },
      { name: "Autocompact buffer", tokens: 33, kind: "buffer" },
      { name: "Free space", tokens: 70, kind: "free" },
      { name: "MCP tools", tokens: 9, kind: "used", isDeferred: true },
    ],
    memoryFiles: [{ path: "/w/CLAUDE.md", tokens: 3 }],
    mcpTools: [
      { name: "mcp__vault__peek", tokens: 5, isLoaded: true },
      { name: "mcp__vault__poke", tokens: 9, isLoaded: false },
    ],
  };
  expect(await conversation.controls.contextUsage()).toEqual({
    used: 30,
    window: 100,
    parts: [
      { name: "Messages", tokens: 20 },
      { name: "System prompt", tokens: 10 },
    ],
    largest: [
      { name: "mcp__vault__peek", tokens: 5 },
      { name: "/w/CLAUDE.md", tokens: 3 },
    ],
  });
  expect(conversation.state).toMatchObject({ contextTokens: 30, contextWindow: 100 });
});

it("switches thinking off and on, and passes it to the next start", async () => {
  const { conversation, answers, cli, starts } = await begin();
  answers["set_max_thinking_tokens"] = {};
  await conversation.settings.choose("maxThinkingTokens", 0);
  expect(cli().received.at(-1)).toMatchObject({
    request: { subtype: "set_max_thinking_tokens", max_thinking_tokens: 0 },
  });
  expect([getThinking(conversation.state), conversation.remembered.choices]).toEqual(["off", { maxThinkingTokens: 0 }]);
  await conversation.start();
  expect(starts.at(-1)).toMatchObject({ choices: { maxThinkingTokens: 0 } });
  await conversation.settings.choose("maxThinkingTokens", null);
  expect(cli().received.at(-1)).toMatchObject({ request: { max_thinking_tokens: null } });
  // A choice of the default as well: a setting does not win over it.
  expect([getThinking(conversation.state), conversation.remembered.choices]).toEqual([
    "on",
    { maxThinkingTokens: null },
  ]);
});

it("finds out whether the current model always thinks", () => {
  const answer = {
    models: [
      { value: "default", resolvedModel: "a-1", supportsThinkingOff: false },
      { value: "b", supportsThinkingOff: true },
      { value: "c" },
    ],
  };
  const { models } = getStartedState({ version: "2.1.329", answer } as never, createEmptyState("/w"));
  const settings = { maxThinkingTokens: { value: 0 } };
  const of = (model: string, isOff = false) =>
    getThinking({ models, reported: { model }, settings: isOff ? settings : {} } as never);
  expect([of("a-1"), of("a-1", true), of("b"), of("b", true), of("c"), of("c", true), of("unknown", true)]).toEqual([
    "always",
    "always",
    "on",
    "off",
    "on",
    "off",
    "off",
  ]);
});

it.each<[boolean, string, object | undefined]>([
  [false, "nothing", { tokenSource: "none", apiProvider: "firstParty" }],
  [true, "an API key", { tokenSource: "none", apiKeySource: "ANTHROPIC_API_KEY" }],
  [true, "a program that prints keys", { tokenSource: "apiKeyHelper", apiKeySource: "apiKeyHelper" }],
  [true, "a token", { tokenSource: "ANTHROPIC_AUTH_TOKEN" }],
  [true, "a subscription, from 2.0.77", { subscriptionType: "Claude API" }],
  [true, "a cloud provider", { apiProvider: "bedrock" }],
  [true, "a cloud provider, from 2.0.77", {}],
  [true, "no account in the answer", undefined],
])("reports a login: %s, with %s", (expected, _, account) => {
  expect(getStartedState({ version: "2.1.332", answer: { account } } as never, createEmptyState("/w")).isLoggedIn).toBe(
    expected,
  );
});

it("requests fast mode, shows its state after each turn, and requests it at each start", async () => {
  const { conversation, answers, cli } = await begin();
  const asked = () => cli().received.filter(({ request }) => request?.subtype === "apply_flag_settings");
  const say = (state: string, reason?: string) =>
    cli().write({
      type: "system",
      subtype: "init",
      session_id: "s1",
      fast_mode_state: state,
      ...(reason ? { fast_mode_disabled_reason: reason } : {}),
    });
  answers["apply_flag_settings"] = {};
  say("off", "sdk_opt_in_required");
  await settled();
  expect(getFastText(conversation.state)).toBe("Fast mode is off");
  await conversation.settings.choose("fastMode", true);
  expect(asked()).toMatchObject([{ request: { settings: { fastMode: true } } }]);
  expect(getFastText(conversation.state)).toBe("Fast mode starts with the next message");
  say("off", "free");
  await settled();
  expect(getFastText(conversation.state)).toBe("Fast mode was requested but is off: a paid plan is required");
  say("on");
  await settled();
  expect(getFastText(conversation.state)).toBe("Fast mode is on");
  await conversation.start();
  expect(asked()).toMatchObject([{ request: { settings: { fastMode: true } } }]);
  await conversation.settings.choose("fastMode", false);
  expect(asked().at(-1)).toMatchObject({ request: { settings: { fastMode: null } } });
  expect([isFastRequested(conversation.state), conversation.remembered.choices]).toEqual([false, { fastMode: false }]);
});

it("reads the limits of a subscription, and none without a subscription", () => {
  const resets_at = "2026-11-22T12:00:00Z";
  const limits = {
    five_hour: { utilization: 42.4, resets_at },
    seven_day: { utilization: 7, resets_at: 1_800_000_000 },
    seven_day_opus: null,
    other: 3,
  };
  const session = { total_lines_added: 12, total_lines_removed: 3 };
  expect(readPlanUsage({ rate_limits: limits, subscription_type: "max", session })).toEqual({
    plan: "max",
    limits: [
      { kind: "fiveHours", percent: 42, resetsAt: Date.parse(resets_at) },
      { kind: "sevenDays", percent: 7, resetsAt: 1_800_000_000_000 },
    ],
    linesAdded: 12,
    linesRemoved: 3,
  });
  expect([readPlanUsage({ rate_limits: null }), readPlanUsage(undefined)]).toEqual([{ limits: [] }, { limits: [] }]);
});
