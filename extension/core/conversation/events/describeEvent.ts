import { maskLine, maskSecrets } from "../../../shared/base/maskSecrets.ts";
import type { ConversationEvent } from "./conversationEvents.ts";

/** Length to which texts are cut. */
const maxLength = 200;

/**
 * Returns the line of the log about an event: what no frame says, such as who decided, how long a call ran, and why a
 * turn ended. `calls`: the calls of the turn that ended. Secrets are masked.
 */
export function describeEvent(
  event: ConversationEvent,
  calls = "",
  mask: (text: string) => string = maskSecrets,
): string {
  const cut = (text: string): string => maskLine(text, maxLength, mask);
  switch (event.kind) {
    case "promptRendered":
      return `prompt rendered with ${event.tools.length} tools: ${cut(event.text)}`;
    case "toolInvoked": {
      const { tool, callId, outcome, durationMs, decision, agentCallId } = event;
      const duration = durationMs === undefined ? "" : `, ${durationMs} ms`;
      const decided = decision === undefined ? "" : `, decision ${decision.code}`;
      const where = agentCallId === undefined ? "" : `, in ${agentCallId}`;
      return cut(`tool ${tool} ${callId} invoked: ${outcome}${duration}${decided}${where}`);
    }
    case "turnEnded": {
      const { outcome, stopReason, usage } = event;
      const { models = [] } = usage ?? {};
      const tokens = models.reduce((sum, { input, cacheWrite, output }) => sum + input + cacheWrite + output, 0);
      return cut(`turn ${outcome}: ${stopReason}${models.length === 0 ? "" : `, ${tokens} new tokens`}${calls}`);
    }
  }
}
