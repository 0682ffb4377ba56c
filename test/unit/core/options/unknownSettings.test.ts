import { expect, it } from "vitest";
import { optionRows } from "../../../../extension/core/options/options.ts";
import {
  describeUnknownSetting,
  findForeignParameter,
  findUnknownKeys,
} from "../../../../extension/core/options/unknownSettings.ts";
import { formatSettingName, formatUnknownSetting } from "../../../../extension/shared/text/settings/settingProblems.ts";

const known = new Set([...optionRows].flatMap(([name, { scope }]) => (scope === null ? [] : [name])));

it("finds unknown keys at any depth, but not inside the values of settings", () => {
  const values = {
    model: "x",
    modle: "y",
    chat: { sendKey: "enter", fontsize: 3, deep: { er: 1 } },
    environment: { ANY: "thing" },
    gaurd: { loops: true },
    get: () => 1,
  };
  expect(findUnknownKeys(values, known)).toEqual(["modle", "chat.fontsize", "chat.deep", "gaurd"]);
  expect(findUnknownKeys(undefined, known)).toEqual([]);
});

it.each([
  ["modle", "model"],
  ["Model", "model"],
  ["sendKey", "chat.sendKey"],
  ["chat.fontsize", "chat.fontSize"],
  ["permission_mode", "permissionMode"],
  ["allowedTool", "allowedTools"],
  ["maxTurn", "maxTurns"],
  ["profils", "profiles"],
  ["notificationsSound", "notificationSound"],
])("suggests for %s the setting that is meant: %s", (key, similar) => {
  const unknown = describeUnknownSetting(key, known);
  expect(unknown).toEqual({ code: "similar", key, similar });
  expect(formatUnknownSetting(`tandem.${key}`, unknown)).toBe(
    `tandem.${key} is not a setting. Did you mean tandem.${similar}?`,
  );
});

it.each([
  ["temperature", "sampling"],
  ["top_p", "sampling"],
  ["topK", "sampling"],
  ["seed", "seed"],
  ["max_tokens", "length"],
  ["maxOutputTokens", "length"],
  ["max-completion-tokens", "length"],
  ["stop", "stop"],
  ["stop_sequences", "stop"],
  ["presence_penalty", "penalty"],
  ["logit_bias", "penalty"],
  ["n", "count"],
  ["model.temperature", "sampling"],
])("rejects %s as a parameter of other programs: %s", (key, parameter) => {
  const unknown = describeUnknownSetting(key, known);
  expect(unknown).toEqual({ code: "foreign", key, parameter });
  const name = formatSettingName(`tandem.${key}`, { scope: "user", file: "settings.json", line: 4 });
  expect(formatUnknownSetting(name, unknown)).toMatch(
    /^tandem\.\S+ \(settings\.json, line 4\) has no effect: claude .*Remove it/,
  );
});

it("knows no parameter of other programs among the settings, and none for other words", () => {
  expect([...known].filter(findForeignParameter)).toEqual([]);
  expect(describeUnknownSetting("somethingElse", known)).toEqual({ code: "unknown", key: "somethingElse" });
  expect(formatUnknownSetting("tandem.somethingElse (user settings)", { code: "unknown", key: "somethingElse" })).toBe(
    "tandem.somethingElse (user settings) is not a setting and has no effect. Remove it.",
  );
});
