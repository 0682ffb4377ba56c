import type fs from "node:fs";
import { shortenText } from "../../shared/base/cutText.ts";

/**
 * Maximum number of bytes of a line with a prompt: its attachments (`attachmentLimits` in extension/shared/contract), a
 * third longer as base64, and its text.
 */
export const maxPromptLength = 48 * 1024 * 1024;

/** Number of bytes per read. */
const blockBytes = 1024 * 1024;

const content = String.raw`(?:"|\[\{"type":"(?:image|document|text)")`;
const prompt = new RegExp(String.raw`"message":\{"role":"user","content":${content}`);
const queuedPrompt = new RegExp(`"type":"queued_command","prompt":${content}`);

/**
 * Returns true for the start of a line with a prompt, also with one that was sent during a turn (all versions). Results
 * of tools are none.
 */
export function isLongPrompt(head: string): boolean {
  return prompt.test(head) || queuedPrompt.test(head);
}

const result = /"message":\{"role":"user","content":\[\{"(?:tool_use_id"|type":"tool_result")/;

/** Returns true for the start of a line with the result of a tool, such as a document that was read (all versions). */
export function isLongResult(head: string): boolean {
  return result.test(head);
}

/** Length of a text above which no view shows all of it, and the length of its start that is kept. */
const [maxTextLength, keptTextLength] = [4 * 1024 * 1024, 64 * 1024];

/** Returns a line with the starts of its very long texts; the line itself if it is no JSON. */
export function shortenTexts(line: string): string {
  const shorten = (_: string, value: unknown): unknown =>
    typeof value === "string" && value.length > maxTextLength ? shortenText(value, keptTextLength) : value;
  try {
    return JSON.stringify(JSON.parse(line, shorten));
  } catch {
    return line;
  }
}

/** Reads a line from its start; undefined if it is longer than a prompt can be. */
export async function readLongLine(handle: fs.promises.FileHandle, start: number): Promise<string | undefined> {
  const blocks: Buffer[] = [];
  for (let at = start; at - start < maxPromptLength; at += blockBytes) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(blockBytes), 0, blockBytes, at);
    const end = buffer.subarray(0, bytesRead).indexOf(10);
    blocks.push(buffer.subarray(0, end === -1 ? bytesRead : end));
    if (end !== -1 || bytesRead < blockBytes) return Buffer.concat(blocks).toString("utf8");
  }
  return undefined;
}
