import { afterAll, expect, it, vi } from "vitest";
import type { FolderSettingsOptions } from "../../../../extension/core/options/folderSettings.ts";
import type { SettingName } from "../../../../extension/core/options/options.ts";
import type { SettingScope } from "../../../../extension/core/options/settingsSource.ts";
import { selectProfile } from "../../../../extension/vscode/settings/selectProfile.ts";
import { selectProgram } from "../../../../extension/vscode/settings/selectProgram.ts";
import { SettingsProfiles } from "../../../../extension/vscode/settings/settingsProfiles.ts";
import { MemorySettings, readMemory } from "../../../fakes/memorySettings.ts";

/** The commands of the editor that were run. */
const executed = vi.hoisted((): unknown[] => []);

// Replaces the dialogs of the editor: the user selects a file, and the last item of a list.
vi.mock("vscode", () => ({
  commands: { executeCommand: async (...given: readonly unknown[]) => void executed.push(given) },
  Uri: { file: (fsPath: string) => ({ fsPath }) },
  ThemeIcon: Object,
  window: {
    showOpenDialog: async () => [{ fsPath: "/usr/bin/claude" }],
    showQuickPick: async (items: readonly unknown[]) => items.at(-1),
  },
  workspace: {
    workspaceFolders: [{ uri: { fsPath: "/w" }, name: "w" }],
    getWorkspaceFolder: ({ fsPath }: { fsPath: string }) =>
      fsPath === "/w" ? { uri: { fsPath }, name: "w" } : undefined,
  },
}));
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

/** The options of both selections; `said`: the messages, each with its buttons; `opened`: settings that were shown. */
function setup(about: Partial<FolderSettingsOptions>) {
  const source = new MemorySettings();
  const settings = readMemory(source, about);
  const said: string[] = [];
  const opened: unknown[] = [];
  const places = {
    findIn: async (scope: SettingScope, key: SettingName) => ({ scope, key }),
    open: async (located: unknown) => void opened.push(located),
  };
  const messages = {
    ask: (_kind: string, text: string, buttons: readonly string[]) => {
      said.push([text, ...buttons].join(" | "));
      return { answer: Promise.resolve(buttons[0]), end: () => {} };
    },
  };
  const profiles = new SettingsProfiles(settings);
  return { source, settings, said, opened, options: { source, writer: source, settings, profiles, places, messages } };
}

it.each([
  ["nothing is set", {}, undefined],
  ["the workspace's value is withheld", { knows: () => false }, "/repo/claude"],
  ["the folder is refused", { startsWithout: () => true }, "/repo/claude"],
] as const)("writes the executable to the user's settings where it is in force: %s", async (_case, about, ofFolder) => {
  const { source, said, options } = setup(about);
  if (ofFolder) source.set("claudePath", ofFolder, "folder", "/w");
  expect(await selectProgram(options)).toBe(true);
  expect([source.user.claudePath, source.folders.get("/w")?.claudePath]).toEqual(["/usr/bin/claude", ofFolder]);
  expect(said).toEqual([]);
});

it("leaves a workspace's executable unchanged, and says that it stays in force", async () => {
  const { source, said, opened, options } = setup({});
  source.set("claudePath", "/repo/claude", "folder", "/w");
  expect(await selectProgram(options)).toBe(false);
  expect([source.user.claudePath, source.folders.get("/w")?.claudePath]).toEqual(["/usr/bin/claude", "/repo/claude"]);
  expect(said).toEqual([
    "Saved in your user settings, but tandem.claudePath (folder settings) overrides it here. | Open Settings File",
  ]);
  expect(opened).toEqual([{ scope: "folder", key: "claudePath" }]);
});

it("tells that the executable of the conversation's profile stays in force", async () => {
  const { source, said, options } = setup({});
  source.set("profiles", { work: { claudePath: "/work/claude" }, home: {} });
  expect(await selectProgram(options, { folder: "/w", profile: "home" })).toBe(true);
  expect(await selectProgram(options, { folder: "/w", profile: "work" })).toBe(false);
  expect(said).toEqual([expect.stringContaining("tandem.profiles (user settings) overrides it here.")]);
});

it.each([
  ["the folder", "/w", {}, "folder"],
  ["the user's settings outside of the workspace", "/elsewhere", {}, "user"],
  ["the user's settings where the folder is refused", "/w", { startsWithout: () => true }, "user"],
] as const)("writes the profile to %s", async (_case, folder, about, scope) => {
  const { source, settings, said, options } = setup(about);
  source.set("profiles", { work: {} });
  await selectProfile(options, folder);
  expect([source.user.profile, source.folders.get("/w")?.profile]).toEqual(
    scope === "user" ? ["work", undefined] : [undefined, "work"],
  );
  expect(settings.read("profile", "/w")).toBe("work");
  expect(said).toEqual([]);
});

it("says above the composer that there are no profiles, and opens their setting", async () => {
  const { said, options } = setup({});
  await selectProfile(options, "/w");
  expect(said).toEqual([expect.stringMatching(/ \| Open Settings/)]);
  expect(executed).toEqual([
    ["workbench.action.openSettingsJson", expect.objectContaining({ revealSetting: expect.anything() })],
  ]);
});

it("tells that the profile of a workspace stays in force outside of its folders", async () => {
  const { source, said, options } = setup({});
  source.set("profiles", { home: {}, work: {} });
  source.set("profile", "home", "workspace");
  await selectProfile(options, "/elsewhere");
  expect([source.user.profile, source.workspace.profile]).toEqual(["work", "home"]);
  expect(said).toEqual([expect.stringContaining("tandem.profile (workspace settings) overrides it here.")]);
});
