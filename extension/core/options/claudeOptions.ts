import * as z from "zod";
import { readBoolean, readObject, readString } from "../../shared/base/read.ts";
import { modes, parseMode } from "../../shared/contract/modes.ts";
import { bareFlag, flag, initializeField, listFlag, repeatedFlag, settingsKey } from "./arguments.ts";
import { wider } from "./consent.ts";
import { type LiveRequest, option, whole } from "./option.ts";
import { agentsSchema, extraArgsSchema, sandboxDenials, sandboxSchema } from "./schemas.ts";

/** Keys of `permissions` by which an organization forbids a mode. */
const forbidding: ReadonlyMap<string, string> = new Map([
  ["bypassPermissions", "disableBypassPermissionsMode"],
  ["auto", "disableAutoMode"],
]);

const texts = z.array(z.string().min(1));
const settingSources = ["user", "project", "local"] as const;

/** Options of `claude` itself. The order is that of the arguments. */
export const claudeOptions = {
  permissionMode: option({
    schema: z.enum(modes),
    default: "default",
    scope: "resource",
    elsewhere: whole,
    isPerConversation: true,
    launch: flag("permission-mode"),
    live: (mode) => [{ request: "set_permission_mode", body: { mode } }],
    report: { in: "answer", key: "mode", isExact: true, parse: parseMode, isFollowed: true },
    claudeKey: ["permissions", "defaultMode"],
    isForbidden: (mode, managed) =>
      readString(readObject(managed, "permissions"), forbidding.get(mode) ?? "") === "disable",
    valueSince: (mode) => (mode === "auto" ? "c" : undefined),
    isWider: wider.mode,
  }),
  allowDangerouslySkipPermissions: option({
    schema: z.boolean(),
    default: false,
    scope: "application",
    elsewhere: whole,
    // Only chosen together with a sandbox; a start refuses it otherwise.
    isPerConversation: true,
    launch: bareFlag("allow-dangerously-skip-permissions"),
  }),
  model: option({
    schema: z.string(),
    default: "",
    scope: "resource",
    elsewhere: whole,
    isPerConversation: true,
    restrictsNothing: true,
    launch: flag("model"),
    live: (model) => [{ request: "set_model", body: model === "" ? {} : { model } }],
    report: { in: "answer", key: "model", isExact: false },
    variable: { name: "ANTHROPIC_MODEL" },
    claudeKey: ["model"],
  }),
  fallbackModel: option({
    schema: z.string(),
    default: "",
    scope: "resource",
    restrictsNothing: true,
    launch: flag("fallback-model"),
    claudeKey: ["fallbackModel"],
  }),
  effort: option({
    schema: z.enum(["", "low", "medium", "high", "xhigh", "max"]),
    default: "",
    scope: "resource",
    elsewhere: whole,
    isPerConversation: true,
    restrictsNothing: true,
    launch: flag("effort"),
    live: (effort) => [
      { request: "apply_flag_settings", body: { settings: { effortLevel: effort === "" ? null : effort } } },
    ],
    report: { in: "applied", key: "effort", isExact: true },
    variable: { name: "CLAUDE_CODE_EFFORT_LEVEL", beatsStartSince: "b" },
    claudeKey: ["effortLevel"],
    since: "b",
    // 2.1.50 refuses to start with a level that it does not know.
    valueSince: (effort) => (effort === "xhigh" ? "c" : undefined),
  }),
  maxThinkingTokens: option({
    schema: z.int().min(0).nullable(),
    default: null,
    scope: "resource",
    elsewhere: whole,
    isPerConversation: true,
    restrictsNothing: true,
    launch: flag("max-thinking-tokens"),
    live: (tokens) => [{ request: "set_max_thinking_tokens", body: { max_thinking_tokens: tokens } }],
    variable: { name: "MAX_THINKING_TOKENS", beatsStartSince: "b" },
  }),
  fastMode: option({
    schema: z.boolean(),
    default: false,
    scope: null,
    why: "It costs more, so it is only chosen for one conversation. No flag switches it on; the first request of a process does (2.1.329).",
    isPerConversation: true,
    live: (isOn) => [{ request: "apply_flag_settings", body: { settings: { fastMode: isOn || null } } }],
    since: "b",
  }),
  maxTurns: option({
    schema: z.int().positive().nullable(),
    default: null,
    scope: "resource",
    launch: flag("max-turns"),
    elsewhere: whole,
    isWider: wider.limit,
  }),
  maxBudgetUsd: option({
    schema: z.number().positive().nullable(),
    default: null,
    scope: "resource",
    elsewhere: whole,
    // Raised for one conversation when it reached the limit.
    isPerConversation: true,
    launch: flag("max-budget-usd"),
    isWider: wider.limit,
  }),
  betas: option({ schema: texts, default: [], scope: "resource", launch: listFlag("betas"), needsConsent: true }),
  allowedTools: option({
    schema: texts,
    default: [],
    scope: "resource",
    launch: listFlag("allowedTools"),
    claudeKey: ["permissions", "allow"],
    isForbidden: (rules, managed) =>
      rules.length > 0 && readBoolean(managed, "allowManagedPermissionRulesOnly") === true,
    needsConsent: true,
  }),
  disallowedTools: option({
    schema: texts,
    default: [],
    scope: "resource",
    launch: listFlag("disallowedTools"),
    claudeKey: ["permissions", "deny"],
    elsewhere: whole,
    addsUp: true,
  }),
  tools: option({
    schema: texts.nullable(),
    default: null,
    scope: "resource",
    elsewhere: whole,
    // An empty list leaves no tool, unlike null.
    launch: (tools) => (tools === null ? undefined : { args: [`--tools=${tools.join(",")}`] }),
    needsConsent: true,
  }),
  mcpServers: option({
    // Each server is read alone, so that a wrong one takes no other with it.
    schema: z.record(z.string().min(1), z.unknown()),
    default: {},
    scope: "resource",
    why: "The session replaces the servers of a running process by itself, with the in-process ones. A start passes them in a file.",
    isOfStart: true,
    needsConsent: true,
    isSecret: true,
  }),
  strictMcpConfig: option({
    schema: z.boolean(),
    default: false,
    scope: "resource",
    launch: bareFlag("strict-mcp-config"),
    needsConsent: true,
  }),
  settingSources: option({
    schema: z.array(z.enum(settingSources)),
    default: [...settingSources],
    scope: "resource",
    elsewhere: whole,
    launch: (sources) => ({ args: [`--setting-sources=${sources.join(",")}`] }),
    needsConsent: true,
  }),
  settingsFile: option({
    schema: z.string(),
    default: "",
    scope: "resource",
    why: "The start passes one settings file: this one, or a private copy with the keys of other options.",
    isOfStart: true,
    isPath: true,
    needsConsent: true,
  }),
  sandbox: option({
    schema: sandboxSchema,
    default: {},
    scope: "resource",
    elsewhere: selectSwitches,
    isPerConversation: true,
    launch: settingsKey("sandbox"),
    claudeKey: ["sandbox"],
    addsUp: sandboxDenials,
    needsConsent: true,
  }),
  plugins: option({
    schema: z.record(z.string().min(1), z.boolean()),
    default: {},
    scope: "resource",
    launch: settingsKey("enabledPlugins"),
    claudeKey: ["enabledPlugins"],
    needsConsent: true,
  }),
  additionalDirectories: option({
    schema: texts,
    default: [],
    scope: "resource",
    isPath: true,
    launch: repeatedFlag("add-dir"),
    live: addDirectories,
    // 2.1.50 answers the request and ignores the directories.
    liveSince: "c",
    claudeKey: ["permissions", "additionalDirectories"],
    needsConsent: true,
  }),
  pluginDirectories: option({
    schema: texts,
    default: [],
    scope: "resource",
    isPath: true,
    launch: repeatedFlag("plugin-dir"),
    needsConsent: true,
  }),
  systemPrompt: option({
    schema: z.string(),
    default: "",
    scope: "resource",
    launch: initializeField("systemPrompt"),
    needsConsent: true,
  }),
  appendSystemPrompt: option({
    schema: z.string(),
    default: "",
    scope: "resource",
    launch: initializeField("appendSystemPrompt"),
    needsConsent: true,
  }),
  agents: option({
    schema: agentsSchema,
    default: {},
    scope: "resource",
    launch: initializeField("agents"),
    needsConsent: true,
  }),
  agent: option({
    schema: z.string(),
    default: "",
    scope: "resource",
    launch: flag("agent"),
    claudeKey: ["agent"],
    needsConsent: true,
  }),
  todoTools: option({
    schema: z.boolean(),
    default: false,
    scope: "resource",
    // Read by 2.1.329; earlier versions have the to-do list anyway and ignore the variable.
    launch: (isOn) => (isOn ? { environment: { CLAUDE_CODE_ENABLE_TODO_TOOLS: "1" } } : undefined),
  }),
  "chat.promptSuggestions": option({
    schema: z.boolean(),
    default: false,
    scope: "resource",
    launch: initializeField("promptSuggestions"),
  }),
  debug: option({
    schema: z.boolean(),
    default: false,
    scope: "resource",
    launch: bareFlag("debug"),
    needsConsent: true,
  }),
  extraArgs: option({
    schema: extraArgsSchema,
    default: {},
    scope: "resource",
    launch: (flags) => ({
      args: Object.entries(flags).map(([name, value]) => (value === null ? `--${name}` : `--${name}=${value}`)),
    }),
    needsConsent: true,
  }),
} as const;

/** Returns the switches of a sandbox that is on; its paths and addresses are those of this machine. */
function selectSwitches(sandbox: z.infer<typeof sandboxSchema>): z.infer<typeof sandboxSchema> {
  return sandbox.enabled === true
    ? Object.fromEntries(Object.entries(sandbox).filter(([, value]) => typeof value === "boolean"))
    : {};
}

/**
 * Adds directories to a running process. Each request replaces the directories of earlier ones, but not those of the
 * start, so a change that removes one needs a new process (2.1.329). The permission rules of the settings file stay.
 */
function addDirectories(paths: readonly string[], before: readonly string[]): readonly LiveRequest[] | undefined {
  if (before.some((path) => !paths.includes(path))) return undefined;
  return [{ request: "apply_flag_settings", body: { settings: { permissions: { additionalDirectories: paths } } } }];
}
