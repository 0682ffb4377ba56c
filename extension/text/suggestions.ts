import { t } from "@vscode/l10n";
import type { OwnCommand } from "../contract/fromWebview.ts";

export const suggestionText = {
  title: () => t("Suggestions"),
  open: () => t("open"),
  inTerminal: () => t("Works in a terminal only"),
  attachments: () => t("Attachments"),
  remove: (name: string) => t("Remove {0}", name),
};

const own: { readonly [C in OwnCommand]: () => string } = {
  clear: () => t("Start a new conversation; this one stays in the list"),
  effort: () => t("Choose how hard the model thinks"),
  export: () => t("Export this conversation"),
  model: () => t("Choose the model"),
  permissions: () => t("Permission rules in force"),
  rename: () => t("Rename this conversation"),
  resume: () => t("Open another conversation"),
  rewind: () => t("Go back to an earlier message"),
};

/** What a command of our own does. */
export function ownCommandText(command: OwnCommand): string {
  return own[command]();
}
