import { t } from "@vscode/l10n";
import { isSecretPath } from "../../base/secretNames.ts";
import { type AttachmentProblem, attachmentLimits, type PathKind } from "../../contract/composer/attachments.ts";
import { getMentionLocation } from "../../contract/composer/mentions.ts";
import type { MentionProblem } from "../../contract/composer/suggestions.ts";
import { formatBytes } from "../numbers.ts";
import { formatMentionProblem } from "./mentions.ts";

export const attachmentText = {
  /** Inserts a long text, which was attached instead, where it was pasted. */
  unfold: () => t("Insert as text"),
};

/**
 * Returns a warning for a file that may contain secrets, by its name. Files that the user mentions or attaches by name
 * are sent anyway.
 */
export function formatSecretWarning(name: string): string | undefined {
  return isSecretPath(name) ? t("may contain secrets, which are sent to the model") : undefined;
}

/**
 * Returns why a prompt does not include all of a mentioned file, and what to do; undefined if it includes all of it. A
 * warning about secrets comes first.
 */
export function formatMentionWarning(path: string, kind: PathKind | undefined): string | undefined {
  const secrets =
    kind === undefined || kind === "folder" ? undefined : formatSecretWarning(getMentionLocation(path).path);
  if (secrets !== undefined) return secrets;
  if (kind === "largeFile") return t("too large to include: only its name is sent, and claude can read parts of it");
  const hasLines = getMentionLocation(path).line !== undefined;
  return kind === "longFile" && !hasLines
    ? t(
        "too long: at most its first 2,000 lines are included. Mention the lines that matter, for example {0}",
        `@${path}#1-400`,
      )
    : undefined;
}

/** Returns why something was not added to the prompt, and what to do. */
export function formatLeftOutInput(problem: AttachmentProblem | MentionProblem): string {
  return "name" in problem ? formatAttachmentProblem(problem) : formatMentionProblem(problem);
}

function formatAttachmentProblem(problem: AttachmentProblem): string {
  const { name } = problem;
  switch (problem.code) {
    case "tooLarge":
      return t(
        "{0} was not attached: it is larger than {1}. If it is in the workspace, mention it with @ instead.",
        name,
        formatBytes(attachmentLimits[problem.kind]),
      );
    case "tooMuch":
      return t(
        "{0} was not attached: the attachments would exceed {1} in total. Remove some, or send them in several messages.",
        name,
        formatBytes(attachmentLimits.all),
      );
    case "notText":
      return t("{0} was not attached: only images, PDFs, and UTF-8 text files are supported.", name);
    case "notReadable":
      return t("{0} was not attached: it couldn't be read. Try saving it in another format.", name);
    case "empty":
      return t("{0} was not attached: it is empty.", name);
  }
}
