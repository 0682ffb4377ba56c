import { t } from "@vscode/l10n";
import type { LeftOutOption, SettingSource } from "../../contract/configuration.ts";
import type { ConversationState } from "../../contract/conversationState.ts";

/** Names of options within a sentence. An option that is missing here is named like its setting. */
const labels: Readonly<Record<string, () => string>> = {
  model: () => t("model"),
  fallbackModel: () => t("fallback model"),
  effort: () => t("effort"),
  maxThinkingTokens: () => t("thinking"),
  fastMode: () => t("fast mode"),
  permissionMode: () => t("permission mode"),
  maxTurns: () => t("maximum number of steps"),
  maxBudgetUsd: () => t("maximum cost"),
  allowedTools: () => t("allowed tools"),
  disallowedTools: () => t("denied tools"),
  tools: () => t("tools"),
  todoTools: () => t("to-do list"),
  additionalDirectories: () => t("additional folders"),
  systemPrompt: () => t("system prompt"),
  appendSystemPrompt: () => t("addition to the system prompt"),
  agents: () => t("agents"),
  agent: () => t("agent"),
  mcpServers: () => t("MCP servers"),
  strictMcpConfig: () => t("sources of MCP servers"),
  plugins: () => t("plugins"),
  pluginDirectories: () => t("plugin folders"),
  settingSources: () => t("claude's settings files"),
  settingsFile: () => t("settings file"),
  sandbox: () => t("sandbox"),
  betas: () => t("beta headers"),
  extraArgs: () => t("additional flags"),
  debug: () => t("debug log"),
  "permissions.reviewWebContent": () => t("review of web content"),
  "ideTools.enabled": () => t("editor tools"),
  "ideTools.fromExtensions": () => t("tools of other extensions"),
  "ideTools.disabled": () => t("disabled editor tools"),
};

/** Returns the name of an option within a sentence. */
export function getOptionLabel(name: string): string {
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
  return label?.() ?? `tandem.${name}`;
}

/** Returns why an option, or a part of it, does not apply, and what to do. */
export function formatLeftOutOption(option: LeftOutOption): string {
  const { name, value } = option;
  switch (option.code) {
    case "versionLacks":
      return value === ""
        ? t("This version of claude doesn't have tandem.{0}, so it is ignored. Update claude to use it.", name)
        : t(
            "This version of claude doesn't know the value “{0}” of tandem.{1}, so it is ignored. Update claude, or select another value.",
            value,
            name,
          );
    case "policyForbids":
      return value === ""
        ? t("tandem.{0} is ignored because your organization's policy doesn't allow it.", name)
        : t("{0} in tandem.{1} is ignored because your organization's policy doesn't allow it.", value, name);
    case "sameModel":
      return t(
        "tandem.fallbackModel is ignored because it is the same as the model ({0}). Select another model.",
        value,
      );
    case "protocolFlag":
      return t("The flag {0} in tandem.extraArgs is ignored because it conflicts with Tandem.", value);
    case "foreignParameter":
      return t("The flag {0} in tandem.extraArgs is ignored because claude has no such parameter.", value);
    case "hasSetting":
      return t("The flag {0} in tandem.extraArgs is ignored. Use tandem.{1} instead.", value, option.setting);
    case "unreadable":
      return t("The settings file {0} is ignored: {1}", value, option.reason);
    case "unpassable":
      return t(
        "The rule {0} in tandem.{1} is ignored because claude could misread its parentheses or commas.",
        value,
        name,
      );
  }
}

const scopes = {
  user: () => t("From settings (user)"),
  workspace: () => t("From settings (workspace)"),
  folder: () => t("From settings (folder)"),
} as const;

const files = {
  user: () => t("From claude's settings (user)"),
  project: () => t("From claude's settings (project)"),
  local: () => t("From claude's settings (local)"),
  managed: () => t("From claude's settings (managed)"),
} as const;

/** Returns where a value comes from. */
export function formatSource(source: SettingSource): string {
  switch (source.kind) {
    case "default":
      return t("Default");
    case "setting":
      return scopes[source.scope]();
    case "panel":
      return t("Selected in this conversation");
    case "claude":
      return files[source.file]();
    case "environment":
      return t("From the environment variable {0}", source.variable);
  }
}

/**
 * Returns where the value of an option of a conversation comes from, and whether `claude` confirmed it; empty before
 * that is known.
 */
export function getSourceText({ settings }: Pick<ConversationState, "settings">, name: string): string {
  const effective = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (!effective) return "";
  const source = formatSource(effective.source);
  if (effective.state === "requested") return t("{0} · requested", source);
  if (effective.state === "refused") return t("{0} · refused by claude", source);
  if (effective.state === "forbidden") return t("{0} · forbidden by policy", source);
  return effective.state === "needsRestart" ? t("{0} · applies after a restart", source) : source;
}

/** Texts for options whose new values wait for a restart. */
export const restartText = {
  action: () => t("Restart to apply"),
  needed: (options: readonly string[]) =>
    t("Changed settings apply after a restart: {0}", options.map(getOptionLabel).join(", ")),
  planned: (options: readonly string[]) =>
    t("Restarts when this turn ends, to apply: {0}", options.map(getOptionLabel).join(", ")),
};
