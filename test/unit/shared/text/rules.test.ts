import { expect, it } from "vitest";
import {
  formatRule,
  isLikelyMatch,
  parseRule,
} from "../../../../extension/shared/contract/requests/permissionRules.ts";
import { formatChangeScope, formatRuleScope } from "../../../../extension/shared/text/requests/rules.ts";

it.each(["Bash", "Bash(npm test:*)", "Edit(src/**)", "WebFetch(domain:a.com)", "mcp__db__query", "Bash(echo (a))"])(
  "reads and writes %s",
  (text) => {
    expect(formatRule(parseRule(text)!)).toBe(text);
  },
);

it.each(["", "  ", "Bash(", "Bash()", "(x)", "Bash x", "Bash(a) b"])("takes %j for no rule", (text) => {
  expect(parseRule(text)).toBeUndefined();
});

it.each([
  ["Bash(npm test:*)", "Bash", "npm test", true],
  ["Bash(npm test:*)", "Bash", "npm test -- a", true],
  ["Bash(npm test:*)", "Bash", "npm testing", false],
  ["Bash(npm test:*)", "Bash", "npm test && rm x", false],
  ["Bash(npm * test)", "Bash", "npm run test", true],
  ["Bash(ls)", "Bash", "ls -l", false],
  ["Bash", "Bash", "rm x", true],
  ["Edit(src/**)", "Write", "src/a/b.ts", undefined],
  ["Edit", "Write", "src/a/b.ts", true],
  ["Edit", "Read", "src/a.ts", false],
  ["Bash(* --help)", "Bash", "git --help", true],
  ["WebFetch(domain:example.com)", "WebFetch", "https://example.com/a", true],
  ["WebFetch(domain:example.com)", "WebFetch", "https://example.com.evil.org/", false],
  ["mcp__db", "mcp__db__query", "", true],
  ["mcp__db", "mcp__dbx__query", "", false],
])("%s and a call of %s %s: %s", (rule, tool, subject, isMatch) => {
  expect(isLikelyMatch(parseRule(rule)!, { tool, subject })).toBe(isMatch);
});

it.each([
  ["Bash", "every Bash command"],
  ["Bash(*)", "every Bash command"],
  ["Bash()", "every Bash command"],
  ["Bash(npm run:*)", "every Bash command that starts with “npm run”"],
  ["Bash(ls)", "only this exact Bash command"],
  ["Edit", "every use of the Edit tool, in any file"],
  ["WebFetch(domain:a.com)", "every page on a.com"],
  ["mcp__db__query", "query of the server db, with any input"],
  ["mcp__db", "every tool of the server db, with any input"],
  ["Edit(//**)", "edits to every file on this computer"],
  ["Read(//**)", "reading every file on this computer"],
  ["Read(~/**)", "reading every file in your home folder"],
  ["WebFetch(domain:*)", "every page on every website"],
  ["WebFetch(domain:*.example.com)", "every page on the subdomains of example.com"],
  ["mcp__*", "every tool of every MCP server, with any input"],
  ["Bash(rm *:*)", "every Bash command that starts with “rm *”, where * is a literal asterisk"],
  ["Skill", "every use of Skill, with any input"],
])("says what %s allows", (rule, words) => {
  expect(formatRuleScope(rule)).toBe(words);
});

it("names every server that a rule covers", () => {
  const servers = ["git", "git__hub"];
  expect(formatRuleScope("mcp__git__hub__create", servers)).toBe("create of the server git__hub, git, with any input");
  expect(formatRuleScope("mcp__git", servers)).toBe("every tool of the servers git, git__hub, with any input");
  expect(formatRuleScope("mcp__git__hub", servers)).toBe("every tool of the server git__hub, with any input");
});

it("says what a mode and a directory change", () => {
  expect(formatChangeScope({ kind: "mode", mode: "acceptEdits", destination: "session" })).toContain("no longer ask");
  expect(
    formatChangeScope({ kind: "directories", change: "add", directories: ["/x"], destination: "session" }),
  ).toContain("part of the workspace");
});
