import { expect, it } from "vitest";
import type { Layer } from "../../../../extension/core/options/resolve.ts";
import { settled } from "../protocol/setup.ts";
import { begin } from "./conversationSetup.ts";

const user = (values: Record<string, unknown>): readonly Layer[] => [
  { source: { kind: "setting", scope: "user" }, values },
];
const folder = (values: Record<string, unknown>): readonly Layer[] => [
  { source: { kind: "setting", scope: "folder" }, values },
];

async function running(layers: readonly Layer[] = [], version = "2.1.329") {
  const parts = await begin({ layers, version });
  Object.assign(parts.answers, {
    set_model: { model: "claude-haiku-5" },
    set_permission_mode: { mode: "plan" },
    set_max_thinking_tokens: {},
    apply_flag_settings: {},
    get_settings: { applied: { effort: "low" } },
  });
  const sent = () =>
    parts.cli().received.flatMap(({ request }) => (/^(set_|apply_)/.test(request?.subtype ?? "") ? [request] : []));
  return { ...parts, sent };
}

it("sends changed settings at once, in order, and shows the values that claude confirms", async () => {
  const { conversation, sent } = await running();
  await conversation.settings.update(
    folder({
      model: "haiku",
      permissionMode: "plan",
      effort: "low",
      maxThinkingTokens: 500,
      additionalDirectories: ["/b"],
    }),
  );
  expect(sent()).toEqual([
    { subtype: "set_permission_mode", mode: "plan" },
    { subtype: "set_model", model: "haiku" },
    { subtype: "apply_flag_settings", settings: { effortLevel: "low" } },
    { subtype: "set_max_thinking_tokens", max_thinking_tokens: 500 },
    { subtype: "apply_flag_settings", settings: { permissions: { additionalDirectories: ["/b"] } } },
  ]);
  expect(conversation.state).toMatchObject({
    reported: { model: "claude-haiku-5", permissionMode: "plan", effort: "low" },
  });
  const { model, maxThinkingTokens } = conversation.state.settings;
  expect(model).toMatchObject({ value: "haiku", source: { kind: "setting", scope: "folder" } });
  expect([model?.state, maxThinkingTokens?.state]).toEqual([undefined, "requested"]);
  await conversation.settings.update(
    folder({
      model: "haiku",
      permissionMode: "plan",
      effort: "low",
      maxThinkingTokens: 500,
      additionalDirectories: ["/b"],
    }),
  );
  expect(sent()).toHaveLength(5);
});

it("shows a value as requested until a turn reports it, where claude does not confirm", async () => {
  const { conversation, cli, answers } = await running([], "2.0.77");
  answers["set_model"] = {};
  await conversation.settings.update(user({ model: "haiku" }));
  expect(conversation.state.settings["model"]?.state).toBe("requested");
  expect(conversation.state.reported.model).toBeUndefined();
  cli().write({ type: "system", subtype: "init", session_id: "s1", model: "claude-haiku-5" });
  await settled();
  expect([conversation.state.settings["model"]?.state, conversation.state.reported.model]).toEqual([
    undefined,
    "claude-haiku-5",
  ]);
});

it("marks a refused setting, shows the reason once, and does not send it again", async () => {
  const { conversation, cli, answers, items, sent } = await running();
  delete answers["set_model"];
  const update = conversation.settings.update(user({ model: "nope" }));
  await settled();
  const request = cli().received.at(-1);
  cli().write({
    type: "control_response",
    response: { subtype: "error", request_id: request?.["request_id"], error: "no such model" },
  });
  await update;
  expect(conversation.state.settings["model"]).toMatchObject({
    value: "nope",
    state: "refused",
    reason: "no such model",
  });
  expect(items()).toMatchObject([{ notice: { code: "optionRefused", option: "model", reason: "no such model" } }]);
  await conversation.settings.update(user({ model: "nope", maxTurns: 2 }));
  expect(sent()).toHaveLength(1);
});

it("does not send a value that the version lacks, and shows a notice", async () => {
  const { conversation, sent, items } = await running([], "2.1.50");
  await conversation.settings.update(user({ effort: "xhigh", permissionMode: "auto" }));
  expect(sent()).toEqual([]);
  const { effort, permissionMode } = conversation.state.settings;
  expect([effort, permissionMode].map((each) => [each?.value, each?.state])).toEqual([
    ["xhigh", "refused"],
    ["auto", "refused"],
  ]);
  const lacks = (name: string, value: string) => ({
    notice: { code: "optionLeftOut", option: { name, code: "versionLacks", value } },
  });
  expect(items()).toMatchObject([lacks("permissionMode", "auto"), lacks("effort", "xhigh")]);
  await conversation.settings.choose("effort", "xhigh");
  await conversation.settings.update(user({ effort: "low", permissionMode: "auto" }));
  expect(sent()).toEqual([{ subtype: "apply_flag_settings", settings: { effortLevel: "low" } }]);
});

