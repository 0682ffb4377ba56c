import type { Frame } from "../protocol/decode.ts";

/** What the CLI writes as user text when the user ended a turn (2.0.77 to 2.1.329). */
const endedByUser = "[Request interrupted by user";

/**
 * Whether the last turn of a saved conversation was cut: a prompt or a tool's output that nothing followed, or a call without an
 * answer. What the user ended is no cut.
 */
export function wasCut(frames: readonly Frame[]): boolean {
  const last = frames.findLast((frame) => frame.type === "user" || frame.type === "assistant");
  if (last?.type === "assistant") return last.message.content.some((block) => block.type === "tool_use");
  return last?.type === "user" && !JSON.stringify(last.message.content).includes(endedByUser);
}
