import { stripControl } from "../../../shared/base/invisible.ts";
import { readString } from "../../../shared/base/read.ts";
import type { CommandSource, SlashCommand } from "../../../shared/contract/composer/suggestions.ts";

/**
 * Reads commands from the answer to `initialize` (all versions) or from `commands_changed` (2.1.329). Keeps from
 * `known` what only the `init` of a turn reports.
 */
export function readSlashCommands(
  listed: readonly { readonly name: string }[],
  known: readonly SlashCommand[] = [],
): readonly SlashCommand[] {
  const told = new Map(known.map((command) => [command.name, command]));
  return listed.map((command) => {
    const name = stripControl(command.name);
    const { isTerminalOnly, isSkill, source } = told.get(name) ?? {};
    const said = readCommand(command, name);
    return {
      ...said,
      ...(said.source === undefined && source !== undefined ? { source } : {}),
      ...(isTerminalOnly ? { isTerminalOnly } : {}),
      ...(isSkill ? { isSkill } : {}),
    };
  });
}

/** Data about commands, in addition to their names, from the `init` of a turn. */
export interface CommandSources {
  readonly skills?: readonly string[] | undefined;
  /** Names of the loaded plugins. */
  readonly plugins?: readonly string[] | undefined;
}

/**
 * Merges what the `init` of a turn reports: new command names, commands that work in a terminal only (2.1.329), skills,
 * and commands of plugins. Returns the same list if nothing changed.
 */
export function withNamed(
  known: readonly SlashCommand[],
  names: readonly string[],
  terminal: readonly string[],
  { skills = [], plugins = [] }: CommandSources = {},
): readonly SlashCommand[] {
  const has = new Set(known.map(({ name }) => name));
  const only = new Set(terminal.map(stripControl));
  const skilled = new Set(skills.map(stripControl));
  const added = [...new Set([...names, ...terminal].map(stripControl))].filter((name) => !has.has(name));
  const all = [...known, ...added.map((name) => ({ name, description: "", argumentHint: "" }))].map((command) =>
    markCommand(command, only, skilled, plugins),
  );
  return all.length === known.length && all.every((command, index) => command === known[index]) ? known : all;
}

function markCommand(
  command: SlashCommand,
  only: ReadonlySet<string>,
  skills: ReadonlySet<string>,
  plugins: readonly string[],
): SlashCommand {
  const isTerminalOnly = only.has(command.name);
  const isSkill = command.isSkill === true || skills.has(command.name);
  const plugin = command.source === undefined ? plugins.find((name) => command.name.startsWith(`${name}:`)) : undefined;
  if (
    isTerminalOnly === (command.isTerminalOnly ?? false) &&
    isSkill === (command.isSkill ?? false) &&
    plugin === undefined
  )
    return command;
  return {
    ...command,
    isTerminalOnly: isTerminalOnly || undefined,
    isSkill: isSkill || undefined,
    ...(plugin === undefined ? {} : { source: { kind: "plugin", name: stripControl(plugin) } as const }),
  };
}

function readCommand(command: { readonly name: string }, name: string): SlashCommand {
  const hint = (command as { argumentHint?: unknown }).argumentHint;
  const argumentHint = stripControl(
    Array.isArray(hint) ? hint.map((part) => `[${part}]`).join(" ") : typeof hint === "string" ? hint : "",
  );
  const description = stripControl(readString(command, "description") ?? "");
  const isBuiltIn = (command as { builtin?: unknown }).builtin === true;
  return {
    name,
    argumentHint,
    ...(isBuiltIn ? { description } : getSource(name, description, readString(command, "plugin"))),
  };
}

/** Words with which `claude` marks the source at the end of a description (2.0.77 to 2.1.329). */
const sources: ReadonlyMap<string, CommandSource> = new Map([
  ["project", { kind: "project" }],
  ["project, gitignored", { kind: "project" }],
  ["user", { kind: "user" }],
  ["managed", { kind: "managed" }],
]);

/** Separates the source from the description. */
function getSource(
  name: string,
  description: string,
  plugin: string | undefined,
): Pick<SlashCommand, "description" | "source"> {
  if (plugin !== undefined) return { description, source: { kind: "plugin", name: stripControl(plugin) } };
  const [whole, words = ""] = / ?\(([^()]+)\)$/.exec(description) ?? [];
  // 2.0.77 writes the plugin there, and where it was found.
  const [, named] = /^plugin:([^@]+)/.exec(words) ?? [];
  const source = named === undefined ? sources.get(words) : ({ kind: "plugin", name: named } as const);
  if (whole !== undefined && source) return { description: description.slice(0, -whole.length), source };
  const [prefix, front] = /^\(([^()]+)\) /.exec(description) ?? [];
  const isPlugin = front !== undefined && name.startsWith(`${front}:`);
  return isPlugin && prefix !== undefined
    ? { description: description.slice(prefix.length), source: { kind: "plugin", name: front } }
    : { description };
}
