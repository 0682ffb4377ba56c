import fs from "node:fs";
import { screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, it } from "vitest";
import type { SettingSource } from "../../extension/shared/contract/configuration.ts";
import { createEmptyState, type ModelChoice } from "../../extension/shared/contract/conversationState.ts";
import { getModelName } from "../../extension/shared/text/modelName.ts";
import { getModeKeys, handlePickerKeys } from "../../webview/composer/pickerKeys.ts";
import { ChatState } from "../../webview/state/chatState.svelte.ts";
import { open, useFakePage } from "./appSetup.ts";
import { about, snapshot } from "./fakeHost.ts";

useFakePage();

const choice = (value: string, label: string, version?: string): ModelChoice => ({
  value,
  label,
  description: "",
  efforts: ["low", "high"],
  ...(version === undefined ? {} : { version }),
});
const models = [
  choice("default", "Default (recommended)", "claude-sonnet-9-5-20990101"),
  choice("sonnet", "Sonnet", "claude-sonnet-9-5-20990101"),
  choice("opus", "Opus", "claude-opus-9"),
];

it.each([
  [undefined, [], "default", undefined],
  [undefined, models, "Sonnet 9.5", "claude-sonnet-9-5-20990101"],
  ["default", models, "Sonnet 9.5", "claude-sonnet-9-5-20990101"],
  ["opus", models, "Opus 9", "claude-opus-9"],
  ["claude-opus-9", models, "Opus 9", "claude-opus-9"],
  ["claude-sonnet-9-5-20990101", models, "Sonnet 9.5", "claude-sonnet-9-5-20990101"],
  ["long", [choice("long", "Opus (1M context)", "claude-opus-9[1m]")], "Opus (1M context)", "claude-opus-9[1m]"],
  ["claude-other-1-20990101", models, "Other 1", "claude-other-1-20990101"],
  ["claude-3-5-sonnet-20241022", models, "3-5-sonnet", "claude-3-5-sonnet-20241022"],
  ["other/model-1", models, "other/model-1", "other/model-1"],
  ["default", [choice("default", "Default")], "default", undefined],
])("names the model %j", (model, choices, name, version) => {
  expect(getModelName({ models: choices, reported: { model } })).toEqual({ name, version });
});

it("says which version a model is, whether it thinks, and the keys", () => {
  open({ models, reported: { effort: "high" } });
  const title = (name: string) => screen.getByRole("button", { name }).title;
  expect(title("Model: Sonnet 9.5")).toBe(
    "Model: claude-sonnet-9-5-20990101, as reported by claude (Ctrl+K Ctrl+Shift+M)",
  );
  expect(title("Effort: High")).toBe("How much the model thinks (Ctrl+K Ctrl+Shift+E)");
  expect(title("Thinking: on")).toBe("The model thinks before it replies (Ctrl+K Ctrl+Shift+T)");
});

it("offers values in a menu, marks the current one, and sets the chosen one", async () => {
  const { host, click } = open({ models, reported: { model: "opus", effort: "high" } });
  click(screen.getByRole("button", { name: "Effort: High" }));
  await tick();
  const menu = screen.getByRole("menu", { name: "Effort" });
  expect(
    within(menu)
      .getAllByRole("menuitemradio")
      .map((item) => [item.textContent?.trim(), item.getAttribute("aria-checked")]),
  ).toEqual([
    ["Default", "false"],
    ["Low", "false"],
    ["High", "true"],
  ]);
  click(within(menu).getByRole("menuitemradio", { name: "Low" }));
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "selectEffort", argument: "low" });
  expect(screen.queryByRole("menu")).toBeNull();
});

it("has the editor ask where nothing is known yet", () => {
  const { host, click } = open();
  click(screen.getByRole("button", { name: "Model: …" }));
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "selectModel" });
});

it("shows the previous conversation's mode and model disabled during a start, also after a reload", async () => {
  const { host, chat, click } = open({ models, reported: { model: "opus", permissionMode: "plan" } });
  chat.receive({
    conversation: "c2" as never,
    message: { ...snapshot(), state: { ...createEmptyState("/w"), status: "starting" } },
  });
  await tick();
  for (const name of ["Permission mode: Plan", "Model: Opus 9"]) {
    const button = screen.getByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    click(button);
  }
  expect(host.sent.filter(({ type }) => type === "runCommand")).toEqual([]);
  expect(host.state?.known).toEqual({ mode: "Plan", model: "Opus 9" });
  chat.receive({
    conversation: "c2" as never,
    message: {
      type: "changes",
      deltas: [{ kind: "state", set: { status: "idle", models, reported: { permissionMode: "default" } } }],
    },
  });
  await tick();
  expect(screen.getByRole("button", { name: "Permission mode: Manual" }).getAttribute("aria-disabled")).toBeNull();
  const again = new ChatState(host);
  expect(again.known.current).toEqual({ mode: "Manual", model: "Sonnet 9.5" });
});

