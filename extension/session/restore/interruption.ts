import type { Frame } from "../../protocol/decode.ts";
import { readWritten } from "../../protocol/writtenText.ts";
import { getUserText } from "../reduce/reduceUser.ts";

/** What the CLI writes as user text when the user ended a turn (2.0.77 to 2.1.329). */
const endedByUser = "[Request interrupted by user";

/**
 * Whether the last turn of a saved conversation was cut: a prompt or a tool's output that nothing followed, or a call without an
 * answer. What the user ended is no cut, and what the CLI did by itself is no turn.
 */
export function wasInterrupted(frames: readonly Frame[]): boolean {
  const last = frames.findLast((frame) => frame.type === "assistant" || (frame.type === "user" && (isInterruptMark(frame) || !isOutsideTurn(frame))));
  if (last?.type === "assistant") return last.message.content.some((block) => block.type === "tool_use");
  return last?.type === "user" && !isInterruptMark(last);
}

type UserFrame = Extract<Frame, { type: "user" }>;

/** Whether a user frame is the mark of a turn that the user ended. */
export function isInterruptMark({ message }: UserFrame): boolean {
  return JSON.stringify(message.content).includes(endedByUser);
}

/** Whether a frame is a command that no model is asked about, its answer, or what the CLI keeps for itself. */
export function isOutsideTurn(frame: UserFrame): boolean {
  const written = readWritten(getUserText(frame));
  return written.kind !== "prompt" || written.isLocal;
}
