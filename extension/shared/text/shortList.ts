import { t } from "@vscode/l10n";
import { maxNames } from "../contract/notices.ts";

/** Formats a list of names within a sentence, such as "a, b and 3 more". `further`: number of names besides these. */
export function formatShortList(names: readonly string[], further = 0): string {
  const shown = names.slice(0, maxNames).join(", ");
  const rest = Math.max(0, names.length - maxNames) + further;
  return rest > 0 ? t("{0} and {1} more", shown, rest) : shown;
}
