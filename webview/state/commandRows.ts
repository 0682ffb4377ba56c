import type { SlashCommand } from "../../extension/shared/contract/composer/suggestions.ts";
import type { ConversationState } from "../../extension/shared/contract/conversationState.ts";
import { ownCommands } from "../../extension/shared/contract/fromWebview.ts";
import {
  formatCommandDetail,
  getOwnCommandText,
  suggestionText,
} from "../../extension/shared/text/composer/suggestions.ts";
import type { Suggestion } from "./suggestion.ts";

/** Maximum number of rows. */
const maxShown = 100;

/**
 * Returns the commands whose names contain `query`: for an empty query all by group, otherwise names that start with it
 * first.
 */
export function getCommandRows(query: string, conversation: ConversationState | undefined): readonly Suggestion[] {
  const all = [...getOwnRows(), ...getRows(conversation?.commands ?? [], query)];
  const wanted = query.toLowerCase();
  if (wanted === "") return all.slice(0, maxShown);
  const name = ({ insert }: Suggestion): string => insert.slice(1).toLowerCase();
  const found = all.filter((row) => name(row).includes(wanted)).map(({ group, ...row }) => row);
  return found
    .sort((a, b) => Number(name(b).startsWith(wanted)) - Number(name(a).startsWith(wanted)))
    .slice(0, maxShown);
}

function getOwnRows(): readonly Suggestion[] {
  const names = Object.keys(ownCommands) as (keyof typeof ownCommands)[];
  return names.sort().map((name) => row(name, getOwnCommandText(name), suggestionText.ownCommands()));
}

/**
 * Returns the rows of the CLI's commands. Omits removed and terminal-only commands, which the user can still type, and
 * internal commands, whose names start with _ (2.1.329), unless the query does too.
 */
function getRows(commands: readonly SlashCommand[], query: string): readonly Suggestion[] {
  const offered = commands.filter(
    ({ name, description, isTerminalOnly }) =>
      !isTerminalOnly &&
      name.startsWith("_") === query.startsWith("_") &&
      !Object.hasOwn(ownCommands, name) &&
      !isRemoved(description),
  );
  const sorted = [...offered].sort((a, b) => (a.name < b.name ? -1 : 1));
  const isAdded = ({ isSkill, source }: SlashCommand): boolean => isSkill === true || source !== undefined;
  return [
    ...sorted
      .filter((command) => !isAdded(command))
      .map((command) => row(command.name, formatCommandDetail(command), suggestionText.builtIn())),
    ...sorted
      .filter(isAdded)
      .map((command) => row(command.name, formatCommandDetail(command), suggestionText.skills())),
  ];
}

/**
 * Detects removed commands by the descriptions that 2.1.329 gives to those that only answer where their function is
 * now.
 */
function isRemoved(description: string): boolean {
  return /^\(?removed\b|\(removed\)\.?$/i.test(description.trim());
}

function row(name: string, detail: string, group: string): Suggestion {
  return { icon: "codicon-symbol-event", label: `/${name}`, detail, insert: `/${name}`, group };
}
