import { expect, it, vi } from "vitest";
import { selectProfile } from "../../../../extension/vscode/settings/selectProfile.ts";
import { selectProgram } from "../../../../extension/vscode/settings/selectProgram.ts";
import { SettingsProfiles } from "../../../../extension/vscode/settings/settingsProfiles.ts";
import { MemorySettings, readMemory } from "../../../fakes/memorySettings.ts";

// Replaces the dialogs of the editor: the user selects a file, and the last item of a list.
vi.mock("vscode", () => ({
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

it.each([
  ["the user's settings where nothing is set", {}, undefined, "user"],
  ["the user's settings where the workspace's value is withheld", { knows: () => false }, "/repo/claude", "user"],
  ["the user's settings where the folder is refused", { startsWithout: () => true }, "/repo/claude", "user"],
  ["the workspace where its value is in force", {}, "/repo/claude", "folder"],
] as const)("writes the executable to %s", async (_case, about, ofFolder, scope) => {
  const source = new MemorySettings();
  if (ofFolder) source.set("claudePath", ofFolder, "folder", "/w");
  expect(await selectProgram(readMemory(source, about), source)).toBe(true);
  expect([source.user.claudePath, source.folders.get("/w")?.claudePath]).toEqual(
    scope === "user" ? ["/usr/bin/claude", ofFolder] : [undefined, "/usr/bin/claude"],
  );
});

it.each([
  ["the folder", "/w", {}, "folder"],
  ["the user's settings outside of the workspace", "/elsewhere", {}, "user"],
  ["the user's settings where the folder is refused", "/w", { startsWithout: () => true }, "user"],
] as const)("writes the profile to %s", async (_case, folder, about, scope) => {
  const source = new MemorySettings();
  source.set("profiles", { work: {} });
  const settings = readMemory(source, about);
  await selectProfile(new SettingsProfiles(settings), settings, source, folder);
  expect([source.user.profile, source.folders.get("/w")?.profile]).toEqual(
    scope === "user" ? ["work", undefined] : [undefined, "work"],
  );
  expect(settings.read("profile", "/w")).toBe("work");
});
