import { expect, it } from "vitest";
import { escapeLine } from "../../../extension/base/invisible.ts";
import type { Effective } from "../../../extension/contract/configuration.ts";
import { createEmptyState } from "../../../extension/contract/conversationState.ts";
import type { ProcessFacts } from "../../../extension/contract/processFacts.ts";
import type { CallFacts, ConversationFacts, RuleFacts, StatusFacts } from "../../../extension/contract/statusFacts.ts";
import { formatKeySource } from "../../../extension/text/status/claudeSections.ts";
import { getStatusContent } from "../../../extension/text/statusPage.ts";
import { formatStatusReport, type ReportOptions } from "../../../extension/text/statusReport.ts";
import { hostileTexts } from "../../fuzz/hostileTexts.ts";

const user = { kind: "setting", scope: "user" } as const;
const workspace = { kind: "setting", scope: "workspace" } as const;
const byDefault = { kind: "default" } as const;

const atDefault = (name: string, value: unknown): Effective => ({ name, value, source: byDefault, overridden: [] });

const model: Effective = {
  name: "model",
  value: "opus",
  source: workspace,
  overridden: [
    { source: user, value: "sonnet" },
    { source: byDefault, value: "" },
  ],
};
const turns: Effective = { name: "maxTurns", value: 20, source: user, overridden: [], state: "needsRestart" };
const sound: Effective = { name: "notificationSound", value: false, source: byDefault, overridden: [] };
const servers: Effective = {
  name: "mcpServers",
  value: { docs: { url: "https://x", headers: { Authorization: "Bearer hunter2222" } } },
  source: user,
  overridden: [],
};

const started: ProcessFacts = {
  program: "/home/me/bin/claude",
  variables: [
    { name: "PATH", origin: "editor" },
    { name: "ANTHROPIC_API_KEY", origin: "setting" },
    { name: "CLAUDE_CODE_ENTRYPOINT", origin: "tandem" },
  ],
  account: { email: "me@example.org", plan: "max" },
  agents: [{ name: "reviewer", description: "Reviews", model: "opus" }],
  outputStyle: "default",
  outputStyles: ["default", "Learning"],
  hookRuns: [{ event: "PreToolUse", name: "PreToolUse:Bash", exitCode: 2, output: "no", decision: "deny" }],
  calls: [],
  turn: {
    keySource: "ANTHROPIC_API_KEY",
    tools: ["Bash", "mcp__docs__search", "Read"],
    skills: ["verify"],
    plugins: [{ name: "deploy", path: "/home/me/plugins/deploy" }],
    pluginErrors: [{ plugin: "broken", message: "no manifest" }],
    betas: [],
    directories: ["/other"],
  },
};

const conversation: ConversationFacts = {
  state: { ...createEmptyState("/home/me/w"), status: "idle", cliVersion: "2.1.50", commands: [{ name: "verify", description: "", argumentHint: "" }] },
  process: started,
  missing: ["get_settings", "initialize"],
  canSelectStyle: true,
  choosable: ["model", "effort"],
  claudeSettings: [
    {
      name: "model",
      layers: [
        { source: "projectSettings", value: "haiku", file: "/home/me/w/.claude/settings.json" },
        { source: "userSettings", value: "sonnet", file: "/home/me/.claude/settings.json" },
      ],
    },
    { name: "env", layers: [{ source: "projectSettings", value: { FOO_TOKEN: "hunter2222" } }] },
    { name: "mcpServers", layers: [{ source: "projectSettings", value: { x: {} } }] },
  ],
  hooks: [{ event: "PreToolUse", matcher: "Bash|Read", text: "check.sh", source: "Project settings" }],
  rules: [{ behavior: "deny", rule: "Read(.env)", source: "projectSettings", isInEffect: false }],
  calls: [],
  servers: [{ name: "docs", status: "failed", error: "no such file" }],
  instructions: [{ path: "/home/me/w/CLAUDE.md", shown: "CLAUDE.md", bytes: 2_048 }],
};

const facts: StatusFacts = {
  extensionTools: [
    { name: "notes_find", description: "Finds notes." },
    { name: "notes_add", description: "Adds a note." },
  ],
  storage: { bytes: 2_048_000, place: "/home/me/checkpoints" },
  settings: [model, turns, sound, servers],
  ignored: [
    { name: "temprature", value: 0.5, source: user, code: "unknown" },
    { name: "environment", value: { A: "b" }, source: workspace, code: "scope" },
  ],
  conversation,
};