it("offers the mode that asks nothing only where the settings allow it", async () => {
  const { chat, click } = open({ modes: ["default", "bypassPermissions"], reported: { permissionMode: "default" } });
  const offered = async (): Promise<readonly (string | undefined)[]> => {
    click(screen.getByRole("button", { name: "Permission mode: Manual" }));
    await tick();
    const names = screen.getAllByRole("menuitemradio").map((item) => item.textContent?.trim().split("  ")[0]);
    click(screen.getByRole("button", { name: "Permission mode: Manual" }));
    return names;
  };
  expect(await offered()).toHaveLength(1);
  chat.options = { ...chat.options, isBypassAllowed: true };
  expect(await offered()).toHaveLength(2);
});

it("has no button for the thinking of a model that nothing is known of", () => {
  open();
  expect(screen.queryByRole("button", { name: /^Thinks/ })).toBeNull();
});

const withoutThinking = {
  maxThinkingTokens: { name: "maxThinkingTokens", value: 0, source: { kind: "panel" }, overridden: [] },
} as const;

it("shows that thinking is switched off, of any model", () => {
  open({ settings: withoutThinking });
  expect(screen.getByRole("button", { name: "Thinking: off" }).textContent).toContain("Off");
});

it("says so where a model thinks whatever is asked for", () => {
  open({ models: models.map((each) => ({ ...each, alwaysThinks: true })), settings: withoutThinking });
  const { title, textContent } = screen.getByRole("button", { name: "Thinking: always on" });
  expect(title).toContain("always thinks");
  expect(textContent).toBe("");
});

it("writes keys as the system does", () => {
  expect(handlePickerKeys("fast", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)")).toBe("⌘K ⇧⌘F");
  expect(handlePickerKeys("fast", "Mozilla/5.0 (X11; Linux x86_64)")).toBe("Ctrl+K Ctrl+Shift+F");
});

it.each([
  ["model", "tandem.selectModel"],
  ["effort", "tandem.selectEffort"],
  ["thinking", "tandem.selectThinking"],
  ["fast", "tandem.selectFastMode"],
] as const)("names the key of the picker %s as it is bound", (picker, command) => {
  const { keybindings } = JSON.parse(fs.readFileSync("package.json", "utf8")).contributes;
  const bound = keybindings.find((binding: { command: string }) => binding.command === command);
  expect(handlePickerKeys(picker, "Linux").toLowerCase()).toBe(bound.key);
  const onMac = handlePickerKeys(picker, "Macintosh").replaceAll("⇧⌘", "cmd+shift+").replaceAll("⌘", "cmd+");
  expect(onMac.toLowerCase()).toBe(bound.mac);
});

it("names the key of the next mode as it is bound", () => {
  const { keybindings } = JSON.parse(fs.readFileSync("package.json", "utf8")).contributes;
  const { key, mac } = keybindings.find(({ command }: { command: string }) => command === "tandem.cycleMode");
  expect([getModeKeys("Linux").toLowerCase(), getModeKeys("Macintosh").replace("⌘", "cmd+")]).toEqual([key, mac]);
});

const from = (name: string, value: unknown, source: SettingSource) => ({
  [name]: { name, value, source, overridden: [] },
});

it("says where a value comes from, and offers to reset one chosen here", async () => {
  const settings = {
    ...from("model", "opus", { kind: "panel" }),
    ...from("effort", "high", { kind: "setting", scope: "workspace" }),
  };
  const { host, click } = open({ models, reported: { model: "opus", effort: "high" }, settings });
  expect(screen.getByRole("button", { name: "Effort: High" }).title).toContain("From settings (workspace)");
  expect(screen.getByRole("button", { name: "Model: Opus 9" }).title).toContain("Selected in this conversation");
  click(screen.getByRole("button", { name: "Effort: High" }));
  await tick();
  expect(screen.queryByRole("menuitem", { name: /Reset to settings/ })).toBeNull();
  click(screen.getByRole("button", { name: "Effort: High" }));
  click(screen.getByRole("button", { name: "Model: Opus 9" }));
  await tick();
  click(screen.getByRole("menuitem", { name: /Reset to settings/ }));
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "resetToSettings" });
});

it("lists what applies after a restart, with a button until one is planned", () => {
  const { host, chat, click } = open({ needsRestart: ["maxTurns", "somethingNew"] });
  screen.getByText("Changed settings apply after a restart: maximum number of steps, tandem.somethingNew");
  click(screen.getByRole("button", { name: "Restart to apply" }));
  expect(host.sent.at(-1)).toEqual({ type: "runCommand", action: "restart" });
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { isRestartPlanned: true } }] }));
  click(document.body);
  expect(screen.queryByRole("button", { name: "Restart to apply" })).toBeNull();
});
