import type { Timeline } from "../../../../extension/core/conversation/view/timeline.ts";
import type { ConversationState } from "../../../../extension/shared/contract/conversationState.ts";
import { mainThread } from "../../../../extension/shared/contract/ids.ts";
import type { Item } from "../../../../extension/shared/contract/items.ts";
import { getTaskStateText } from "../../../../extension/shared/text/conversation.ts";
import { formatNotice } from "../../../../extension/shared/text/notices.ts";
import { formatDecision } from "../../../../extension/shared/text/requests/requests.ts";
import { formatToolSummary, getToolStateText } from "../../../../extension/shared/text/transcript/tools.ts";

/** A conversation's view as text, for golden files: one line an item, a subagent's thread indented. */
export function renderView(timeline: Timeline, state: ConversationState): string {
  const lines: string[] = [];
  const render = (thread: string, indent: string): void => {
    for (const item of timeline.items(thread)) {
      lines.push(`${indent}${renderItem(item)}`);
      if (item.kind === "tool") render(item.id, `${indent}  `);
    }
  };
  render(mainThread, "");
  for (const task of state.tasks) lines.push(`task ${task.id} [${getTaskStateText(task.state)}] ${task.text}`);
  const { status, contextTokens, contextWindow, title } = state;
  const { permissionMode: mode, model } = state.reported;
  lines.push(`state ${JSON.stringify({ status, mode, model, contextTokens, contextWindow, title })}`);
  return `${lines.join("\n")}\n`;
}

function renderItem(item: Item): string {
  switch (item.kind) {
    case "prompt":
      return `You: ${item.text}`;
    case "text":
      return `${item.isStreaming ? "(streaming) " : ""}${item.isFromCli ? "(CLI) " : ""}${JSON.stringify(item.text)}`;
    case "thinking":
      return `thinking ${JSON.stringify(item.text)}`;
    case "tool":
      return `${item.tool} ${JSON.stringify(item.subject)} ${getToolStateText(item.state)}${item.decided ? ` (${formatDecision(item.decided)})` : ""}${item.summary ? ` · ${formatToolSummary(item.summary)}` : ""}${item.threadSize ? ` · ${item.threadSize} steps` : ""}`;
    case "turn":
      return `-- turn ${item.outcome}${item.message ? `: ${item.message}` : ""}`;
    case "notice":
      return `(${item.level}) ${formatNotice(item.notice)}`;
  }
}
