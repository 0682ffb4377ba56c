import { t } from "@vscode/l10n";
import type { OwnCommand } from "../contract/fromWebview.ts";
import type { CommandSource, MentionGap, SlashCommand } from "../contract/suggestions.ts";

export const suggestionText = {
  title: () => t("Suggestions"),
  selected: (file: string, first: number, last: number) =>
    first === last ? t("{0}, line {1} selected", file, first) : t("{0}, lines {1}–{2} selected", file, first, last),
  leaveOut: () => t("Leave the selection out"),
  takeAlong: () => t("Take the selection along"),
  open: () => t("open"),
  ownCommands: () => t("Tandem"),
  builtIn: () => t("Built-in"),
  skills: () => t("Skills and custom commands"),
  noMatch: (query: string) => t("No match for “@{0}”", query),
  files: () => t("Files"),
  more: () => t("More"),
  allFiles: () => t("All files"),
  typeFile: () => t("Type a part of the path"),
  symbols: () => t("Symbols"),
  typeSymbol: () => t("Type a part of the name"),
  conversations: () => t("Conversations"),
  typeTitle: () => t("Type a part of the title"),
  agents: (count: number) => t("Agents ({0})", count),
  agentsTitle: () => t("Agents"),
  agentsDetail: () => t("claude hands the work to one of them"),
  noAgents: () => t("No agents are set up"),
  attachments: () => t("Attachments"),
  remove: (name: string) => t("Remove {0}", name),
};

/** Of a draft that is no message: what stands behind its first letter as long as that is alone, and what sending does. */
export const cueTexts = {
  shell: { hint: () => t("Run in the terminal"), title: () => t("Run in the terminal") },
  note: { hint: () => t("Note for claude's memory"), title: () => t("Save as a note") },
} as const;

const own: { readonly [C in OwnCommand]: () => string } = {
  btw: () => t("Ask the model beside the conversation, which does not hear of it"),
  clear: () => t("Start a new conversation; this one stays in the list"),
  effort: () => t("Choose how hard the model thinks"),
  export: () => t("Export this conversation"),
  history: () => t("Take an earlier message again"),
  mcp: () => t("MCP servers of this conversation, and their state"),
  model: () => t("Choose the model"),
  permissions: () => t("Permission rules in force"),
  rename: () => t("Rename this conversation"),
  resume: () => t("Open another conversation"),
  rewind: () => t("Go back to an earlier message"),
  status: () => t("What is in force in this conversation"),
  fast: () => t("Switch fast mode on or off"),
  thinking: () => t("Switch the model's thinking on or off"),
};

const gaps: { readonly [G in MentionGap]: () => string } = {
  noProblems: () => t("No problems are reported"),
  noRepository: () => t("The folder is not in a Git repository"),
  noChanges: () => t("Everything is committed"),
  noCommand: () => t("No command ran in a terminal yet"),
};

/** Why something cannot be mentioned now. */
export function gapText(gap: MentionGap): string {
  return gaps[gap]();
}

/** What a command of claude does, in one line, and whose it is. */
export function commandDetail({ description, source }: SlashCommand): string {
  const [line = ""] = description.trim().split("\n", 1);
  return [line, source ? sourceText(source) : ""].filter(Boolean).join(" · ");
}

function sourceText(source: CommandSource): string {
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

/** What may stand behind the name of a command of our own; empty for nothing. */
export function ownCommandHint(command: OwnCommand): string {
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

/** What a command of our own does. */
export function ownCommandText(command: OwnCommand): string {
  return own[command]();
}
