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
  secretsLeftOut: (files: string) =>
    t("(Left out because these files may contain secrets: {0}. Mention a file by name to include it.)", files),
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

/**
 * Suggestions of a conversation without messages: their labels, which follow "Try:", and the messages that they send.
 */
const starters = {
  errors: () => [t("Fix the errors that the editor reports"), t("Fix the errors that the editor reports: @problems")],
  changes: () => [
    t("Review my uncommitted changes"),
    t("Review my uncommitted changes. List what could go wrong, most serious first."),
  ],
  tests: () => [t("Find and fix a failing test"), t("Run the tests. If one fails, find out why and propose a fix.")],
  explain: () => [
    t("Explain how this workspace is organized"),
    t("Explain how this workspace is organized: its parts, how they fit together, and where to start reading."),
  ],
  readme: () => [
    t("Write a README"),
    t("Write a README for this project: what it is for, how to install it, and how to use it."),
  ],
  improve: () => [
    t("Suggest three improvements"),
    t("Suggest the three improvements that would help this project most. Don't change anything yet."),
  ],
  bug: () => [
    t("Look for a bug"),
    t("Look for a bug in this project. Show where it is and how to reproduce it, then propose a fix."),
  ],
  newProject: () => [
    t("Plan a new project"),
    t("Help me plan a new project in this empty folder. Ask what it should do before you create anything."),
  ],
  newPage: () => [
    t("Create a small web page"),
    t("Create a small web page in this folder, without dependencies. Ask what it should show."),
  ],
  newTool: () => [
    t("Create a command-line tool"),
    t("Create a small command-line tool in this folder. Ask what it should do and in which language."),
  ],
} as const satisfies Readonly<Record<string, () => readonly [string, string]>>;
export type StarterKind = keyof typeof starters;

/** Returns a suggestion of a conversation without messages. */
export function formatStarter(kind: StarterKind): { readonly label: string; readonly prompt: string } {
  const [label, prompt] = starters[kind]();
  return { label, prompt };
}
