import { t } from "@vscode/l10n";

/** Messages that Tandem writes on behalf of the user. */
export const promptText = {
  continueTurn: () => t("Continue from where you were interrupted."),
  continueAfterLimit: () => t("Continue from where you stopped."),
  comments: () => t("My comments on these lines:"),
  planComments: () => t("My comments on the approved plan:"),
  secretLines: () => t("(The lines are left out because this file may contain secrets.)"),
} as const;

/** Texts that Tandem writes into a text attachment, and reasons why it could attach none. */
export const attachedText = {
  staged: (patch: string) => t("Staged changes:\n\n{0}", patch),
  unstaged: (patch: string) => t("Unstaged changes:\n\n{0}", patch),
  untracked: (files: string) => t("Untracked files:\n\n{0}", files),
  noChanges: () => t("There are no uncommitted changes."),
  secretsLeftOut: (files: string) => t("(Left out because these files may contain secrets: {0}. Mention a file by name to include it.)", files),
  noProblems: () => t("The editor reports no problems."),
  moreProblems: (count: number) => t("… and {0} more", count),
  stillRunning: () => t("(still running)"),
  exitCode: (code: number) => t("(exit code {0})", code),
  noOutputSeen: () => t("(the editor captured no output)"),
  truncated: (shown: number, total: number) => t("… truncated after {0} of {1} characters", shown, total),
  onOtherMachine: () => t("it is on another machine"),
  notFile: () => t("it is not a file"),
  unknown: (mention: string) => t("{0} is unknown", mention),
  noConversation: (mention: string) => t("there is no conversation {0}", mention),
} as const;

/** Returns the suggestions of an empty conversation. */
export function getOrdinaryStarters(): readonly { readonly label: string; readonly prompt: string }[] {
  return [
    {
      label: t("Explain how this workspace is organized"),
      prompt: t("Explain how this workspace is organized: its parts, how they fit together, and where to start reading."),
    },
    { label: t("Review my uncommitted changes"), prompt: t("Review my uncommitted changes. List what could go wrong, most serious first.") },
    { label: t("Find and fix a failing test"), prompt: t("Run the tests. If one fails, find out why and propose a fix.") },
  ];
}
