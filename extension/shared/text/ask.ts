import { t } from "@vscode/l10n";

/** Messages that the user sends with a command of the editor, and texts around them. */
export const askText = {
  explainTitle: () => t("Explain with Tandem"),
  fixTitle: () => t("Fix with Tandem"),
  explain: (mention: string) => t("Explain {0}: what it does, how, and what is easy to miss.", mention),
  fix: (mention: string, problems: string) =>
    problems === ""
      ? t("Find and fix what is wrong in {0}.", mention)
      : t("Fix these problems in {0}:\n{1}", mention, problems),
  problem: (line: number, message: string) => t("- line {0}: {1}", line, message),
  reviewStaged: () => t("Review the staged changes in @changes. List what could go wrong, most serious first."),
  reviewUnstaged: () => t("Review the unstaged changes in @changes. List what could go wrong, most serious first."),
  commitStaged: () => t("Write a commit message for the staged changes in @changes."),
  commitAll: () => t("Write a commit message for @changes."),
  commitStyle: () =>
    t(
      "A subject of at most 72 characters in the imperative, then, only where needed, a blank line and a short explanation of why.",
    ),
  commitBegun: (text: string) => t("Start from the text that I already wrote: {0}", text),
  writingCommit: () => t("Writing commit message…"),
  noChanges: () => t("There are no changes to describe."),
  noRepository: () => t("There is no Git repository in this folder."),
  commitFailed: (reason: string) => t("Couldn't write a commit message: {0}", reason),
} as const;
