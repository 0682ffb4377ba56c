import type { Frame } from "../../protocol/frames/decode.ts";
import { readUserContent } from "../../protocol/frames/writtenText.ts";

/** Beginning of the user text that `claude` writes when the user ended a turn (2.0.77 to 2.1.329). */
const endedByUser = "[Request interrupted by user";

/**
 * Returns whether the last turn of a saved conversation was cut off: it ends with a prompt, a tool result or a call
 * without a result. A turn that the user ended does not count, nor does what `claude` did on its own.
 */
export function wasInterrupted(frames: readonly Frame[]): boolean {
  const last = frames.findLast(
    (frame) =>
      frame.type === "assistant" || (frame.type === "user" && (isInterruptMark(frame) || !isOutsideTurn(frame))),
  );
  if (last?.type === "assistant") return last.message.content.some((block) => block.type === "tool_use");
  return last?.type === "user" && !isInterruptMark(last);
}

type UserFrame = Extract<Frame, { type: "user" }>;

/** Returns whether a user frame is the mark of a turn that the user ended. */
export function isInterruptMark({ message }: UserFrame): boolean {
  return JSON.stringify(message.content).includes(endedByUser);
}

/** Returns whether a frame is a local command without a model request, its output, or an internal entry of `claude`. */
export function isOutsideTurn(frame: UserFrame): boolean {
  const { written } = readUserContent(frame.message.content);
  return written.kind !== "prompt" || written.isLocal;
}

/** Returns the uuid of the last message in frames of a saved conversation; undefined if it has none. */
export function findLastMessage(frames: readonly Frame[]): string | undefined {
  const last = frames.findLast(
    (frame) =>
      frame.type === "assistant" ||
      (frame.type === "user" &&
        !isOutsideTurn(frame) &&
        !JSON.stringify(frame.message.content).includes('"tool_result"')),
  );
  return last && "uuid" in last && typeof last.uuid === "string" ? last.uuid : undefined;
}
