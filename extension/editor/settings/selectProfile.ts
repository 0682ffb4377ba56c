import * as vscode from "vscode";
import { getProfileChoices, profileText } from "../../text/settings/profiles.ts";
import { toMessageText } from "../dialogs/plainText.ts";
import { pickChoice } from "../pickChoice.ts";
import type { SettingsProfiles } from "./settingsProfiles.ts";

/**
 * Lets the user select the profile for new conversations in `folder`, and saves it in the settings of its workspace folder; outside the workspace
 * in the user's settings.
 */
export async function selectProfile(profiles: SettingsProfiles, folder: string): Promise<void> {
  const { names } = profiles;
  if (names.length === 0) return explainProfiles();
  const root = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder));
  const configuration = vscode.workspace.getConfiguration("tandem", root?.uri ?? null);
  const current = String(configuration.get("profile") ?? "");
  const choices = getProfileChoices(
    names.map((name) => profiles.describe(name)),
    current,
  );
  const picked = await pickChoice(choices, profileText.title(root?.name ?? ""), profileText.placeholder());
  if (picked === undefined || picked === current) return;
  await configuration.update("profile", picked, getTarget(root));
}

/** Returns the scope that belongs to one folder alone. In a workspace with a single folder both scopes are the same file. */
function getTarget(root: vscode.WorkspaceFolder | undefined): vscode.ConfigurationTarget {
  if (!root) return vscode.ConfigurationTarget.Global;
  return vscode.workspace.workspaceFile ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Workspace;
}

async function explainProfiles(): Promise<void> {
  const open = profileText.openSettings();
  const answer = await vscode.window.showInformationMessage(toMessageText(profileText.noProfiles()), open);
  if (answer === open) await vscode.commands.executeCommand("workbench.action.openSettingsJson", { revealSetting: { key: "tandem.profiles", edit: true } });
}
