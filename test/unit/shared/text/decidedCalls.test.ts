import { expect, it } from "vitest";
import type {
  CallFacts,
  ConversationFacts,
  RuleFacts,
} from "../../../../extension/shared/contract/pages/statusFacts.ts";
import { getStatusContent } from "../../../../extension/shared/pages/status/statusPage.ts";
import { call, conversation, facts, rowsOf } from "./statusSetup.ts";

const allow = (rule: string): RuleFacts => ({ behavior: "allow", rule, source: "projectSettings", isInEffect: true });
const byRule = { code: "allowedByRule", reason: "rule" } as const;

it.each<[string, Partial<CallFacts>, value: string, origin: string, more: string]>([
  [
    "the one rule",
    { decided: byRule, matching: [allow("Bash(npm:*)")] },
    "Allowed without asking",
    ".claude/settings.json",
    "npm test\nRule Bash(npm:*)",
  ],
  [
    "the one rule with a path",
    { decided: byRule, possible: [allow("Edit(a/**)")] },
    "Allowed without asking",
    ".claude/settings.json",
    "npm test\nRule Edit(a/**)",
  ],
  [
    "one of several rules",
    { decided: byRule, matching: [allow("Bash(npm:*)"), allow("Bash")] },
    "Allowed without asking",
    "A permission rule",
    "npm test\nMatching rules: Bash(npm:*) (.claude/settings.json), Bash (.claude/settings.json)",
  ],
  [
    "the mode",
    { decided: { code: "allowedByRule", reason: "mode" }, mode: "acceptEdits" },
    "Allowed without asking",
    "Mode Accept edits",
    "npm test",
  ],
  [
    "a hook",
    { outcome: "denied", decided: { code: "byRule", reason: "hook", text: "no" } },
    "Denied without asking: no",
    "A hook",
    "npm test",
  ],
  [
    "auto mode",
    { decided: { code: "allowedByRule", reason: "classifier" } },
    "Allowed without asking",
    "Auto mode",
    "npm test",
  ],
  [
    "a guard",
    { outcome: "denied", decided: { code: "byRule", reason: "guard", text: "" } },
    "Denied without asking",
    "A limit that you set",
    "npm test",
  ],
  [
    "the user",
    {
      decided: { code: "deniedWith", text: "later" },
      outcome: "denied",
      asked: [
        { kind: "reason", by: "mode", text: "" },
        { kind: "rule", rule: "Bash(npm *)" },
      ],
    },
    "Denied: later",
    "You",
    "npm test\nclaude asked: The permission mode requires approval\nclaude asked because of the rule Bash(npm *)",
  ],
  ["a client that was quicker", { asked: [] }, "Allowed before you answered", "A hook or another program", "npm test"],
  ["what is not known", {}, "Allowed without asking (mode Manual)", "", "npm test\nNo permission rule matches."],
  [
    "a rule that only may match",
    { possible: [allow("Edit(a/**)")] },
    "Allowed without asking (mode Manual)",
    "",
    "npm test\nRules that may match: Edit(a/**) (.claude/settings.json)",
  ],
  ["a denial that only the end of the turn reported", { outcome: "denied" }, "Denied without asking", "", "npm test"],
  ["an error", { outcome: "unknown" }, "Failed or stopped; unknown whether it was allowed", "", "npm test"],
])("says that a call was decided by %s", (_name, more, value, origin, below) => {
  expect(rowsOf({ ...facts, conversation: { ...conversation, calls: [{ ...call, ...more }] } }, "calls")).toMatchObject(
    [{ name: "Bash", value, origin, more: below, isPrivate: true }],
  );
});

it("lists the newest call first, and says which rules it compared", () => {
  const section = (rules: ConversationFacts["rules"]) =>
    getStatusContent({
      ...facts,
      conversation: { ...conversation, rules, calls: [call, { ...call, id: "2", tool: "Read" }] },
    }).sections.find(({ id }) => id === "calls");
  expect(section([])?.rows.map(({ name }) => name)).toEqual(["Read", "Bash"]);
  expect(section([])?.note).toBeUndefined();
  expect(section("unsupported")?.note).toContain("Compared with Tandem's rules only.");
  expect(section("unsupported")?.rows[0]?.more).toContain("No rule from Tandem matches.");
});
