import { t } from "@vscode/l10n";
import { maxNames } from "../contract/notices.ts";

/** Formats names as the subject of a sentence, such as "a, b, and c". */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  if (names.length <= 2) return names.length === 2 ? t("{0} and {1}", names[0] ?? "", last) : last;
  return t("{0}, and {1}", names.slice(0, -1).join(", "), last);
}

/** Formats a list of names within a sentence, such as "a, b and 3 more". `further`: number of names besides these. */
export function formatShortList(names: readonly string[], further = 0): string {
  const shown = names.slice(0, maxNames).join(", ");
  const rest = Math.max(0, names.length - maxNames) + further;
  return rest > 0 ? t("{0} and {1} more", shown, rest) : shown;
}
