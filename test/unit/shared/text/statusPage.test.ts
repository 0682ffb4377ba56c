import { expect, it } from "vitest";
import { combine } from "../../../../extension/core/options/resolve.ts";
import { escapeLine } from "../../../../extension/shared/base/invisible.ts";
import { maskSecrets } from "../../../../extension/shared/base/maskSecrets.ts";
import type { ConversationFacts, StatusFacts } from "../../../../extension/shared/contract/pages/statusFacts.ts";
import type { StatusRow } from "../../../../extension/shared/contract/pages/statusPage.ts";
import { formatKeySource } from "../../../../extension/shared/pages/status/claudeSections.ts";
import { maskStatus } from "../../../../extension/shared/pages/status/maskStatus.ts";
import { getStatusContent } from "../../../../extension/shared/pages/status/statusPage.ts";
import { formatStatusReport, type ReportOptions } from "../../../../extension/shared/pages/status/statusReport.ts";
import { hostileTexts } from "../../../fuzz/hostileTexts.ts";
import { atDefault, call, conversation, facts, rowOf, rowsOf, sound, started, user } from "./statusSetup.ts";

it("shows each setting with its value, its source and what it overrides", () => {
  expect(rowOf(facts, "settings", "model")).toEqual({
    id: "model",
    name: "model",
    value: "opus",
    origin: "Workspace settings",
    losers: [{ value: "sonnet", origin: "User settings" }],
    button: { label: "Change", longLabel: "Change model", action: "selectOption", target: "model" },
  });
  expect(rowOf(facts, "settings", "maxTurns")).toMatchObject({
    mark: { text: "needs restart" },
    button: { action: "openSetting", target: "maxTurns" },
  });
  expect(rowsOf(facts, "defaults").map(({ name, value, origin }) => [name, value, origin])).toEqual([
    ["notificationSound", "false", "Default"],
  ]);
});

it("says about a new conversation what the panel says, without repeating a row's name", () => {
  const { state } = conversation;
  const models = [{ value: "opus", label: "Opus", version: "claude-opus-5-5", description: "", efforts: [] }];
  const given = {
    ...facts,
    conversation: { ...conversation, state: { ...state, title: "", reported: { model: "claude-opus-5-5" }, models } },
  };
  const values = ["Title", "Fast mode"].map((name) => rowOf(given, "conversation", name)?.value);
  expect(values).toEqual(["New conversation", "Off"]);
  expect(rowOf(given, "conversation", "Model")).toMatchObject({
    value: "Opus 5.5",
    more: "claude-opus-5-5",
    button: { target: "model" },
  });
});

it("names every settings file behind a merged value, and strikes none through", () => {
  const of = (scope: "workspace" | "user", keys: object) => ({
    source: { kind: "setting", scope } as const,
    value: keys,
  });
  const given = {
    ...facts,
    settings: [{ name: "mcpServers", ...combine([of("workspace", { a: {} }), of("user", { a: {}, b: {} })]) }],
  };
  expect(rowOf(given, "settings", "mcpServers")).toMatchObject({
    value: "a, b",
    origin: "Workspace settings, User settings",
  });
  expect(rowOf(given, "settings", "mcpServers")).not.toHaveProperty("losers");
});

it("names every settings file of claude whose lists and objects it merges", () => {
  const layers = [
    { source: "localSettings", value: { allow: [] } },
    { source: "userSettings", value: { deny: [], allow: [] } },
  ];
  const given: StatusFacts = {
    ...facts,
    conversation: { ...conversation, claudeSettings: [{ name: "permissions", layers }] },
  };
  expect(rowOf(given, "claudeSettings", "permissions")).toMatchObject({
    value: "allow, deny",
    origin: ".claude/settings.local.json, claude's user settings",
  });
  expect(rowOf(given, "claudeSettings", "permissions")).not.toHaveProperty("losers");
});

