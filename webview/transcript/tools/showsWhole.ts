import type { ToolDetails } from "../../../extension/contract/tools.ts";

/** Returns whether an open card shows the whole output of a call, including its first words. */
export function showsWhole(details: ToolDetails | undefined): boolean {
  if (details === undefined) return false;
  if (details.kind === "command" && details.exitCode !== undefined) return details.output.omitted === 0;
  return "output" in details && details.output !== undefined && details.output.omitted === 0 && details.output.text.trim() !== "";
}
