import { expect, it } from "vitest";
import { getRuleKey } from "../../../../extension/shared/base/ruleKey.ts";

it.each([
  ["Bash(*)", "Bash"],
  ["Bash()", "Bash"],
  ["Task(Explore)", "Agent(Explore)"],
  ["Task(*)", "Agent"],
  ["KillShell", "TaskStop"],
  ["Bash(echo (x))", "Bash(echo \\(x\\))"],
  ["Bash(echo \\(x\\))", "Bash(echo \\(x\\))"],
  ["Bash(p\\q)", "Bash(p\\\\q)"],
  ["Bash(p\\\\q)", "Bash(p\\\\q)"],
  ["Read(C:\\p\\q)", "Read(C:\\\\p\\\\q)"],
  ["WebFetch(*)", "WebFetch"],
  ["Edit(*)", "Edit(*)"],
  ["Bash(npm:*)", "Bash(npm:*)"],
  ["Bash(npm *)", "Bash(npm *)"],
  ["mcp__srv__*", "mcp__srv__*"],
  ["Bash(a", "Bash(a"],
])("lists %s as %s", (rule, key) => {
  expect(getRuleKey(rule, "allow")).toBe(key);
});

it("distinguishes a tool within working folders from the whole tool only in allow rules", () => {
  expect([getRuleKey("Edit(*)", "deny"), getRuleKey("Edit", "deny"), getRuleKey("Edit", "allow")]).toEqual([
    "Edit",
    "Edit",
    "Edit",
  ]);
});
