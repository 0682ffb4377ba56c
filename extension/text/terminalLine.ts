import { t } from "@vscode/l10n";
import { escapeInvisible } from "../base/invisible.ts";
import { maxCommandLength } from "../contract/tools.ts";

/** Returns the reason for which a line for the terminal is not run: it is too long, or would run as something else than it reads. */
export function getNotTypableText(command: string): string {
  if (command.length > maxCommandLength) return t("Not run: the line is longer than {0} characters.", maxCommandLength.toLocaleString("en-US"));
  const shown = escapeInvisible(command.replaceAll("\t", "⟦U+0009⟧"));
  return t("Not run: the line contains hidden characters. The terminal would get: {0}. Remove them, then send it again.", shown);
}
