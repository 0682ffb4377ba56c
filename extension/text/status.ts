import { t } from "@vscode/l10n";
import { escapePath } from "../base/invisible.ts";
import { type ConversationState, getThinking } from "../contract/conversationState.ts";
import type { ServerState } from "../contract/mcpServers.ts";
import { getEffortLabel, getFastText, getModeLabel, getThinkingText } from "./conversation.ts";
import { formatContext } from "./numbers.ts";
import { profileText } from "./profiles.ts";

/** One entry of the status: a name, and its value. */
export interface StatusRow {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
}

/** Returns the values in force in a conversation, as `claude` reported them last. */
export function getStatusRows(state: ConversationState, servers: readonly ServerState[] | undefined): readonly StatusRow[] {
  const { cliVersion, model, mode, effort, folder, profile = "", settings, sessionId } = state;
  const unknown = t("not reported yet");
  const connected = servers?.filter(({ status }) => status === "connected").length ?? 0;
  return [
    { label: t("Version"), description: cliVersion === undefined ? unknown : t("claude {0}", cliVersion) },
    { label: t("Model"), description: model ?? unknown },
    { label: t("Permission mode"), description: mode === undefined ? unknown : getModeLabel(mode) },
    { label: t("Effort"), description: getEffortLabel(effort) },
    { label: t("Thinking"), description: getThinkingText(getThinking(state)).label },
    { label: t("Fast mode"), description: getFastText(state) },
    { label: t("Folder"), description: escapePath(folder) || t("not selected yet") },
    { label: t("Profile"), description: profileText.status(profile, String(settings["profile"]?.value ?? profile)) },
    { label: t("Session"), description: sessionId ?? t("no messages yet") },
    { label: t("Context used"), description: formatContext(state) },
    { label: t("MCP servers"), description: servers === undefined ? unknown : t("{0} of {1} connected", connected, servers.length) },
  ];
}

/** Returns the MCP servers that `claude` knows; those that need attention come first. */
export function getServerRows(servers: readonly ServerState[]): readonly StatusRow[] {
  const rows = servers.map(({ name, status, error, scope = "", tools }) => ({
    label: name,
    description: [serverStatus(status), status === "connected" ? toolsText(tools) : "", scope].filter(Boolean).join(" · "),
    ...(error === undefined ? {} : { detail: error }),
    isFine: status === "connected",
  }));
  return rows.sort((a, b) => Number(a.isFine) - Number(b.isFine)).map(({ isFine: _isFine, ...row }) => row);
}

function toolsText(count: number): string {
  return count === 1 ? t("1 tool") : t("{0} tools", count);
}

function serverStatus(status: string): string {
  switch (status) {
    case "connected":
      return t("connected");
    case "failed":
      return t("failed");
    case "needs-auth":
      return t("needs sign-in");
    case "pending":
      return t("pending");
    case "disabled":
      return t("disabled");
    default:
      return status;
  }
}
