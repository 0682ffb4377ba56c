import { t } from "@vscode/l10n";
import type { RewindFailure, RewindPreview, RewindProblem } from "../contract/rewind.ts";
import { formatFileCount as countedFiles } from "./numbers.ts";

/** Maximum number of files that a dialog lists; the rest is counted. */
const listedFiles = 12;

type Preview = Extract<RewindPreview, { kind: "possible" }>;

function listed(files: readonly string[]): string {
  const names = files.slice(0, listedFiles);
  if (files.length > listedFiles) names.push(t("and {0} more", files.length - listedFiles));
  return names.join("\n");
}

function problemText(problem: RewindProblem): string {
  if (problem.code === "notRunning") return t("claude is not running. Resume the conversation first.");
  return problem.reason ?? t("claude gave no reason.");
}

/** Returns the message about a failed rewind. */
export function formatRewindFailure(failure: RewindFailure): string {
  if (failure.code === "conversationNotCut") return t("The conversation couldn't be rewound to that message. Its messages were not changed.");
  return t("Couldn't restore the files: {0}", problemText(failure.problem));
}

/** Returns the texts of the rewind dialogs. */
export function getRewindTexts() {
  return {
    files: t("Restore Files"),
    both: t("Restore Files and Conversation"),
    conversation: t("Restore Conversation"),
    preview: t("Preview Changes"),
    impossible: t("Files can't be restored to this point."),
    impossibleDetail: (problem: RewindProblem): string => `${problemText(problem)}\n\n${t("You can still restore the conversation; files don't change.")}`,
    unsaved: t("Some of the files have unsaved changes."),
    unsavedDetail: (files: readonly string[]): string =>
      `${files.join("\n")}\n\n${t("Save or discard them, then rewind. Otherwise they would overwrite the restored files.")}`,
    question: (count: number): string => t("Rewind {0}?", countedFiles(count)),
    detail({ files, insertions, deletions, byCommands }: Preview): string {
      return [
        files.length > 0 ? `${listed(files)}\n\n${t("+{0} −{1} lines", insertions, deletions)}` : t("No files changed since then."),
        t("Changes made by shell commands or MCP tools can't be undone."),
        byCommands.length > 0 ? `${t("Also changed by commands:")}\n${listed(byCommands)}` : "",
      ]
        .filter(Boolean)
        .join("\n\n");
    },
  };
}
