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

/** With what a turn's `init` says of them: names that came since, and which work in a terminal only (2.1.329). */
export function withNamed(known: readonly SlashCommand[], names: readonly string[], terminal: readonly string[]): readonly SlashCommand[] {
  const has = new Set(known.map(({ name }) => name));
  const only = new Set(terminal);
  const added = [...new Set([...names, ...terminal])].filter((name) => !has.has(name));
  if (added.length === 0 && known.every(({ name, isTerminalOnly = false }) => isTerminalOnly === only.has(name))) return known;
  const all = [...known, ...added.map((name) => ({ name: stripControl(name), description: "", argumentHint: "" }))];
  return all.map((command) => ({ ...command, isTerminalOnly: only.has(command.name) || undefined }));
}
