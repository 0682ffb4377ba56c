import { expect, it } from "vitest";
import { createEmptyState, type ModelChoice } from "../../../../extension/shared/contract/conversationState.ts";
import {
  getEffortChoices,
  getModeChoices,
  getModelChoices,
  getThinkingChoices,
} from "../../../../extension/shared/text/settings/choices.ts";

const model = (value: string, version: string): ModelChoice => ({
  value,
  label: value,
  description: "",
  efforts: ["low", "high"],
  version,
});
const models = [
  model("default", "claude-opus-5-5"),
  model("opus", "claude-opus-5-5"),
  model("haiku", "claude-haiku-5"),
];
const current = (choices: readonly { readonly value: string; readonly isCurrent: boolean }[]) =>
  choices.filter(({ isCurrent }) => isCurrent).map(({ value }) => value);

it.each([
  [undefined, ["default"]],
  ["haiku", ["haiku"]],
  ["claude-opus-5-5", ["opus"]],
  ["claude-other-1", []],
])("marks the model %j", (name, marked) => {
  const state = { ...createEmptyState(), models, reported: { model: name } };
  expect(current(getModelChoices(state))).toEqual(marked);
});

it("marks the effort, the thinking and the mode that are current", () => {
  const state = {
    ...createEmptyState(),
    models,
    reported: { permissionMode: "manual", effort: "high" },
    settings: {
      maxThinkingTokens: { name: "maxThinkingTokens", value: 0, source: { kind: "panel" as const }, overridden: [] },
    },
    modes: ["default", "plan", "bypassPermissions"] as const,
  };
  expect(current(getEffortChoices(state))).toEqual(["high"]);
  expect(current(getEffortChoices({ ...createEmptyState(), models }))).toEqual(["default"]);
  expect(current(getThinkingChoices(state))).toEqual(["off"]);
  expect(current(getModeChoices(state, false))).toEqual(["default"]);
  expect(getModeChoices(state, false)).toHaveLength(2);
  expect(getModeChoices(state, true)).toHaveLength(3);
});
