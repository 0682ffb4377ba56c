import { t } from "@vscode/l10n";
import type { OwnCommand } from "../contract/fromWebview.ts";
import type { CommandSource, SlashCommand } from "../contract/suggestions.ts";

export const suggestionText = {
  title: () => t("Suggestions"),
  selected: (file: string, first: number, last: number) =>
    first === last ? t("{0}, line {1} selected", file, first) : t("{0}, lines {1}–{2} selected", file, first, last),
  leaveOut: () => t("Exclude selection"),
  takeAlong: () => t("Include selection"),
  open: () => t("open"),
  inTerminal: () => t("Works in a terminal only"),
  attachments: () => t("Attachments"),
  remove: (name: string) => t("Remove {0}", name),
};

const own: { readonly [C in OwnCommand]: () => string } = {
  btw: () => t("Ask a side question; it isn't added to this conversation"),
  clear: () => t("Start a new conversation; this one stays in the list"),
  effort: () => t("Set how much the model thinks"),
  export: () => t("Export this conversation"),
  history: () => t("Reuse an earlier message"),
  mcp: () => t("Show this conversation's MCP servers and their status"),
  model: () => t("Select the model"),
  permissions: () => t("Show the active permission rules"),
  rename: () => t("Rename this conversation"),
  resume: () => t("Open another conversation"),
  rewind: () => t("Go back to an earlier message"),
  status: () => t("Show the status of this conversation"),
  fast: () => t("Turn fast mode on or off"),
  thinking: () => t("Turn the model's thinking on or off"),
};

/** What stands behind a command of the CLI in the list: where it works only, whose it is, and what it does. */
export function commandDetail({ description, isTerminalOnly, isSkill, source }: SlashCommand): string {
  const where = isTerminalOnly ? suggestionText.inTerminal() : "";
  return [where, isSkill ? t("skill") : "", source ? sourceText(source) : "", description].filter(Boolean).join(" · ");
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
