import type { LeftOutOption } from "../contract/configuration.ts";
import { findForeignParameter } from "./unknownSettings.ts";

/** Flags with which the extension could not read, resume or control `claude`; Tandem passes what it needs of them itself. */
const protocolFlags = [
  ...["print", "p", "verbose", "output-format", "input-format", "include-partial-messages", "replay-user-messages", "include-hook-events"],
  ...["json-schema", "permission-prompt-tool", "permission-prompts", "await-initialize", "initialize-fields", "managed-settings-in-initialize"],
  ...["await-claim", "sdk-url", "session-mirror", "bg", "background", "cloud", "teleport", "desktop", "remote-control", "tmux", "worktree", "w"],
  ...["resume", "r", "continue", "c", "session-id", "fork-session", "resume-session-at", "resume-drops-turn", "from-pr", "no-session-persistence"],
  ...["rewind-files", "init", "init-only", "maintenance", "version", "v", "help", "h", "debug-to-stderr", "d2e"],
];

/** Flags that have a setting, and its name. */
const flagSettings: Readonly<Record<string, string>> = {
  model: "model",
  "fallback-model": "fallbackModel",
  effort: "effort",
  "max-thinking-tokens": "maxThinkingTokens",
  "permission-mode": "permissionMode",
  "dangerously-skip-permissions": "permissionMode",
  "allow-dangerously-skip-permissions": "allowDangerouslySkipPermissions",
  "max-turns": "maxTurns",
  "max-budget-usd": "maxBudgetUsd",
  betas: "betas",
  allowedTools: "allowedTools",
  "allowed-tools": "allowedTools",
  disallowedTools: "disallowedTools",
  "disallowed-tools": "disallowedTools",
  tools: "tools",
  "mcp-config": "mcpServers",
  "strict-mcp-config": "strictMcpConfig",
  "setting-sources": "settingSources",
  settings: "settingsFile",
  "add-dir": "additionalDirectories",
  "plugin-dir": "pluginDirectories",
  agent: "agent",
  agents: "agents",
  "system-prompt": "systemPrompt",
  "append-system-prompt": "appendSystemPrompt",
  debug: "debug",
  d: "debug",
};

/** Returns why a flag of `extraArgs` is refused; undefined if it is passed. */
export function findRefusedFlag(flag: string): LeftOutOption | undefined {
  const name = "extraArgs";
  if (protocolFlags.includes(flag)) return { name, code: "protocolFlag", value: flag };
  if (Object.hasOwn(flagSettings, flag)) return { name, code: "hasSetting", value: flag, setting: flagSettings[flag] as string };
  if (findForeignParameter(flag)) return { name, code: "foreignParameter", value: flag };
  return undefined;
}
