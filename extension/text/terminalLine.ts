import { t } from "@vscode/l10n";
import { escapeInvisible } from "../base/invisible.ts";

/** Characters of a line that a terminal is given. */
const maxLength = 10_000;

/** Why a line for the terminal is not run: it is too long, or would run as something else than it reads. */
export function notTypableText(command: string): string {
  if (command.length > maxLength) return t("Not run: the line is longer than 10,000 characters.");
  const shown = escapeInvisible(command.replaceAll("\t", "⟦U+0009⟧"));
  return t("Not run: the line contains hidden characters. The terminal would get: {0}. Remove them, then send it again.", shown);
}
