import * as vscode from "vscode";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import type { SettingsWriter } from "../../core/options/settingsSource.ts";
import type { ConversationState } from "../../shared/contract/conversationState.ts";
import { dialogText } from "../../shared/text/dialogs.ts";
import { type OverriddenOptions, tellOverridden } from "./tellOverridden.ts";

export interface SelectProgramOptions extends OverriddenOptions {
  readonly settings: Pick<FolderSettings, "read" | "scopeInForce">;
  readonly writer: SettingsWriter;
}

/**
 * Lets the user select the executable of `claude`, and saves it in the user's settings, never in those of a workspace.
 * Resolves to true if the conversation uses it now, or without one new conversations; tells the user if not.
 */
export async function selectProgram(
  options: SelectProgramOptions,
  conversation?: Pick<ConversationState, "folder" | "profile">,
): Promise<boolean> {
  const { settings, writer } = options;
  const [file] =
    (await vscode.window.showOpenDialog({
      title: dialogText.selectExecutable(),
      openLabel: dialogText.useExecutable(),
      canSelectMany: false,
    })) ?? [];
  if (!file) return false;
  await writer.write("claudePath", file.fsPath, "user");
  const folder = conversation?.folder || (vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "");
  const profile = conversation?.profile ?? settings.read("profile", folder);
  const profiles = settings.read("profiles");
  if (Object.hasOwn(profiles, profile) && profiles[profile]?.claudePath)
    await tellOverridden(options, "profiles", "", [profile, "claudePath"]);
  else if (settings.read("claudePath", folder) === file.fsPath) return true;
  else await tellOverridden(options, "claudePath", folder);
  return false;
}
