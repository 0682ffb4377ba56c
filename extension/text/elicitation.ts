import { t } from "@vscode/l10n";
import type { FieldProblem } from "../contract/elicitation.ts";

/** What is wrong with what stands in a field, and so what to write. */
export function fieldProblemText(problem: FieldProblem): string {
  switch (problem.code) {
    case "required":
      return t("This is needed.");
    case "notNumber":
      return t("This is no number.");
    case "notInteger":
      return t("This is no whole number.");
    case "notEmail":
      return t("This is no e-mail address.");
    case "notUrl":
      return t("This is no address; one begins with a scheme, such as https:");
    case "notDate":
      return t("This is no date. Write it as 2026-01-31, with a time as 2026-01-31T12:00:00Z.");
    case "notJson":
      return t("This is no JSON.");
    case "notOffered":
      return t("This is not among what is offered.");
    case "tooShort":
      return t("Write at least {0} characters.", problem.limit);
    case "tooLong":
      return t("Write at most {0} characters.", problem.limit);
    case "tooSmall":
      return t("Write at least {0}.", problem.limit);
    case "tooLarge":
      return t("Write at most {0}.", problem.limit);
    case "tooFew":
      return t("Choose at least {0}.", problem.limit);
    case "tooMany":
      return t("Choose at most {0}.", problem.limit);
  }
}