const rowsOf = (given: StatusFacts, id: string) => getStatusContent(given).sections.find((section) => section.id === id)?.rows ?? [];
const rowOf = (given: StatusFacts, id: string, name: string) => rowsOf(given, id).find((row) => row.name === name);

it("shows each setting with its value, its source and what it overrides", () => {
  expect(rowOf(facts, "settings", "model")).toEqual({
    id: "model",
    name: "model",
    value: "opus",
    origin: "Workspace settings",
    losers: [{ value: "sonnet", origin: "User settings" }],
    button: { label: "Change", longLabel: "Change model", action: "selectOption", target: "model" },
  });
  expect(rowOf(facts, "settings", "maxTurns")).toMatchObject({ mark: { text: "needs restart" }, button: { action: "openSetting", target: "maxTurns" } });
  expect(rowsOf(facts, "defaults").map(({ name, value, origin }) => [name, value, origin])).toEqual([["notificationSound", "false", "Default"]]);
});

it("lists the tools of other extensions: those that are offered, those that no extension has, and those that can be chosen", () => {
  const named = (value: readonly string[], isEnabled = true): StatusFacts => ({
    ...facts,
    settings: [atDefault("ideTools.enabled", isEnabled), atDefault("ideTools.fromExtensions", value)],
  });
  const shown = (given: StatusFacts) =>
    rowsOf(given, "ideTools")
      .filter(({ button }) => button?.target === "ideTools.fromExtensions")
      .map(({ name, value, origin, mark }) => [name, value, origin, mark?.text]);
  const title = "Tools of extensions that are not offered";
  expect(shown(facts)).toEqual([[title, "notes_find, notes_add", "", undefined]]);
  expect(shown(named(["notes_add", "gone", "gone"]))).toEqual([
    ["notes_add", "Adds a note.", "asks you", undefined],
    ["gone", "No extension offers a tool with this name.", "asks you", "unknown"],
    [title, "notes_find", "", undefined],
  ]);
  expect(shown(named(["notes_add"], false))[0]?.at(-1)).toBe("off");
});

it("says which values are set but ignored, and why", () => {
  expect(
    rowsOf(facts, "settings")
      .filter(({ mark }) => mark?.text === "set but ignored")
      .map(({ name, more, origin }) => [name, more, origin]),
  ).toEqual([
    ["temprature", "Tandem has no setting with this name.", "User settings"],
    ["environment", "This setting only applies in the user settings.", "Workspace settings"],
  ]);
  expect(rowOf(facts, "claudeSettings", "mcpServers")).toMatchObject({ mark: { text: "set but ignored" } });
  expect(rowOf(facts, "claudeSettings", "model")).toMatchObject({ value: "haiku", origin: ".claude/settings.json", losers: [{ value: "sonnet" }] });
  expect(rowOf(facts, "claudeSettings", "model")?.button).toMatchObject({ action: "openFile", target: "/home/me/w/.claude/settings.json" });
  expect(rowOf(facts, "claudeSettings", "env")?.button).toBeUndefined();
});

it("shows the settings and says so where no conversation is open or running", () => {
  const { conversation: _, ...alone } = facts;
  const closed = getStatusContent(alone);
  expect([closed.note, closed.sections.map(({ id }) => id)]).toEqual([
    "No conversation is open. Settings apply to the next one.",
    ["settings", "defaults", "ideTools", "checkpoints"],
  ]);
  expect(rowOf(alone, "settings", "model")?.button?.action).toBe("openSetting");
  const resting = { ...conversation, state: { ...conversation.state, status: "resting" }, claudeSettings: "unsupported", servers: "waiting" } as const;
  expect(getStatusContent({ ...facts, conversation: resting }).note).toContain("not running");
  expect(getStatusContent({ ...facts, conversation: resting }).sections.find(({ id }) => id === "servers")?.note).toBe("Asking claude…");
});

