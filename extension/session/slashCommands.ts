import { stripControl } from "../base/invisible.ts";
import { stringAt } from "../base/read.ts";
import type { SlashCommand } from "../contract/suggestions.ts";

/** Commands as the CLI lists them: in its answer to `initialize` (all versions) and in `commands_changed` (2.1.329). */
export function slashCommands(listed: readonly { readonly name: string }[]): readonly SlashCommand[] {
  return listed.map((command) => {
    const hint = (command as { argumentHint?: unknown }).argumentHint;
    return {
      name: stripControl(command.name),
      description: stripControl(stringAt(command, "description") ?? ""),
      argumentHint: stripControl(Array.isArray(hint) ? hint.map((part) => `[${part}]`).join(" ") : typeof hint === "string" ? hint : ""),
    };
  });
}

/** With those that a turn's `init` names beside them: what came since, and what works in a terminal only (2.1.329). */
export function withNamed(known: readonly SlashCommand[], names: readonly string[], terminal: readonly string[]): readonly SlashCommand[] {
  const has = new Set(known.map(({ name }) => name));
  const added = [...new Set(names)].filter((name) => !has.has(name)).map((name) => ({ name: stripControl(name), description: "", argumentHint: "" }));
  const onlyThere = terminal.filter((name) => !has.has(name) && !names.includes(name));
  if (added.length + onlyThere.length === 0) return known;
  return [...known, ...added, ...onlyThere.map((name) => ({ name: stripControl(name), description: "", argumentHint: "", isTerminalOnly: true }))];
}
