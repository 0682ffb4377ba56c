import type { Effective } from "../../extension/shared/contract/configuration.ts";
import { createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import type { CallFacts, RuleFacts, StatusFacts } from "../../extension/shared/contract/pages/statusFacts.ts";

const user = { kind: "setting", scope: "user" } as const;
const workspace = { kind: "setting", scope: "workspace" } as const;
const byDefault = { kind: "default" } as const;
const atDefault = (name: string, value: unknown): Effective => ({ name, value, source: byDefault, overridden: [] });

const testRule: RuleFacts = {
  behavior: "allow",
  rule: "Bash(npm test:*)",
  source: "projectSettings",
  isInEffect: true,
};
const call = (tool: string, subject: string): CallFacts => ({
  id: subject,
  tool,
  subject,
  target: subject,
  mode: "default",
  outcome: "allowed",
  matching: [],
  possible: [],
});

/** The facts of a running conversation, with one of each. */
export const statusFacts: StatusFacts = {
  settings: [
    {
      name: "model",
      value: "opus",
      source: workspace,
      overridden: [
        { source: user, value: "sonnet" },
        { source: byDefault, value: "" },
      ],
    },
    {
      name: "permissionMode",
      value: "plan",
      source: { kind: "panel" },
      overridden: [{ source: user, value: "default" }],
      state: "requested",
    },
    {
      name: "effort",
      value: "max",
      source: { kind: "panel" },
      overridden: [],
      state: "refused",
      reason: "This model has no level max.",
    },
    { name: "maxTurns", value: 20, source: user, overridden: [], state: "needsRestart" },
    { name: "environment", value: { ANTHROPIC_API_KEY: "x", HTTPS_PROXY: "y" }, source: user, overridden: [] },
    atDefault("chat.saveFilesBeforeSending", "ask"),
    atDefault("additionalDirectories", []),
    atDefault("pauseAfterMinutes", 10),
    atDefault("claudePath", ""),
  ],
  ignored: [
    { name: "temperature", value: 0.5, source: user, code: "unknown" },
    { name: "maxRunningConversations", value: 20, source: workspace, code: "scope" },
  ],
  extensionTools: [{ name: "example_count", description: "Counts words." }],
  storage: { bytes: 48_300_000, place: "/home/me/.config/Code/User/globalStorage/tandem-chat.tandem/checkpoints" },
  conversation: {
    state: {
      ...createEmptyState("/home/me/projects/greeter"),
      status: "idle",
      title: "Make the greeting friendlier",
      reported: { model: "claude-opus-4-8", permissionMode: "plan" },
      cliVersion: "2.1.329",
      sessionId: "0e0088a4-a981-4e7e-b0ca-33d14a649fb6",
      contextTokens: 21_300,
      contextWindow: 200_000,
      commands: [
        { name: "compact", description: "", argumentHint: "" },
        { name: "verify", description: "", argumentHint: "" },
      ],
    },
    process: {
      program: "/home/me/.local/bin/claude",
      variables: [
        { name: "ANTHROPIC_API_KEY", origin: "setting" },
        { name: "CLAUDE_CODE_ENTRYPOINT", origin: "tandem" },
        { name: "HOME", origin: "editor" },
        { name: "PATH", origin: "editor" },
      ],
      account: { email: "me@example.org", organization: "Example", plan: "max" },
      agents: [
        { name: "Explore", description: "Searches the code base without changing it." },
        { name: "reviewer", description: "Reviews a change before it is committed.", model: "opus" },
      ],
      outputStyle: "default",
      outputStyles: ["default", "Concise", "Explanatory", "Learning"],
      hookRuns: [
        {
          event: "PreToolUse",
          name: "PreToolUse:Bash",
          exitCode: 0,
          outcome: "success",
          output: "checked",
          decision: "allow",
        },
      ],
      calls: [],
      turn: {
        keySource: "ANTHROPIC_API_KEY",
        tools: ["Bash", "Edit", "Read", "Write", "mcp__docs__search", "mcp__docs__fetch"],
        skills: ["verify"],
        plugins: [{ name: "deploy-tools", path: "/home/me/.claude/plugins/deploy-tools" }],
        pluginErrors: [{ plugin: "old-plugin", message: "the manifest has no name" }],
        betas: [],
        directories: ["/home/me/projects/shared"],
      },
    },
    missing: [],
    canSelectStyle: true,
    choosable: ["model", "effort", "permissionMode"],
    claudeSettings: [
      {
        name: "model",
        layers: [
          { source: "projectSettings", value: "haiku" },
          { source: "userSettings", value: "sonnet" },
        ],
      },
      { name: "mcpServers", layers: [{ source: "projectSettings", value: { docs: {} } }] },
      { name: "sandbox", layers: [{ source: "userSettings", value: { enabled: true } }] },
    ],
    hooks: [
      { event: "PreToolUse", matcher: "Bash", text: "./check.sh", source: "Project settings (.claude/settings.json)" },
      { event: "Stop", matcher: "", text: "notify-send done", source: "User settings" },
    ],
    rules: [testRule, { behavior: "deny", rule: "Read(.env)", source: "userSettings", isInEffect: true }],
    calls: [
      { ...call("Bash", "npm test"), decided: { code: "allowedByRule", reason: "rule" }, matching: [testRule] },
      {
        ...call("Edit", "src/greet.ts"),
        decided: { code: "allowedEdited" },
        asked: [{ kind: "reason", by: "mode", text: "" }],
      },
      {
        ...call("Read", ".env"),
        outcome: "denied",
        decided: { code: "byRule", reason: "rule", text: "Permission to read .env has been denied." },
      },
    ],
    servers: [
      { name: "docs", status: "connected", scope: "project", tools: [{ name: "search" }, { name: "fetch" }] },
      { name: "vault", status: "failed", scope: "user", error: "spawn vault-server ENOENT" },
    ],
    instructions: [
      { path: "/home/me/projects/greeter/CLAUDE.md", shown: "CLAUDE.md", bytes: 2_048 },
      { path: "/home/me/.claude/CLAUDE.md", shown: "~/.claude/CLAUDE.md", bytes: 512 },
    ],
  },
};