it("shows what claude reported about itself", () => {
  expect(rowOf(facts, "claude", "Path")?.value).toBe("/home/me/bin/claude");
  expect(rowOf(facts, "claude", "This version can't")?.value).toBe("report its settings, and confirm a changed effort");
  expect(rowOf(facts, "account", "API key")?.value).toBe("API key from the variable ANTHROPIC_API_KEY");
  expect(rowsOf(facts, "tools").map(({ name, value }) => [name, value])).toEqual([
    ["Built in", "Bash, Read"],
    ["docs", "search"],
  ]);
  expect(rowOf(facts, "agents", "reviewer")).toMatchObject({ value: "Reviews", origin: "Model: opus" });
  expect(rowsOf(facts, "plugins").map(({ name, value, mark }) => [name, value, mark?.text])).toEqual([
    ["broken", "no manifest", "failed"],
    ["deploy", "/home/me/plugins/deploy", undefined],
  ]);
  expect(rowOf(facts, "conversation", "Output style")).toMatchObject({
    value: "default",
    more: "Available: default, Learning",
    button: { action: "selectStyle" },
  });
  expect(rowOf(facts, "conversation", "Added folders")?.value).toBe("/other");
  expect(rowOf(facts, "instructions", "CLAUDE.md")?.button).toMatchObject({ action: "openFile", target: "/home/me/w/CLAUDE.md" });
  expect(rowOf(facts, "servers", "docs")).toMatchObject({
    value: "failed",
    more: "no such file",
    button: { longLabel: "Manage docs", action: "manageServers" },
  });
});

it("shows hooks with their last run, and rules", () => {
  expect(rowsOf(facts, "hooks")).toMatchObject([
    { name: "PreToolUse (Bash|Read)", value: "check.sh", origin: "Project settings", more: "Last run: exit code 2, decision: deny\nno" },
  ]);
  expect(rowsOf({ ...facts, conversation: { ...conversation, hooks: "unsupported" } }, "hooks")).toMatchObject([{ name: "PreToolUse:Bash" }]);
  expect(rowOf(facts, "rules", "Deny")).toMatchObject({ value: "Read(.env)", mark: { text: "set but ignored" } });
});

const call: CallFacts = { id: "1", tool: "Bash", subject: "npm test", target: "npm test", mode: "default", outcome: "allowed", matching: [], possible: [] };
const allow = (rule: string): RuleFacts => ({ behavior: "allow", rule, source: "projectSettings", isInEffect: true });
const byRule = { code: "allowedByRule", reason: "rule" } as const;

it.each<[string, Partial<CallFacts>, value: string, origin: string, more: string]>([
  ["the one rule", { decided: byRule, matching: [allow("Bash(npm:*)")] }, "Allowed without asking", ".claude/settings.json", "npm test\nRule Bash(npm:*)"],
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
  ["the mode", { decided: { code: "allowedByRule", reason: "mode" }, mode: "acceptEdits" }, "Allowed without asking", "Mode Accept edits", "npm test"],
  ["a hook", { outcome: "denied", decided: { code: "byRule", reason: "hook", text: "no" } }, "Denied without asking: no", "A hook", "npm test"],
  ["auto mode", { decided: { code: "allowedByRule", reason: "classifier" } }, "Allowed without asking", "Auto mode", "npm test"],
  ["a guard", { outcome: "denied", decided: { code: "byRule", reason: "guard", text: "" } }, "Denied without asking", "A limit that you set", "npm test"],
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
  ["an error", { outcome: "unknown" }, "Ended with an error or a stop; it is not known whether it was allowed", "", "npm test"],
])("says that a call was decided by %s", (_name, more, value, origin, below) => {
  expect(rowsOf({ ...facts, conversation: { ...conversation, calls: [{ ...call, ...more }] } }, "calls")).toMatchObject([
    { name: "Bash", value, origin, more: below, isPrivate: true },
  ]);
});

it("lists the newest call first, and says which rules it compared", () => {
  const section = (rules: ConversationFacts["rules"]) =>
    getStatusContent({ ...facts, conversation: { ...conversation, rules, calls: [call, { ...call, id: "2", tool: "Read" }] } }).sections.find(
      ({ id }) => id === "calls",
    );
  expect(section([])?.rows.map(({ name }) => name)).toEqual(["Read", "Bash"]);
  expect(section([])?.note).toBeUndefined();
  expect(section("unsupported")?.note).toContain("Only rules from Tandem are compared.");
  expect(section("unsupported")?.rows[0]?.more).toContain("No rule from Tandem matches.");
});

it("lists a setting that two folders set in vain once for each", () => {
  const one = { name: "maxProcesses", value: 20, source: { kind: "setting", scope: "folder" }, code: "scope" } as const;
  const rows = rowsOf({ ...facts, ignored: [one, one] }, "settings").filter(({ name }) => name === "maxProcesses");
  expect([rows.length, new Set(rows.map(({ id }) => id)).size, rows[0]?.more]).toEqual([
    2,
    2,
    "The editor doesn't read this setting from the settings of one folder.",
  ]);
});

