import type { Effective } from "../../../../extension/shared/contract/configuration.ts";
import { createEmptyState } from "../../../../extension/shared/contract/conversationState.ts";
import type { ProcessFacts } from "../../../../extension/shared/contract/pages/processFacts.ts";
import type {
  CallFacts,
  ConversationFacts,
  StatusFacts,
} from "../../../../extension/shared/contract/pages/statusFacts.ts";
import { getStatusContent } from "../../../../extension/shared/pages/status/statusPage.ts";

export const user = { kind: "setting", scope: "user" } as const;
export const workspace = { kind: "setting", scope: "workspace" } as const;
export const byDefault = { kind: "default" } as const;

export const atDefault = (name: string, value: unknown): Effective => ({
  name,
  value,
  source: byDefault,
  overridden: [],
});

export const model: Effective = {
  name: "model",
  value: "opus",
  source: workspace,
  overridden: [
    { source: user, value: "sonnet" },
    { source: byDefault, value: "" },
  ],
};
export const turns: Effective = { name: "maxTurns", value: 20, source: user, overridden: [], state: "needsRestart" };
export const sound: Effective = { name: "notificationSound", value: false, source: byDefault, overridden: [] };
export const servers: Effective = {
  name: "mcpServers",
  value: { docs: { url: "https://x", headers: { Authorization: "Bearer hunter2222" } } },
  source: user,
  overridden: [],
};

export const started: ProcessFacts = {
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

export const conversation: ConversationFacts = {
  state: {
    ...createEmptyState("/home/me/w"),
    status: "idle",
    cliVersion: "2.1.50",
    commands: [{ name: "verify", description: "", argumentHint: "" }],
  },
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

export const facts: StatusFacts = {
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

export const rowsOf = (given: StatusFacts, id: string) =>
  getStatusContent(given).sections.find((section) => section.id === id)?.rows ?? [];
export const rowOf = (given: StatusFacts, id: string, name: string) =>
  rowsOf(given, id).find((row) => row.name === name);

export const call: CallFacts = {
  id: "1",
  tool: "Bash",
  subject: "npm test",
  target: "npm test",
  mode: "default",
  outcome: "allowed",
  matching: [],
  possible: [],
};
