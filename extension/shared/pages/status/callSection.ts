import { t } from "@vscode/l10n";
import type { Answer, CallFacts, RuleFacts } from "../../contract/pages/statusFacts.ts";
import type { StatusRow, StatusSection } from "../../contract/pages/statusPage.ts";
import type { DecisionRecord } from "../../contract/requests/requests.ts";
import { getModeLabel } from "../../text/conversation.ts";
import { getReasonText } from "../../text/requests/requestNotes.ts";
import { formatPermissionChange } from "../../text/requests/requests.ts";
import { formatClaudeSource, row, shorten } from "./values.ts";

/**
 * Returns the newest calls that ended, newest first, each with who decided about it. `rules` are those that `claude`
 * lists.
 */
export function getCallSection(calls: readonly CallFacts[], rules: Answer<readonly RuleFacts[]>): StatusSection {
  const section = { id: "calls", heading: t("Recent tool call decisions") };
  if (calls.length === 0) return { ...section, note: t("No tool call has ended since claude was started."), rows: [] };
  const areRulesKnown = typeof rules === "object";
  const note =
    rules === "unsupported"
      ? { note: t("Compared with Tandem's rules only. claude 2.1.329 or later also reports its own.") }
      : {};
  return { ...section, ...note, rows: calls.map((call) => getCallRow(call, areRulesKnown)).reverse() };
}

function getCallRow(call: CallFacts, areRulesKnown: boolean): StatusRow {
  const more = [
    shorten(call.subject),
    ...(call.asked ?? []).flatMap(formatAsked),
    ...formatRules(call, areRulesKnown),
  ].filter(Boolean);
  return row(call.id, shorten(call.tool), getOutcome(call), {
    origin: getDecider(call),
    more: more.join("\n"),
    isPrivate: true,
  });
}

function getOutcome({ decided, outcome, asked, mode }: CallFacts): string {
  if (decided) return formatOutcome(decided);
  if (outcome === "denied") return t("Denied without asking");
  if (outcome === "unknown") return t("Failed or stopped; unknown whether it was allowed");
  if (asked) return t("Allowed before you answered");
  return mode === undefined
    ? t("Allowed without asking")
    : t("Allowed without asking (mode {0})", shorten(getModeLabel(mode)));
}

function formatOutcome(decided: DecisionRecord): string {
  switch (decided.code) {
    case "allowed":
      return t("Allowed");
    case "allowedEdited":
      return t("Allowed with your edits");
    case "approved":
      return t("Approved");
    case "approvedAcceptingEdits":
      return t("Approved, accepting edits");
    case "always":
      return t("Allowed from now on: {0}", shorten(formatPermissionChange(decided.change)));
    case "allowedByRule":
      return t("Allowed without asking");
    case "unanswered":
      return t("Not answered");
    case "denied":
      return t("Denied");
    case "deniedWith":
      return t("Denied: {0}", shorten(decided.text));
    case "answered":
      return t("Answered: {0}", shorten(decided.text));
    case "byRule":
      return decided.text === "" ? t("Denied without asking") : t("Denied without asking: {0}", shorten(decided.text));
  }
}

/** Reasons for a decision without a request, by the codes of `claude` (2.1.329). */
const deciders: ReadonlyMap<string, (mode: string | undefined) => string> = new Map<
  string,
  (mode: string | undefined) => string
>([
  ["rule", () => t("A permission rule")],
  ["mode", (mode) => (mode === undefined ? t("The permission mode") : t("Mode {0}", shorten(getModeLabel(mode))))],
  ["subcommandResults", () => t("Rules or the mode, for each part of the command")],
  ["hook", () => t("A hook")],
  ["classifier", () => t("Auto mode")],
  ["workingDir", () => t("The working folders")],
  ["sandboxOverride", () => t("The sandbox")],
  ["safetyCheck", () => t("A safety check")],
  ["asyncAgent", () => t("A background agent cannot ask")],
  ["guard", () => t("A limit that you set")],
]);

/** Names who decided, and nothing where it is not known. */
function getDecider({ decided, asked, mode, matching, possible }: CallFacts): string {
  if (decided === undefined) return asked ? t("A hook or another program") : "";
  if (decided.code !== "allowedByRule" && decided.code !== "byRule")
    return decided.code === "unanswered" ? "" : t("You");
  const { reason = "" } = decided;
  const [only, ...others] = reason === "rule" ? (matching.length > 0 ? matching : possible) : [];
  if (only && others.length === 0) return formatClaudeSource(only.source);
  return deciders.get(reason)?.(mode) ?? shorten(reason);
}

function formatRules({ decided, outcome, asked, matching, possible }: CallFacts, areRulesKnown: boolean): string[] {
  const list = (rules: readonly RuleFacts[]): string =>
    rules.map(({ rule, source }) => t("{0} ({1})", shorten(rule), formatClaudeSource(source))).join(", ");
  const isByRule = decided !== undefined && "reason" in decided && decided.reason === "rule";
  const [only, ...others] = isByRule ? (matching.length > 0 ? matching : possible) : [];
  if (only && others.length === 0) return [t("Rule {0}", shorten(only.rule))];
  if (matching.length > 0) return [t("Matching rules: {0}", list(matching))];
  if (possible.length > 0) return [t("Rules that may match: {0}", list(possible))];
  const isUnexplained = decided === undefined && asked === undefined && outcome === "allowed";
  return isUnexplained ? [areRulesKnown ? t("No permission rule matches.") : t("No rule from Tandem matches.")] : [];
}

function formatAsked(note: NonNullable<CallFacts["asked"]>[number]): string[] {
  if (note.kind === "reason") return [t("claude asked: {0}", shorten(getReasonText(note)))];
  return note.kind === "rule" ? [t("claude asked because of the rule {0}", shorten(note.rule))] : [];
}
