import { t } from "@vscode/l10n";
import type { RewindFailure, RewindPreview, RewindProblem } from "../contract/rewind.ts";
import { files as countedFiles } from "./numbers.ts";

/** Files that a dialog lists before it counts the rest. */
const listedFiles = 12;

type Preview = Extract<RewindPreview, { kind: "possible" }>;

function listed(files: readonly string[]): string {
  const names = files.slice(0, listedFiles);
  if (files.length > listedFiles) names.push(t("and {0} more", files.length - listedFiles));
  return names.join("\n");
}

function problemText(problem: RewindProblem): string {
  if (problem.code === "notRunning") return t("The claude program is not running. Resume the conversation first.");
  return problem.reason ?? t("The CLI gave no reason.");
}

/** What is said when a rewind did not happen. */
export function rewindFailureText(failure: RewindFailure): string {
  if (failure.code === "conversationNotCut") return t("The conversation could not be cut there; it stays as it is.");
  return t("The files were not restored: {0}", problemText(failure.problem));
}

/** What the dialogs of a rewind say. */
export function rewindTexts() {
  return {
    files: t("Restore Files"),
    both: t("Restore Files and Conversation"),
    conversation: t("Rewind Conversation"),
    impossible: t("Files cannot be restored to this point."),
    impossibleDetail: (problem: RewindProblem): string => `${problemText(problem)}\n\n${t("The conversation alone can go back; files stay as they are.")}`,
    unsaved: t("Some of the files have unsaved changes."),
    unsavedDetail: (files: readonly string[]): string =>
      `${files.join("\n")}\n\n${t("Save or discard them, then rewind: what the editor holds would come back over what is restored.")}`,
    question: (count: number): string => t("Rewind {0}?", countedFiles(count)),
    detail({ files, insertions, deletions, byCommands }: Preview): string {
      return [
        files.length > 0 ? `${listed(files)}\n\n${t("+{0} −{1} lines", insertions, deletions)}` : t("No file changed since."),
        t("Changes made by shell commands or MCP tools can't be restored."),
        byCommands.length > 0 ? `${t("Also changed by commands:")}\n${listed(byCommands)}` : "",
      ]
        .filter(Boolean)
        .join("\n\n");
    },
  };
}
