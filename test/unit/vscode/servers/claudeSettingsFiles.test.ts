import { parse } from "jsonc-parser";
import { expect, it } from "vitest";
import {
  findMisplacedServers,
  findSettingsFile,
  getClaudeSettingsFile,
  withoutServers,
} from "../../../../extension/vscode/servers/claudeSettingsFiles.ts";

it.each([
  ["/home/me/.claude/settings.json", { kind: "user" }],
  ["/other/account/settings.json", { kind: "user" }],
  ["/w/.claude/settings.json", { kind: "project", folder: "/w" }],
  ["/w/.claude/settings.local.json", { kind: "local", folder: "/w" }],
  ["/w/.claude/other.json", undefined],
  ["/w/.vscode/settings.json", undefined],
  ["/w/.claude/agents/settings.json", undefined],
])("tells what %s is", (file, expected) => {
  expect(getClaudeSettingsFile(file, () => ["/home/me/.claude/settings.json", "/other/account/settings.json"])).toEqual(
    expected,
  );
});

it("finds the file of a user or folder source, and of no other", () => {
  const find = (source: string) => findSettingsFile(source, "/w", () => "/home/me/.claude");
  expect(["userSettings", "projectSettings", "localSettings", "policySettings", "flagSettings"].map(find)).toEqual([
    "/home/me/.claude/settings.json",
    "/w/.claude/settings.json",
    "/w/.claude/settings.local.json",
    undefined,
    undefined,
  ]);
});

it("finds no file of the user while the configuration folder is unknown", () => {
  const fail = (): string => {
    throw new Error("a wrong setting");
  };
  expect(findSettingsFile("userSettings", "/w", fail)).toBe(undefined);
  expect(findSettingsFile("localSettings", "/w", fail)).toBe("/w/.claude/settings.local.json");
});

it("finds servers at their key, and none in other values or damaged files", () => {
  const text = '{\n  // Mine\n  "mcpServers": { "a": { "command": "a" } }\n}';
  expect(findMisplacedServers(text)).toEqual({
    offset: text.indexOf('"mcpServers"'),
    line: 3,
    value: { a: { command: "a" } },
  });
  for (const other of [
    "",
    "no",
    "[]",
    '{ "mcpServers": {} }',
    '{ "mcpServers": "a" }',
    '{ "mcpServers": null }',
    '{ "a": { "mcpServers": { "b": {} } } }',
  ])
    expect(findMisplacedServers(other)).toBeUndefined();
});

it("removes only the servers, and the key with the last of them", () => {
  const text =
    '{\n  // Mine\n  "model": "opus",\n  "mcpServers": { "a": { "command": "a" }, "b": { "command": "b" } }\n}';
  expect(parse(withoutServers(text, ["a"]))).toEqual({ model: "opus", mcpServers: { b: { command: "b" } } });
  expect(withoutServers(text, ["a"])).toContain("// Mine");
  expect(withoutServers(text, ["a", "b"])).toBe('{\n  // Mine\n  "model": "opus"\n}');
});
