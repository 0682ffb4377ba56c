import { readNumber, readString } from "../../base/read.ts";
import type { ToolItem } from "../../contract/items.ts";

/**
 * What the result of an agent counts that a turn waited for (2.0.77 to 2.1.329), where nothing was counted while it ran: of a saved
 * conversation, and of a version that does not tell.
 */
export function withTotals(item: ToolItem, result: unknown): ToolItem {
  const taskId = readString(result, "agentId");
  const tokens = readNumber(result, "totalTokens");
  if (item.toolKind !== "agent" || taskId === undefined || tokens === undefined) return item;
  const threadSize = item.threadSize || (readNumber(result, "totalToolUseCount") ?? 0);
  const elapsedMs = item.elapsedMs ?? readNumber(result, "totalDurationMs");
  return { ...item, threadSize, agent: { taskId, ...item.agent, tokens }, ...(elapsedMs === undefined ? {} : { elapsedMs }) };
}
