import * as vscode from "vscode";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import type { SettingsSource, SettingsWriter } from "../../core/options/settingsSource.ts";
import { getProfileChoices, profileText } from "../../shared/text/settings/profiles.ts";
import { pickChoice } from "../dialogs/pickChoice.ts";
import type { SettingsProfiles } from "./settingsProfiles.ts";
import { type OverriddenOptions, tellOverridden } from "./tellOverridden.ts";

export interface SelectProfileOptions extends OverriddenOptions {
  readonly profiles: SettingsProfiles;
  readonly settings: Pick<FolderSettings, "read" | "usesWorkspace" | "scopeInForce">;
  readonly source: SettingsSource & SettingsWriter;
}

/**
 * Lets the user select the profile for new conversations in `folder`, and saves it in the settings of its workspace
 * folder; outside the workspace, and where nothing of the workspace applies, in the user's settings. Tells the user if
 * the workspace's profile stays in force.
 */
export async function selectProfile(options: SelectProfileOptions, folder: string): Promise<void> {
  const { profiles, settings, source } = options;
  const { names } = profiles;
  if (names.length === 0) return explainProfiles(options.messages);
  const root = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder));
  const at = root?.uri.fsPath ?? "";
  const current = settings.read("profile", at);
  const choices = getProfileChoices(
    names.map((name) => profiles.describe(name)),
    current,
  );
  const picked = await pickChoice(choices, profileText.title(root?.name ?? ""), profileText.placeholder());
  if (picked === undefined || picked === current) return;
  // The scope that belongs to the folder alone.
  const scope = root && settings.usesWorkspace(at) ? (source.inspect(at).files.at(-1)?.scope ?? "workspace") : "user";
  await source.write("profile", picked, scope, at);
  if (settings.read("profile", at) !== picked) await tellOverridden(options, "profile", at);
}

async function explainProfiles(messages: SelectProfileOptions["messages"]): Promise<void> {
  const open = profileText.openSettings();
  if ((await messages.ask("information", profileText.noProfiles(), [open]).answer) === open)
    await vscode.commands.executeCommand("workbench.action.openSettingsJson", {
      revealSetting: { key: "tandem.profiles", edit: true },
    });
}
