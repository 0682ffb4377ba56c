import { t } from "@vscode/l10n";
import type { InputProblem } from "../../contract/requests/requestInput.ts";
import type {
  DecisionRecord,
  PermissionChange,
  PermissionView,
  ProposalProblem,
} from "../../contract/requests/requests.ts";
import { getModeLabel } from "../conversation.ts";
import { formatMcpTool } from "../transcript/tools.ts";

/** Places where `claude` stores a rule, by its own names. */
const destinations: ReadonlyMap<string, () => string> = new Map([
  ["session", () => t("in this conversation")],
  ["cliArg", () => t("in this conversation")],
  ["localSettings", () => t("in this project, for you")],
  ["projectSettings", () => t("in this project, shared")],
  ["userSettings", () => t("in all projects")],
]);

/** Describes the effect of a suggested change. */
export function formatPermissionChange(change: PermissionChange): string {
  const where = destinations.get(change.destination)?.() ?? change.destination;
  switch (change.kind) {
    case "rules": {
      const rules = change.rules.join(", ");
      if (change.change === "remove") return t("Remove {0} {1}", rules, where);
      if (change.behavior === "allow") return t("Allow {0} {1}", rules, where);
      return change.behavior === "deny" ? t("Deny {0} {1}", rules, where) : t("Ask for {0} {1}", rules, where);
    }
    case "mode":
      return change.mode === "acceptEdits"
        ? t("Accept all edits {0}", where)
        : t("Switch to mode {0} {1}", getModeLabel(change.mode), where);
    case "directories": {
      const directories = change.directories.join(", ");
      return change.change === "add"
        ? t("Allow access to {0} {1}", directories, where)
        : t("Revoke access to {0} {1}", directories, where);
    }
  }
}

/** Returns a sentence about what will happen; prefers the title from `claude`. */
export function getRequestTitle({
  title,
  tool,
  toolKind,
  mcp,
  subject,
}: Pick<PermissionView, "title" | "tool" | "toolKind" | "mcp" | "subject">): string {
  if (title !== undefined) return title;
  switch (toolKind) {
    case "write":
      return t("Write {0}", subject);
    case "edit":
    case "notebook":
      return t("Edit {0}", subject);
    case "command":
      return t("Run a command");
    case "fetch":
      return t("Fetch a page");
    case "network":
      return t("Allow network access to {0}", subject);
    default:
      return t("Use {0}", mcp ? formatMcpTool(mcp) : tool);
  }
}

const problems: { readonly [P in ProposalProblem]: () => string } = {
  fileMissing: () => t("The file does not exist, so the edit will fail."),
  fileExists: () => t("The edit would create a file that already exists, so it will fail."),
  textMissing: () =>
    t("The text to replace is not in the current file, so no diff can be shown. The edit will probably fail."),
  textNotUnique: () => t("The text to replace occurs more than once, so the edit will fail."),
  tooLarge: () => t("The file is too large to show as a diff."),
  noAccess: () => t("The file can't be read, so no diff can be shown."),
  notText: () => t("The file can't be read as text, so no diff can be shown."),
  bigEndian: () =>
    t(
      "The file is UTF-16 (big-endian), which claude can't read, so no diff can be shown. The edit will probably fail.",
    ),
  bigEndianDamaged: () =>
    t(
      "The file is UTF-16 (big-endian), which this version of claude misreads as UTF-8, so no diff can be shown. The edit would damage the file.",
    ),
  damaged: () =>
    t(
      "The file is not UTF-8, which this version of claude misreads, so no diff can be shown. The edit would damage the file, even where it changes nothing.",
    ),
  replaced: () => t("The file is not UTF-8, so no diff can be shown. All of its content would be replaced."),
};

const inputProblems: { readonly [P in InputProblem]: () => string } = {
  empty: () => t("Enter a value."),
  notUrl: () => t("Enter a URL that starts with http:// or https:// and contains no spaces."),
  notJson: () => t("Not valid JSON."),
  notObject: () => t("Enter a JSON object in curly braces."),
};

/** Returns the problem with an input that the user wrote. */
export function formatInputProblem(problem: InputProblem): string {
  return inputProblems[problem]();
}

export function formatProposalProblem(problem: ProposalProblem): string {
  return problems[problem]();
}

/** Describes a decision, for the row of the tool call. */
export function formatDecision(decided: DecisionRecord): string {
  switch (decided.code) {
    case "allowed":
      return t("allowed");
    case "allowedEdited":
      return t("allowed with your edits");
    case "denied":
      return t("denied");
    case "approved":
      return t("approved");
    case "approvedAcceptingEdits":
      return t("approved, accepting edits");
    case "always":
      return decided.isEdited
        ? t("{0}, with your edits", formatPermissionChange(decided.change))
        : formatPermissionChange(decided.change);
    case "allowedByRule":
      return formatAllowedBy(decided.reason);
    case "unanswered":
      return t("was waiting for you");
    case "byRule":
      return decided.text === "" ? t("by a rule") : decided.text;
    case "deniedWith":
    case "answered":
      return decided.text;
  }
}

/** Returns why no request was made, by the code of `claude` (2.1.329); `claude` names the rule itself nowhere. */
function formatAllowedBy(reason: string): string {
  switch (reason) {
    case "rule":
      return t("allowed by a rule");
    case "mode":
      return t("allowed by the permission mode");
    case "isolation":
      return t("allowed in a copy or worktree");
    case "hook":
      return t("allowed by a hook");
    case "classifier":
      return t("allowed by auto mode");
    default:
      return t("allowed by a rule or the permission mode");
  }
}
