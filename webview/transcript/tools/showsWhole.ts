import type { ToolDetails } from "../../../extension/contract/tools.ts";

/** Whether an opened card shows all that a call put out, its first words too. */
export function showsWhole(details: ToolDetails | undefined): boolean {
  if (details === undefined) return false;
  if (details.kind === "command" && details.exitCode !== undefined) return details.output.omitted === 0;
  return "output" in details && details.output !== undefined && details.output.omitted === 0 && details.output.text.trim() !== "";
}
