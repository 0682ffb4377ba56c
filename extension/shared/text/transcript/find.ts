import { t } from "@vscode/l10n";
import type { FindProblem } from "../../contract/find.ts";

const problems: { readonly [P in FindProblem]: () => string } = {
  notRegex: () => t("Invalid regular expression"),
  tooSlow: () => t("The search took too long"),
};

export const findText = {
  title: () => t("Find in conversation"),
  field: () => t("Find"),
  matchCase: () => t("Match case"),
  regex: () => t("Use regular expression"),
  previous: () => t("Previous match"),
  next: () => t("Next match"),
  close: () => t("Close"),
  /** `at` is 1-based. */
  status: (text: string, problem: FindProblem | undefined, at: number, total: number) => {
    if (problem) return problems[problem]();
    if (text === "") return "";
    return total === 0 ? t("No results") : t("{0} of {1}", at, total);
  },
};
