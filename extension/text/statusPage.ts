import { t } from "@vscode/l10n";
import { escapePath } from "../base/invisible.ts";
import { type ConversationState, getThinking } from "../contract/conversationState.ts";
import type { StatusContent, StatusRow, StatusSection } from "../contract/statusPage.ts";
import { getEffortLabel, getFastText, getModeLabel, getThinkingText } from "./conversation.ts";
import { formatContext } from "./numbers.ts";

/** Texts of the page "Tandem Status" that do not depend on its content. */
export const statusPageText = {
  title: () => t("Tandem Status"),
  search: () => t("Search status"),
  copy: () => t("Copy for a bug report"),
  found: (count: number) => (count === 1 ? t("1 row found") : t("{0} rows found", count)),
  nothingFound: () => t("No rows found."),
  name: () => t("Name"),
  value: () => t("Value"),
  source: () => t("Source"),
  change: () => t("Change"),
  overridden: () => t("overridden"),
} as const satisfies Readonly<Record<string, (...values: never[]) => string>>;

/** Returns the content of the page; `state` is that of the current conversation. */
export function getStatusContent(state: ConversationState | undefined): StatusContent {
  return state === undefined ? { note: t("No conversation is open."), sections: [] } : { sections: [getConversationSection(state)] };
}

/** Returns the values in effect in a conversation, as `claude` reported them last. */
function getConversationSection(state: ConversationState): StatusSection {
  const { cliVersion, model, mode, effort, folder, sessionId } = state;
  const unknown = t("not reported yet");
  const row = (id: string, name: string, value: string): StatusRow => ({ id, name, value, origin: "" });
  return {
    id: "conversation",
    heading: t("Conversation"),
    rows: [
      row("version", t("Version"), cliVersion === undefined ? unknown : t("claude {0}", cliVersion)),
      row("model", t("Model"), model ?? unknown),
      row("mode", t("Permission mode"), mode === undefined ? unknown : getModeLabel(mode)),
      row("effort", t("Effort"), getEffortLabel(effort)),
      row("thinking", t("Thinking"), getThinkingText(getThinking(state)).label),
      row("fast", t("Fast mode"), getFastText(state)),
      row("folder", t("Working folder"), escapePath(folder) || t("not selected yet")),
      row("session", t("Session"), sessionId ?? t("no messages yet")),
      row("context", t("Context used"), formatContext(state)),
    ],
  };
}
