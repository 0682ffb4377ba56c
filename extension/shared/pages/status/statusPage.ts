import { t } from "@vscode/l10n";
import type { StatusFacts } from "../../contract/pages/statusFacts.ts";
import type { StatusContent } from "../../contract/pages/statusPage.ts";
import { getCallSection } from "./callSection.ts";
import { getCheckpointSection } from "./checkpointSection.ts";
import {
  getAccountSection,
  getConversationSection,
  getEnvironmentSection,
  getProgramSection,
} from "./claudeSections.ts";
import { getIdeToolsSection } from "./ideToolsSection.ts";
import { getHooksSection, getRulesSection, getSandboxSection } from "./permissionSections.ts";
import { getClaudeSettingsSection, getSettingSections } from "./settingSections.ts";
import {
  getAgentsSection,
  getCommandsSection,
  getInstructionsSection,
  getPluginsSection,
  getServersSection,
  getToolsSection,
} from "./toolSections.ts";

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
  outputStyle: () => t("Output style of this conversation"),
  styleNotSet: (style: string) => t("Couldn't set the output style {0}: claude didn't confirm it.", style),
  copied: () => t("Status copied. Check the text before you paste it into a report."),
} as const satisfies Readonly<Record<string, (...values: never[]) => string>>;

/** Returns the content of the page. */
export function getStatusContent(facts: StatusFacts): StatusContent {
  const { conversation } = facts;
  const settings = [...getSettingSections(facts), getIdeToolsSection(facts), getCheckpointSection(facts)];
  if (conversation === undefined)
    return { note: t("No conversation is open. Settings apply to the next one."), sections: settings };
  const { state, process, claudeSettings, servers, rules, calls } = conversation;
  const isRunning = state.status === "idle" || state.status === "working";
  return {
    ...(isRunning
      ? {}
      : { note: t("claude is not running in this conversation. The page shows what was last reported.") }),
    sections: [
      getConversationSection(conversation),
      getProgramSection(conversation),
      getAccountSection(process.account, process.turn?.keySource),
      ...settings,
      getClaudeSettingsSection(claudeSettings),
      getServersSection(servers),
      getToolsSection(process, Array.isArray(servers) ? servers.map(({ name }) => name) : []),
      getAgentsSection(process),
      getCommandsSection(state.commands, process),
      getPluginsSection(process),
      getInstructionsSection(conversation.instructions),
      getHooksSection(conversation.hooks, process),
      getRulesSection(rules),
      getCallSection(calls, rules),
      getSandboxSection(claudeSettings),
      getEnvironmentSection(process.variables),
    ],
  };
}