it("restarts for a folder where the version answers the request but ignores the folder", async () => {
  const { conversation, sent } = await running([], "2.1.50");
  await conversation.settings.update(user({ additionalDirectories: ["/b"] }));
  expect(conversation.state.needsRestart).toEqual(["additionalDirectories"]);
  expect(sent()).toEqual([]);
});

it("lists settings that need a restart until a restart or a change back", async () => {
  const { conversation } = await running(user({ maxTurns: 3 }));
  await conversation.settings.update(user({ maxTurns: 4, sandbox: { enabled: true } }));
  expect(conversation.state.needsRestart).toEqual(["maxTurns", "sandbox"]);
  expect(conversation.settings.effective.find(({ name }) => name === "maxTurns")).toMatchObject({
    value: 4,
    state: "needsRestart",
  });
  await conversation.settings.update(user({ maxTurns: 3, sandbox: { enabled: true } }));
  expect(conversation.state.needsRestart).toEqual(["sandbox"]);
  await conversation.start();
  expect(conversation.state.needsRestart).toBeUndefined();
});

it("prefers a choice to the settings until the reset, also after a reload", async () => {
  const { conversation, sent, starts } = await running(user({ model: "opus" }));
  await conversation.settings.choose("model", "haiku");
  await conversation.settings.update(user({ model: "sonnet" }));
  expect(sent()).toEqual([{ subtype: "set_model", model: "haiku" }]);
  expect(conversation.state.settings["model"]?.source).toEqual({ kind: "panel" });
  expect(conversation.remembered.choices).toEqual({ model: "haiku" });
  await conversation.start();
  expect(starts.at(-1)).toMatchObject({ choices: { model: "haiku" } });
  await conversation.settings.update(user({ model: "sonnet" }));
  await conversation.settings.reset();
  expect(sent()).toEqual([{ subtype: "set_model", model: "sonnet" }]);
  expect(conversation.remembered.choices).toEqual({});
});

it("keeps the default as a choice that no setting replaces", async () => {
  const { conversation, sent } = await running(user({ model: "opus" }));
  await conversation.settings.choose("model", "");
  await conversation.settings.update(user({ model: "sonnet" }));
  expect(sent()).toEqual([{ subtype: "set_model" }]);
});

it("applies settings that changed while claude was starting", async () => {
  const { conversation, cli, starting, answers } = await begin({ isAnswered: false, layers: user({ model: "opus" }) });
  answers["set_model"] = {};
  await settled();
  await conversation.settings.update(user({ model: "haiku" }));
  expect(cli().received.filter(({ request }) => request?.subtype === "set_model")).toEqual([]);
  const request = cli().received.find((each) => each["request"]?.subtype === "initialize");
  cli().write({
    type: "control_response",
    response: { subtype: "success", request_id: request?.["request_id"], response: {} },
  });
  await starting;
  expect(cli().received.filter(({ request }) => request?.subtype === "set_model")).toMatchObject([
    { request: { model: "haiku" } },
  ]);
});

it("withholds settings without consent, and offers the restart that asks for it", async () => {
  const { conversation } = await running();
  await conversation.settings.update([], ["allowedTools"]);
  expect(conversation.state.needsRestart).toEqual(["allowedTools"]);
});

it("lists the settings that a start left out", async () => {
  const { items } = await begin({ leftOut: [{ name: "effort", code: "versionLacks", value: "" }] });
  expect(items()).toMatchObject([{ level: "warning", notice: { code: "optionLeftOut", option: { name: "effort" } } }]);
});

it("accepts both names of the mode that asks", async () => {
  const { conversation, answers, items } = await running(user({ permissionMode: "plan" }));
  answers["set_permission_mode"] = { mode: "manual" };
  await conversation.settings.update(user({ permissionMode: "default" }));
  expect([conversation.state.settings["permissionMode"]?.state, items()]).toEqual([undefined, []]);
  await conversation.settings.choose("permissionMode", "default");
  expect(conversation.remembered.choices).toEqual({ permissionMode: "default" });
});

it("replaces a chosen mode when claude changes the mode by itself", async () => {
  const { conversation, cli } = await running();
  await conversation.settings.choose("permissionMode", "plan");
  cli().write({ type: "system", subtype: "status", permissionMode: "acceptEdits" });
  await settled();
  expect(conversation.remembered.choices).toEqual({ permissionMode: "acceptEdits" });
  expect(conversation.state.settings["permissionMode"]).toMatchObject({
    value: "acceptEdits",
    source: { kind: "panel" },
  });
});
