import * as vscode from "vscode";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import type { SettingsWriter } from "../../core/options/settingsSource.ts";
import { dialogText } from "../../shared/text/dialogs.ts";

/**
 * Lets the user select the executable of `claude`, and saves it in the user's settings, or in those of the workspace
 * where their value is in force. Resolves to false if the user selected none.
 */
export async function selectProgram(
  settings: Pick<FolderSettings, "scopeInForce">,
  writer: SettingsWriter,
): Promise<boolean> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: dialogText.selectExecutable(),
      openLabel: dialogText.useExecutable(),
      canSelectMany: false,
    })) ?? [];
  if (!file) return false;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  // The selection must override the value in force. One that the user did not allow stays as it is.
  await writer.write("claudePath", file.fsPath, settings.scopeInForce("claudePath", folder) ?? "user", folder);
  return true;
}
