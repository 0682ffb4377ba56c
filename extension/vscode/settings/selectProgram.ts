import * as vscode from "vscode";
import type { SettingsSource, SettingsWriter } from "../../core/options/settingsSource.ts";
import { dialogText } from "../../shared/text/dialogs.ts";

/**
 * Lets the user select the executable of `claude`, and saves it in the settings. Resolves to false if the user selected
 * none.
 */
export async function selectProgram(source: SettingsSource & SettingsWriter): Promise<boolean> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: dialogText.selectExecutable(),
      openLabel: dialogText.useExecutable(),
      canSelectMany: false,
    })) ?? [];
  if (!file) return false;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const written = source.inspect(folder).get("claudePath");
  // The selection must override the current value, so it is written to the scope where that value is set.
  const scope = (["folder", "workspace"] as const).find((each) => written[each] !== undefined) ?? "user";
  await source.write("claudePath", file.fsPath, scope, folder);
  return true;
}
