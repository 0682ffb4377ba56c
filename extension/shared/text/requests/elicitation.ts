import { t } from "@vscode/l10n";
import type { FieldProblem } from "../../contract/requests/elicitation.ts";

/** Returns the problem with the value of a field, and what to enter. */
export function formatFieldProblem(problem: FieldProblem): string {
  switch (problem.code) {
    case "required":
      return t("Required.");
    case "notNumber":
      return t("Enter a number.");
    case "notInteger":
      return t("Enter a whole number.");
    case "notEmail":
      return t("Enter an email address.");
    case "notUrl":
      return t("Enter a URL that starts with a scheme, such as https:");
    case "notDate":
      return t("Enter a date such as 2026-01-31, or a date and time such as 2026-01-31T12:00:00Z.");
    case "notJson":
      return t("Not valid JSON.");
    case "notOffered":
      return t("Select one of the options.");
    case "tooShort":
      return problem.limit === 1
        ? t("Enter at least 1 character.")
        : t("Enter at least {0} characters.", problem.limit);
    case "tooLong":
      return problem.limit === 1 ? t("Enter at most 1 character.") : t("Enter at most {0} characters.", problem.limit);
    case "tooSmall":
      return t("Enter {0} or more.", problem.limit);
    case "tooLarge":
      return t("Enter {0} or less.", problem.limit);
    case "notAbove":
      return t("Enter more than {0}.", problem.limit);
    case "notBelow":
      return t("Enter less than {0}.", problem.limit);
    case "tooFew":
      return t("Select at least {0}.", problem.limit);
    case "tooMany":
      return t("Select at most {0}.", problem.limit);
  }
}
