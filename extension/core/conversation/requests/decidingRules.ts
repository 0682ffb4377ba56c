import type { RecentCall } from "../../../shared/contract/pages/processFacts.ts";
import type { CallFacts, RuleFacts } from "../../../shared/contract/pages/statusFacts.ts";
import { isLikelyMatch, parseRule } from "../../../shared/contract/requests/permissionRules.ts";

/** Tools that a rule with a path covers, by the tool that the rule names. */
const pathTools: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["Read", new Set(["Read", "Grep", "Glob", "LS", "NotebookRead"])],
  ["Edit", new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"])],
]);

/**
 * Adds to a call the rules that can have decided it: only rules in effect that lead to its outcome. A rule with a path
 * is uncertain, because only `claude` knows the folders that it applies to. No rules are added where the user, the mode
 * or a hook decided.
 */
export function addRules(call: RecentCall, rules: readonly RuleFacts[]): CallFacts {
  const { decided, asked, outcome, tool, target: subject } = call;
  const isByOther =
    asked !== undefined || (decided !== undefined && "reason" in decided && !ruleReasons.has(decided.reason));
  const behavior = outcome === "allowed" ? "allow" : "deny";
  const candidates =
    isByOther || outcome === "unknown" ? [] : rules.filter((each) => each.isInEffect && each.behavior === behavior);
  const match = ({ rule }: RuleFacts): boolean | undefined => {
    const parsed = parseRule(rule);
    if (!parsed) return false;
    const paths = parsed.ruleContent === undefined ? undefined : pathTools.get(parsed.toolName);
    return paths === undefined || paths.has(tool) ? isLikelyMatch(parsed, { tool, subject }) : false;
  };
  return {
    ...call,
    matching: candidates.filter((each) => match(each) === true),
    possible: candidates.filter((each) => match(each) === undefined),
  };
}

/**
 * Reasons for which rules can matter; undefined and empty where `claude` gave none. "subcommandResults": each part of a
 * command was decided alone.
 */
const ruleReasons: ReadonlySet<string | undefined> = new Set([undefined, "", "rule", "subcommandResults"]);
