import { readNumber, readString } from "../../base/read.ts";
import type { ToolItem } from "../../contract/items.ts";

/**
 * Adds the counts in the result of an agent that a turn waited for (2.0.77 to 2.1.329). Needed where no frame counted them during the run: in a saved
 * conversation, and with versions that do not report them.
 */
export function withTotals(item: ToolItem, result: unknown): ToolItem {
  if (item.toolKind !== "agent") return item;
  const taskId = readString(result, "agentId");
  const tokens = readNumber(result, "totalTokens");
  if (taskId === undefined || tokens === undefined) return item;
  const threadSize = item.threadSize || (readNumber(result, "totalToolUseCount") ?? 0);
  const elapsedMs = item.elapsedMs ?? readNumber(result, "totalDurationMs");
  return { ...item, threadSize, agent: { taskId, ...item.agent, tokens }, ...(elapsedMs === undefined ? {} : { elapsedMs }) };
}
