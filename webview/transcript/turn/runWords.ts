import type { ToolItem } from "../../../extension/shared/contract/items.ts";

/** Returns the CLI's own summaries of a run; undefined unless they cover exactly the calls of the run. */
export function getRunWords(items: readonly ToolItem[]): string | undefined {
  const ids = new Set(items.map(({ id }) => id));
  const said = items.flatMap(({ runSummary }) =>
    runSummary?.calls.every((call) => ids.has(call)) ? [runSummary] : [],
  );
  const told = new Set(said.flatMap(({ calls }) => calls));
  return told.size === ids.size ? [...new Set(said.map(({ text }) => text))].join(" · ") : undefined;
}
