import type { FolderSettings } from "../../core/options/folderSettings.ts";
import type { SettingName } from "../../core/options/options.ts";
import { formatSettingName, settingReportText } from "../../shared/text/settings/settingProblems.ts";
import type { Messages } from "../dialogs/messages.ts";
import type { SettingPlaces } from "./settingPlaces.ts";

export interface OverriddenOptions {
  readonly settings: Pick<FolderSettings, "scopeInForce">;
  readonly places: Pick<SettingPlaces, "findIn" | "open">;
  readonly messages: Pick<Messages, "ask">;
}

/**
 * Tells the user that `tandem.<name>`, as it is in force in a folder, is stronger than what was just saved in the
 * user's settings, and offers its file. `at` is the path of the stronger part.
 */
export async function tellOverridden(
  { settings, places, messages }: OverriddenOptions,
  name: SettingName,
  folder: string,
  at: readonly string[] = [],
): Promise<void> {
  const scope = settings.scopeInForce(name, folder);
  const located = scope && (await places.findIn(scope, name, folder, at));
  const text = settingReportText.overridden(formatSettingName(`tandem.${name}`, located));
  const open = settingReportText.openFile();
  const { answer } = messages.ask("warning", text, located ? [open] : []);
  if ((await answer) === open && located) await places.open(located);
}