it("says where a policy keeps the checkpoints of claude off, which another file can't", () => {
  const given = (source: string, value: boolean): StatusFacts => {
    const claudeSettings = [{ name: "fileCheckpointingEnabled", layers: [{ source, value }] }];
    return { ...facts, conversation: { ...conversation, claudeSettings } };
  };
  expect(rowOf(given("policySettings", false), "checkpoints", "claude's own checkpoints")).toMatchObject({
    value: "Off",
    origin: "claude's managed settings",
  });
  for (const other of [given("policySettings", true), given("userSettings", false)])
    expect(rowsOf(other, "checkpoints")).toHaveLength(1);
});

it("lists offered, missing and selectable tools of other extensions", () => {
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
    ["notes_add", "Adds a note.", "asks first", undefined],
    ["gone", "No extension offers a tool with this name.", "asks first", "unknown"],
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
  expect(rowOf(facts, "claudeSettings", "model")).toMatchObject({
    value: "haiku",
    origin: ".claude/settings.json",
    losers: [{ value: "sonnet" }],
  });
  expect(rowOf(facts, "claudeSettings", "model")?.button).toMatchObject({
    action: "openFile",
    target: "/home/me/w/.claude/settings.json",
  });
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
  const resting = {
    ...conversation,
    state: { ...conversation.state, status: "resting" },
    claudeSettings: "unsupported",
    servers: "waiting",
  } as const;
  expect(getStatusContent({ ...facts, conversation: resting }).note).toContain("not running");
  expect(getStatusContent({ ...facts, conversation: resting }).sections.find(({ id }) => id === "servers")?.note).toBe(
    "Asking claude…",
  );
});

it("shows what claude reported about itself", () => {
  expect(rowOf(facts, "claude", "Path")?.value).toBe("/home/me/bin/claude");
  expect(rowOf(facts, "claude", "This version can't")?.value).toBe("report its settings, and confirm a changed effort");
  expect(rowOf(facts, "claude", "Version")?.more).toBeUndefined();
  const newer = { ...facts, conversation: { ...conversation, newestTested: "2.1.332" } };
  expect(rowOf(newer, "claude", "Version")?.more).toBe(
    "Newer than 2.1.332, the newest version that Tandem was tested with.",
  );
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
  expect(rowOf(facts, "instructions", "CLAUDE.md")?.button).toMatchObject({
    action: "openFile",
    target: "/home/me/w/CLAUDE.md",
  });
  expect(rowOf(facts, "servers", "docs")).toMatchObject({
    value: "failed",
    more: "no such file",
    button: { longLabel: "Manage docs", action: "manageServers" },
  });
});

it("shows hooks with their last run, and rules", () => {
  expect(rowsOf(facts, "hooks")).toMatchObject([
    {
      name: "PreToolUse (Bash|Read)",
      value: "check.sh",
      origin: "Project settings",
      more: "Last run: exit code 2, decision: deny\nno",
    },
  ]);
  expect(rowsOf({ ...facts, conversation: { ...conversation, hooks: "unsupported" } }, "hooks")).toMatchObject([
    { name: "PreToolUse:Bash" },
  ]);
  expect(rowOf(facts, "rules", "Deny")).toMatchObject({ value: "Read(.env)", mark: { text: "set but ignored" } });
});

