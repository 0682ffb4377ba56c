import { t } from "@vscode/l10n";
import { escapeInvisible } from "../base/invisible.ts";
import { maxCommandLength } from "../contract/tools.ts";
import { formatCount } from "./numbers.ts";

/** Returns why a line is not run in the terminal: it is too long, or would run something other than it displays. */
export function getNotTypableText(command: string): string {
  if (command.length > maxCommandLength)
    return t("Not run: the line is longer than {0} characters.", formatCount(maxCommandLength));
  const shown = escapeInvisible(command.replaceAll("\t", "⟦U+0009⟧"));
  return t(
    "Not run: the line contains hidden characters. The terminal would get: {0}. Remove them, then send it again.",
    shown,
  );
}
