import { numberAt, stringAt } from "../../base/read.ts";
import type { ToolItem } from "../../contract/items.ts";

/**
 * What the result of an agent counts that a turn waited for (2.0.77 to 2.1.329), where nothing was counted while it ran: of a saved
 * conversation, and of a version that does not tell.
 */
export function withTotals(item: ToolItem, result: unknown): ToolItem {
  const taskId = stringAt(result, "agentId");
  const tokens = numberAt(result, "totalTokens");
  if (item.toolKind !== "agent" || taskId === undefined || tokens === undefined) return item;
  const threadSize = item.threadSize || (numberAt(result, "totalToolUseCount") ?? 0);
  const elapsedMs = item.elapsedMs ?? numberAt(result, "totalDurationMs");
  return { ...item, threadSize, agent: { taskId, ...item.agent, tokens }, ...(elapsedMs === undefined ? {} : { elapsedMs }) };
}
