import type { LeftOutOption } from "../../shared/contract/configuration.ts";
import { getFlag } from "./arguments.ts";
import { optionRows } from "./options.ts";
import { findForeignParameter } from "./unknownSettings.ts";

/**
 * Flags with which the extension could not read, resume or control `claude`; Tandem passes what it needs of them
 * itself.
 */
const protocolFlags = [
  ...[
    "print",
    "p",
    "verbose",
    "output-format",
    "input-format",
    "include-partial-messages",
    "replay-user-messages",
    "include-hook-events",
  ],
  ...[
    "json-schema",
    "permission-prompt-tool",
    "permission-prompts",
    "await-initialize",
    "initialize-fields",
    "managed-settings-in-initialize",
  ],
  ...[
    "await-claim",
    "sdk-url",
    "session-mirror",
    "bg",
    "background",
    "cloud",
    "teleport",
    "desktop",
    "remote-control",
    "tmux",
    "worktree",
    "w",
  ],
  ...[
    "resume",
    "r",
    "continue",
    "c",
    "session-id",
    "fork-session",
    "resume-session-at",
    "resume-drops-turn",
    "from-pr",
    "no-session-persistence",
  ],
  ...[
    "remote",
    "environment",
    "pool",
    "agents-view-if-allowed",
    "attach-serve",
    "watch-artifact",
    "watch-artifact-no-autoreact",
  ],
  ...["rewind-files", "init", "init-only", "maintenance", "version", "v", "help", "h", "debug-to-stderr", "d2e"],
];

/** Other names of flags that have a setting, and flags that no row of the table names. */
const otherFlags: Readonly<Record<string, string>> = {
  "dangerously-skip-permissions": "permissionMode",
  "allowed-tools": "allowedTools",
  "disallowed-tools": "disallowedTools",
  tools: "tools",
  "mcp-config": "mcpServers",
  "setting-sources": "settingSources",
  settings: "settingsFile",
  agents: "agents",
  "system-prompt": "systemPrompt",
  "append-system-prompt": "appendSystemPrompt",
  d: "debug",
  "prompt-suggestions": "chat.promptSuggestions",
};

/** Returns the setting that passes a flag. */
function findSetting(flag: string): string | undefined {
  if (Object.hasOwn(otherFlags, flag)) return otherFlags[flag];
  return [...optionRows].find(([, { launch, scope }]) => scope !== null && getFlag(launch) === flag)?.[0];
}

/** Returns why a flag of `extraArgs` is refused; undefined if it is passed. */
export function findRefusedFlag(flag: string): LeftOutOption | undefined {
  const name = "extraArgs";
  if (protocolFlags.includes(flag)) return { name, code: "protocolFlag", value: flag };
  const setting = findSetting(flag);
  if (setting !== undefined) return { name, code: "hasSetting", value: flag, setting };
  if (findForeignParameter(flag)) return { name, code: "foreignParameter", value: flag };
  return undefined;
}
