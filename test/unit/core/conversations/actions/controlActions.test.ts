import { expect, it } from "vitest";
import { findModel } from "../../../../../extension/shared/contract/chosenSettings.ts";
import { setup } from "../actionsSetup.ts";

const models = [
  {
    value: "default",
    displayName: "Default",
    description: "",
    resolvedModel: "claude-opus-5-5",
    supportedEffortLevels: ["low", "medium", "high"],
  },
  { value: "haiku", displayName: "Haiku 5.5", description: "", resolvedModel: "claude-haiku-5-5" },
];

async function window() {
  const parts = await setup({
    answers: {
      initialize: { current_permission_mode: "default", models },
      set_model: {},
      set_permission_mode: {},
      apply_flag_settings: {},
      set_max_thinking_tokens: {},
      get_settings: { applied: { effort: "low" } },
    },
  });
  /** Requests that set an option. */
  const sets = () =>
    parts.cli.received.flatMap(({ request }) =>
      ["set_model", "apply_flag_settings", "set_max_thinking_tokens"].includes(request?.subtype) ? [request] : [],
    );
  const asked: string[] = [];
  parts.person.pickOption = async (name) => void asked.push(name);
  return { ...parts, sets, asked };
}

it("sets the value after a command, and asks if there is no such value", async () => {
  const { controls, sets, asked, shown } = await window();
  await controls.select("model", shown.id, "Haiku");
  await controls.select("effort", shown.id, "LOW");
  await controls.select("maxThinkingTokens", shown.id, "off");
  expect(sets()).toMatchObject([
    { subtype: "set_model", model: "haiku" },
    { subtype: "apply_flag_settings", settings: { effortLevel: "low" } },
    { subtype: "set_max_thinking_tokens", max_thinking_tokens: 0 },
  ]);
  expect(asked).toEqual([]);
  await controls.select("model", shown.id, "hiaku");
  await controls.select("effort", shown.id, "lowest");
  await controls.select("maxThinkingTokens", shown.id, "a bit");
  await controls.select("model", shown.id);
  expect(asked).toEqual(["model", "effort", "maxThinkingTokens", "model"]);
  expect(sets().length).toBe(3);
});

it("selects a named mode, and one that never asks only where the settings allow it", async () => {
  const { controls, shown, cli, person } = await window();
  person.pickOption = async () => expect.unreachable("the mode was named");
  await controls.select("permissionMode", shown.id, "plan");
  await controls.select("permissionMode", shown.id, "bypassPermissions");
  expect(
    cli.received.flatMap(({ request }) => (request?.subtype === "set_permission_mode" ? [request.mode] : [])),
  ).toEqual(["plan"]);
  expect(person.said).toEqual(["bypassNotAllowed"]);
});

it.each([
  ["Haiku 5.5", "haiku"],
  ["CLAUDE-HAIKU-5-5", "haiku"],
  ["default", "default"],
  ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5-20250929"],
  ["us.anthropic.claude-opus-4-1-20250805-v1:0", "us.anthropic.claude-opus-4-1-20250805-v1:0"],
  ["sonnet", undefined],
  ["the-best one", undefined],
])("finds the model that %j names", (word, model) => {
  const choices = models.map(({ value, displayName: label, resolvedModel: version }) => ({
    value,
    label,
    version,
    description: "",
    efforts: [],
  }));
  expect(findModel({ models: choices }, word)).toBe(model);
});
