import { t } from "@vscode/l10n";

/** Messages that Tandem writes for the user, in the user's name. */
export const promptText = {
  continueTurn: () => t("Continue from where you were interrupted."),
  comments: () => t("My comments on these lines:"),
  planComments: () => t("My comments on the approved plan:"),
  secretLines: () => t("(The lines are left out because this file may contain secrets.)"),
} as const;

/** What an empty conversation proposes to begin with. */
export function ordinaryStarters(): readonly { readonly label: string; readonly prompt: string }[] {
  return [
    {
      label: t("Explain how this workspace is built"),
      prompt: t("Explain how this workspace is built: its parts, how they fit together, and where to start reading."),
    },
    { label: t("Review my uncommitted changes"), prompt: t("Review my uncommitted changes. List what could go wrong, most serious first.") },
    { label: t("Find and fix a failing test"), prompt: t("Run the tests. If one fails, find out why and propose a fix.") },
  ];
}
