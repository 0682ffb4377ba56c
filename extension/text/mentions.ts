import { t } from "@vscode/l10n";
import { escapePath } from "../base/invisible.ts";
import type { MentionProblem } from "../contract/suggestions.ts";

/** Names that a message shows. */
const mostNames = 5;

/** Why something was not mentioned, and what to do. */
export function mentionProblemText(problem: MentionProblem): string {
  switch (problem.code) {
    case "noFile":
      return t("Not mentioned: {0}. It is no file on the machine that the conversation runs on. Save it there, or attach it.", listed(problem.names));
    case "unreadable":
      return t(
        'Not mentioned: {0}. The claude program cannot read a path with ", # or a line break in it. Attach the file, or rename it.',
        listed(problem.names),
      );
    case "tooMany":
      return t("Only the first {0} were mentioned. Mention their folder to name all of them.", problem.count);
    case "noEditor":
      return t("Nothing was mentioned: no text editor is in front. Mention a file from the Explorer, or write @ in the message.");
    case "untitled":
      return t("Nothing was mentioned: this document is not on the disk yet. Save it, then mention it.");
    case "notebookCell":
      return t("Nothing was mentioned: the claude program knows no cells by their lines. Mention the notebook from the Explorer.");
    case "notOnDisk":
      return t("Nothing was mentioned: what this editor shows is not the file on the disk. Select in the file itself, or on the right side of a diff.");
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map(escapePath).join(", ");
  return names.length > mostNames ? t("{0} and {1} more", shown, names.length - mostNames) : shown;
}

/** What the mention of an agent stands for. */
export function agentMentionText(mention: string): string {
  return t("{0} is an agent: the model hands it the work that the message describes. There is no file to open.", escapePath(mention));
}
