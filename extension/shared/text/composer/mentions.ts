import { t } from "@vscode/l10n";
import { escapePath } from "../../base/invisible.ts";
import type { MentionProblem } from "../../contract/composer/suggestions.ts";

/** Maximum number of names in a message. */
const maxNames = 5;

/** Returns why something was not mentioned, and what to do. */
export function formatMentionProblem(problem: MentionProblem): string {
  switch (problem.code) {
    case "noFile":
      return t(
        "Not mentioned: {0}. Only files on the machine where claude runs can be mentioned; save or attach the file instead.",
        formatList(problem.names),
      );
    case "unreadable":
      return t(
        "Not mentioned: {0}. claude can't read a path that contains \", #, or a line break; attach or rename the file.",
        formatList(problem.names),
      );
    case "tooMany":
      return t("Only the first {0} files were mentioned. Mention their folder to include all of them.", problem.count);
    case "noEditor":
      return t(
        "Nothing was mentioned: no text editor is active. Mention a file from the Explorer, or type @ in the message.",
      );
    case "untitled":
      return t("Nothing was mentioned: this document isn't saved to a file yet. Save it, then mention it.");
    case "notebookCell":
      return t(
        "Nothing was mentioned: claude can't refer to lines in notebook cells. Mention the notebook from the Explorer.",
      );
    case "notOnDisk":
      return t(
        "Nothing was mentioned: this editor doesn't show the file on disk. Select text in the file itself or on the right side of a diff.",
      );
  }
}

function formatList(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map(escapePath).join(", ");
  return names.length > maxNames ? t("{0} and {1} more", shown, names.length - maxNames) : shown;
}

/** Describes the target of an agent's mention. */
export function getAgentMentionText(mention: string): string {
  return t("{0} is an agent. claude hands the task in your message to it.", escapePath(mention));
}
