import { t } from "@vscode/l10n";
import { files as countedFiles } from "./numbers.ts";

/** Files that a dialog lists before it counts the rest. */
const listedFiles = 12;

interface Preview {
  readonly files: readonly string[];
  readonly insertions: number;
  readonly deletions: number;
}

/** What the dialogs of a rewind say. */
export function rewindTexts() {
  return {
    files: t("Restore Files"),
    both: t("Restore Files and Conversation"),
    conversation: t("Rewind Conversation"),
    impossible: t("Files cannot be restored to this point."),
    impossibleDetail: (reason: string): string => `${reason}\n\n${t("The conversation alone can go back; files stay as they are.")}`,
    unsaved: t("Some of the files have unsaved changes."),
    unsavedDetail: (files: readonly string[]): string =>
      `${files.join("\n")}\n\n${t("Save or discard them, then rewind: what the editor holds would come back over what is restored.")}`,
    question: (count: number): string => t("Rewind {0}?", countedFiles(count)),
    detail({ files, insertions, deletions }: Preview): string {
      const names = files.slice(0, listedFiles);
      if (files.length > listedFiles) names.push(t("and {0} more", files.length - listedFiles));
      return [
        names.length > 0 ? `${names.join("\n")}\n\n${t("+{0} −{1} lines", insertions, deletions)}` : t("No file changed since."),
        t("What shell commands and MCP tools changed does not come back."),
      ]
        .filter(Boolean)
        .join("\n\n");
    },
  };
}
