import { expect, it } from "vitest";
import { addRules } from "../../../../../extension/core/conversation/requests/decidingRules.ts";
import type { RecentCall } from "../../../../../extension/shared/contract/pages/processFacts.ts";
import type { RuleFacts } from "../../../../../extension/shared/contract/pages/statusFacts.ts";

const rule = (behavior: string, text: string, isInEffect = true): RuleFacts => ({
  behavior,
  rule: text,
  source: "projectSettings",
  isInEffect,
});
const rules = [
  rule("allow", "Bash(npm test:*)"),
  rule("allow", "Bash(npm *)"),
  rule("allow", "Bash(ls)", false),
  rule("allow", "Edit(src/**)"),
  rule("allow", "mcp__docs"),
  rule("deny", "Bash(rm:*)"),
  rule("deny", "Read(.env)"),
  rule("ask", "Bash(git push:*)"),
  rule("allow", "not ( a rule"),
];
const call = (tool: string, target: string, more: Partial<RecentCall> = {}): RecentCall => ({
  id: "t",
  tool,
  subject: target,
  target,
  outcome: "allowed",
  ...more,
});
const find = (given: RecentCall) => {
  const { matching, possible } = addRules(given, rules);
  return [matching, possible].map((found) => found.map((each) => each.rule));
};

it.each<[string, RecentCall, readonly string[], readonly string[]]>([
  ["several that match", call("Bash", "npm test -- a"), ["Bash(npm test:*)", "Bash(npm *)"], []],
  ["none that is not in effect", call("Bash", "ls"), [], []],
  ["a path as possible only", call("Write", "/w/src/a.ts"), [], ["Edit(src/**)"]],
  ["a server's rule for its tools", call("mcp__docs__search", ""), ["mcp__docs"], []],
  ["deny rules for what was denied", call("Bash", "rm -rf x", { outcome: "denied" }), ["Bash(rm:*)"], []],
  ["a path of another tool never", call("Bash", "cat .env", { outcome: "denied" }), [], []],
  [
    "rules where claude names a rule",
    call("Bash", "npm test", { decided: { code: "allowedByRule", reason: "rule" } }),
    ["Bash(npm test:*)", "Bash(npm *)"],
    [],
  ],
  [
    "none where the mode decided",
    call("Bash", "npm test", { decided: { code: "allowedByRule", reason: "mode" } }),
    [],
    [],
  ],
  [
    "none where a hook denied",
    call("Bash", "rm x", { outcome: "denied", decided: { code: "byRule", reason: "hook", text: "" } }),
    [],
    [],
  ],
  ["none where the user was asked", call("Bash", "npm test", { asked: [], decided: { code: "allowed" } }), [], []],
  ["none for an unknown outcome", call("Bash", "npm test", { outcome: "unknown" }), [], []],
])("finds the rules that decided a call: %s", (_name, given, matching, possible) => {
  expect(find(given)).toEqual([matching, possible]);
});