it("names the variables that claude got by their origin, and never a value", () => {
  expect(rowsOf(facts, "environment").map(({ name, value }) => [name, value])).toEqual([
    ["tandem.environment", "ANTHROPIC_API_KEY"],
    ["Set by Tandem", "CLAUDE_CODE_ENTRYPOINT"],
    ["Inherited", "PATH"],
  ]);
  expect(JSON.stringify(getStatusContent(facts))).not.toContain("hunter2222");
});

it.each([
  ["none", "no API key"],
  ["ANTHROPIC_API_KEY", "variable"],
  ["apiKeyHelper", "command"],
  ["/login managed key", "signed in"],
  ["oauth", "account"],
  ["else", "else"],
])("says what the key source %s means", (source, words) => {
  expect(formatKeySource(source)).toContain(words);
});

const options: ReportOptions = { tandem: "1.0.0", editor: "Code 1.106.0", platform: "linux x64", homes: ["/home/me"], secrets: ["hunter2222"] };

it("reports the status as Markdown without secrets, private values, home paths and defaults", () => {
  const secret = { ...started, hookRuns: [] };
  const settings = [...facts.settings, { ...sound, name: "debugFile", value: "/home/me/x?key=hunter2222", source: user }];
  const report = formatStatusReport(getStatusContent({ ...facts, settings, conversation: { ...conversation, process: secret } }), options);
  expect(report).toContain("Tandem 1.0.0 · editor Code 1.106.0 · linux x64");
  expect(report).toContain("| model | opus | Workspace settings; overrides User settings: sonnet |");
  expect(report).toContain("| Path | ~/bin/claude |  |");
  for (const kept of ["hunter2222", "/home/me", "me@example.org", "notificationSound", "FOO_TOKEN"]) expect(report).not.toContain(kept);
});

it("shows what checkpoints take and where, with a button only where there are some", () => {
  const rowOf = (storage: StatusFacts["storage"]) =>
    getStatusContent({ ...facts, storage })
      .sections.find(({ id }) => id === "checkpoints")
      ?.rows.at(0);
  expect(rowOf(facts.storage)).toMatchObject({ name: "Checkpoint storage", value: "2.0 MB", more: "/home/me/checkpoints" });
  expect(rowOf(facts.storage)?.button).toMatchObject({ longLabel: "Clean up checkpoints", action: "cleanUpCheckpoints" });
  expect(rowOf({ bytes: 0, place: "/home/me/checkpoints" })).toMatchObject({ value: "empty" });
  expect(rowOf("waiting")?.button).toBeUndefined();
});

it("lets no text of others format the report or the page", () => {
  for (const text of hostileTexts) {
    const hostile: ConversationFacts = {
      ...conversation,
      process: { ...started, agents: [{ name: text, description: text }], hookRuns: [] },
      hooks: [],
      servers: [{ name: text, status: "other", told: text, error: text, scope: text, tools: [{ name: text }] }],
      rules: [{ behavior: text, rule: text, source: text, isInEffect: true }],
      calls: [
        { ...call, tool: text, subject: text, mode: text, asked: [{ kind: "reason", by: text, text }], decided: { code: "deniedWith", text } },
        {
          ...call,
          id: "2",
          mode: text,
          decided: { code: "byRule", text, reason: text },
          matching: [{ behavior: text, rule: text, source: text, isInEffect: true }],
        },
      ],
    };
    const content = getStatusContent({
      settings: [atDefault("ideTools.fromExtensions", [text, "none"])],
      extensionTools: [
        { name: text, description: text },
        { name: `${text}2`, description: text },
      ],
      storage: "waiting",
      ignored: [{ name: text, value: { [text]: text }, source: user, code: "unknown" }],
      conversation: hostile,
    });
    const rows = content.sections.flatMap((section) => section.rows);
    for (const { name, value, origin } of rows) expect(escapeLine(`${name}${value}${origin}`)).toBe(`${name}${value}${origin}`);
    const lines = formatStatusReport(content, options).split("\n");
    for (const line of lines.filter((each) => each.startsWith("|"))) expect(line.replace(/\\./g, "").split("|")).toHaveLength(5);
  }
});