it("lists a setting that two folders set in vain once for each", () => {
  const one = {
    name: "maxRunningConversations",
    value: 20,
    source: { kind: "setting", scope: "folder" },
    code: "scope",
  } as const;
  const rows = rowsOf({ ...facts, ignored: [one, one] }, "settings").filter(
    ({ name }) => name === "maxRunningConversations",
  );
  expect([rows.length, new Set(rows.map(({ id }) => id)).size, rows[0]?.more]).toEqual([
    2,
    2,
    "The editor doesn't read this setting from folder settings.",
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
  ["none", "None (logged in"],
  ["ANTHROPIC_API_KEY", "variable"],
  ["apiKeyHelper", "command"],
  ["/login managed key", "logged in"],
  ["oauth", "account"],
  ["else", "else"],
])("says what the key source %s means", (source, words) => {
  expect(formatKeySource(source)).toContain(words);
});

const options: ReportOptions = {
  tandem: "1.0.0",
  editor: "Code 1.106.0",
  platform: "linux x64",
  homes: ["/home/me"],
};

it("reports the status as Markdown without secrets, private values, home paths and defaults", () => {
  const secret = { ...started, hookRuns: [] };
  const settings = [
    ...facts.settings,
    { ...sound, name: "debugFile", value: "/home/me/x?key=hunter2222", source: user },
  ];
  const content = getStatusContent({ ...facts, settings, conversation: { ...conversation, process: secret } });
  const report = formatStatusReport(
    maskStatus(content, (text) => maskSecrets(text, ["hunter2222"])),
    options,
  );
  expect(report).toContain("Tandem 1.0.0 · editor Code 1.106.0 · linux x64");
  expect(report).toContain("| model | opus | Workspace settings; overrides User settings: sonnet |");
  expect(report).toContain("| Path | ~/bin/claude |  |");
  for (const kept of ["hunter2222", "/home/me", "me@example.org", "notificationSound", "FOO_TOKEN"])
    expect(report).not.toContain(kept);
});

it("masks the page in all texts of its rows, and leaves what its buttons concern", () => {
  const given = "hunter222";
  const row: StatusRow = {
    id: "a",
    name: `n ${given}`,
    value: `v ${given}`,
    origin: `o ${encodeURIComponent(given)}`,
    losers: [{ value: `l ${given}`, origin: `p ${btoa(given)}` }],
    mark: { level: "info", text: `m ${given}` },
    more: `x ${given.slice(0, 8)}…`,
    button: { label: "Open", longLabel: `Open ${given}`, action: "openFile", target: `/${given}` },
  };
  const content = { sections: [{ id: "s", heading: "h", rows: [row, { id: "b", name: "", value: "", origin: "" }] }] };
  const masked = maskStatus(content, (text) => maskSecrets(text, [given]));
  expect(masked.sections[0]?.rows).toEqual([
    {
      id: "a",
      name: "n ***",
      value: "v ***",
      origin: "o ***",
      losers: [{ value: "l ***", origin: "p ***" }],
      mark: { level: "info", text: "m ***" },
      more: "x ***…",
      button: { label: "Open", longLabel: "Open ***", action: "openFile", target: `/${given}` },
    },
    { id: "b", name: "", value: "", origin: "" },
  ]);
});

it("shows what checkpoints take and where, with a button only where there are some", () => {
  const rowOf = (storage: StatusFacts["storage"]) =>
    getStatusContent({ ...facts, storage })
      .sections.find(({ id }) => id === "checkpoints")
      ?.rows.at(0);
  expect(rowOf(facts.storage)).toMatchObject({
    name: "Checkpoint storage",
    value: "2.0 MB",
    more: "/home/me/checkpoints",
  });
  expect(rowOf(facts.storage)?.button).toMatchObject({
    longLabel: "Clean up checkpoints",
    action: "cleanUpCheckpoints",
  });
  expect(rowOf({ bytes: 0, place: "/home/me/checkpoints" })).toMatchObject({ value: "Empty" });
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
        {
          ...call,
          tool: text,
          subject: text,
          mode: text,
          asked: [{ kind: "reason", by: text, text }],
          decided: { code: "deniedWith", text },
        },
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
    for (const { name, value, origin } of rows)
      expect(escapeLine(`${name}${value}${origin}`)).toBe(`${name}${value}${origin}`);
    const lines = formatStatusReport(content, options).split("\n");
    for (const line of lines.filter((each) => each.startsWith("|")))
      expect(line.replace(/\\./g, "").split("|")).toHaveLength(5);
  }
});
