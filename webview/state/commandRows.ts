import type { ConversationState } from "../../extension/contract/conversationState.ts";
import { ownCommands } from "../../extension/contract/fromWebview.ts";
import type { SlashCommand } from "../../extension/contract/suggestions.ts";
import { formatCommandDetail, getOwnCommandText, suggestionText } from "../../extension/text/suggestions.ts";
import type { Suggestion } from "./suggestion.ts";

/** Rows that are offered at once. */
const maxShown = 100;

/** The commands whose names hold `query`: all by group, else those that begin with it first. */
export function commandRows(query: string, conversation: ConversationState | undefined): readonly Suggestion[] {
  const all = [...ownRows(), ...getRows(conversation?.commands ?? [], query)];
  const wanted = query.toLowerCase();
  if (wanted === "") return all.slice(0, maxShown);
  const name = ({ insert }: Suggestion): string => insert.slice(1).toLowerCase();
  const found = all.filter((row) => name(row).includes(wanted)).map(({ group, ...row }) => row);
  return found.sort((a, b) => Number(name(b).startsWith(wanted)) - Number(name(a).startsWith(wanted))).slice(0, maxShown);
}

function ownRows(): readonly Suggestion[] {
  const names = Object.keys(ownCommands) as (keyof typeof ownCommands)[];
  return names.sort().map((name) => row(name, getOwnCommandText(name), suggestionText.ownCommands()));
}

/** What works in a terminal only or is no more can still be typed, and is not offered; names that begin with _ are not for people (2.1.329). */
function getRows(commands: readonly SlashCommand[], query: string): readonly Suggestion[] {
  const offered = commands.filter(
    ({ name, description, isTerminalOnly }) =>
      !isTerminalOnly && name.startsWith("_") === query.startsWith("_") && !Object.hasOwn(ownCommands, name) && !isRemoved(description),
  );
  const sorted = [...offered].sort((a, b) => (a.name < b.name ? -1 : 1));
  const isAdded = ({ isSkill, source }: SlashCommand): boolean => isSkill === true || source !== undefined;
  return [
    ...sorted.filter((command) => !isAdded(command)).map((command) => row(command.name, formatCommandDetail(command), suggestionText.builtIn())),
    ...sorted.filter(isAdded).map((command) => row(command.name, formatCommandDetail(command), suggestionText.skills())),
  ];
}

/** As 2.1.329 describes commands that it only answers with where they went. */
function isRemoved(description: string): boolean {
  return /^\(?removed\b|\(removed\)\.?$/i.test(description.trim());
}

function row(name: string, detail: string, group: string): Suggestion {
  return { icon: "codicon-symbol-event", label: `/${name}`, detail, insert: `/${name}`, group };
}
