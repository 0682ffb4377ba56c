import { t } from "@vscode/l10n";
import type { CommandSource, MentionGap, SlashCommand } from "../../contract/composer/suggestions.ts";
import type { OwnCommand } from "../../contract/fromWebview.ts";

export const suggestionText = {
  title: () => t("Suggestions"),
  selected: (file: string, first: number, last: number) =>
    first === last ? t("{0}, line {1} selected", file, first) : t("{0}, lines {1}–{2} selected", file, first, last),
  leaveOut: () => t("Exclude selection"),
  takeAlong: () => t("Include selection"),
  open: () => t("open"),
  ownCommands: () => t("Tandem"),
  builtIn: () => t("Built-in"),
  skills: () => t("Skills and custom commands"),
  noMatch: (query: string) => t("No match for “@{0}”", query),
  files: () => t("Files"),
  more: () => t("More"),
  allFiles: () => t("All files"),
  typeFile: () => t("Type part of the path"),
  symbols: () => t("Symbols"),
  typeSymbol: () => t("Type part of the name"),
  conversations: () => t("Conversations"),
  typeTitle: () => t("Type part of the title"),
  agents: (count: number) => t("Agents ({0})", count),
  agentsTitle: () => t("Agents"),
  agentsDetail: () => t("Hands the task to an agent"),
  noAgents: () => t("No agents are set up"),
  attachments: () => t("Attachments"),
  remove: (name: string) => t("Remove {0}", name),
};

/**
 * Texts for drafts that are not messages: the hint after the first character while it is alone, and the title that
 * describes what sending does.
 */
export const cueTexts = {
  shell: { hint: () => t("Run in the terminal"), title: () => t("Run in the terminal") },
  note: { hint: () => t("Add to claude's instructions"), title: () => t("Add to instructions") },
} as const;

const own: { readonly [C in OwnCommand]: () => string } = {
  btw: () => t("Ask a side question; it isn't added to this conversation"),
  clear: () => t("Start a new conversation; this one stays in the list"),
  cost: () => t("Show the usage and cost of this conversation"),
  effort: () => t("Set how much the model thinks"),
  export: () => t("Export this conversation"),
  history: () => t("Reuse an earlier message"),
  login: () => t("Log in to claude"),
  logout: () => t("Log out of claude"),
  mcp: () => t("Show this conversation's MCP servers and their status"),
  model: () => t("Select the model"),
  permissions: () => t("Show the active permission rules"),
  rename: () => t("Rename this conversation"),
  resume: () => t("Open another conversation"),
  rewind: () => t("Go back to an earlier message"),
  status: () => t("Show the status of this conversation"),
  fast: () => t("Turn fast mode on or off"),
  thinking: () => t("Turn the model's thinking on or off"),
  usage: () => t("Show the usage and cost of this conversation"),
};

const gaps: { readonly [G in MentionGap]: () => string } = {
  noProblems: () => t("No problems reported"),
  noRepository: () => t("The folder is not in a Git repository"),
  noChanges: () => t("There are no uncommitted changes"),
  noCommand: () => t("No command has run in a terminal yet"),
};

/** Returns why something cannot be mentioned now. */
export function formatGap(gap: MentionGap): string {
  return gaps[gap]();
}

/** Describes a command of `claude` in one line, with its origin. */
export function formatCommandDetail({ description, source }: SlashCommand): string {
  const [line = ""] = description.trim().split("\n", 1);
  return [line, source ? formatSource(source) : ""].filter(Boolean).join(" · ");
}

function formatSource(source: CommandSource): string {
  switch (source.kind) {
    case "project":
      return t("project");
    case "user":
      return t("user");
    case "managed":
      return t("managed");
    case "plugin":
      return t("plugin {0}", source.name);
  }
}

/** Returns the hint about the argument of a Tandem command; empty if it takes none. */
export function getOwnCommandHint(command: OwnCommand): string {
  return hints[command]?.() ?? "";
}

const hints: { readonly [C in OwnCommand]?: () => string } = {
  btw: () => t("[question]"),
  effort: () => t("[low|medium|high…]"),
  fast: () => t("[on|off]"),
  model: () => t("[name]"),
  rename: () => t("[title]"),
  thinking: () => t("[on|off]"),
};

/** Describes a Tandem command. */
export function getOwnCommandText(command: OwnCommand): string {
  return own[command]();
}
