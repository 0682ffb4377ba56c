import type { Frame } from "../../core/protocol/frames/decode.ts";
import { readArray, readObject, readString } from "../../shared/base/read.ts";
import { toFrame } from "./entryFrames.ts";
import type { TranscriptEntry } from "./transcriptEntry.ts";

type Value = TranscriptEntry["value"];

/** Returns true for a message of the user, not the result of a call. */
export function isPromptValue(value: Value): boolean {
  return value["type"] === "user" && value["isMeta"] !== true && getResults(value).length === 0;
}

/** Returns true for the output of a hook. */
export function isHook({ value }: Pick<TranscriptEntry, "value">): boolean {
  return readString(readObject(value, "attachment"), "type")?.startsWith("hook_") === true;
}

/** Returns the frame that an entry was on the wire, if it was one. */
export function getFrames({ value }: Pick<TranscriptEntry, "value">): Frame[] {
  const frame = toFrame(value);
  return frame ? [frame] : [];
}

/** Returns the id of the message that an entry is a part of. */
export function getMessageId(value: Value): string | undefined {
  return readString(readObject(value, "message"), "id");
}

/** Returns the ids of the calls in an entry. */
export function getCalls(value: Value): string[] {
  return getBlocks(value, "tool_use", "id");
}

/** Returns the ids of the calls whose results are in an entry. */
export function getResults(value: Value): string[] {
  return value["type"] === "user" ? getBlocks(value, "tool_result", "tool_use_id") : [];
}

function getBlocks(value: Value, type: string, key: string): string[] {
  const blocks = readArray(readObject(value, "message"), "content") ?? [];
  return blocks.flatMap((block) => (readString(block, "type") === type ? [readString(block, key) ?? ""] : []));
}
