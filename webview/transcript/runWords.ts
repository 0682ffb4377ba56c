import type { ToolItem } from "../../extension/contract/items.ts";

/** What the CLI says in its own words that the calls of a run did; undefined unless it says it of each of them, and of no other call. */
export function getRunWords(items: readonly ToolItem[]): string | undefined {
  const ids = new Set(items.map(({ id }) => id));
  const said = items.flatMap(({ runSummary }) => (runSummary?.calls.every((call) => ids.has(call)) ? [runSummary] : []));
  const told = new Set(said.flatMap(({ calls }) => calls));
  return told.size === ids.size ? [...new Set(said.map(({ text }) => text))].join(" · ") : undefined;
}
