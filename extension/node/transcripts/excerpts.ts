import { isContextBlock } from "../../core/protocol/frames/writtenText.ts";
import { stripControl } from "../../shared/base/invisible.ts";
import { readObject } from "../../shared/base/read.ts";
import { getUserContent } from "./entryFrames.ts";
import { readRecords, type TranscriptRecord } from "./records.ts";

/** Keys of a transcript's entries whose values are not part of the conversation. */
const bookkeeping = new Set(
  [
    "uuid",
    "parentUuid",
    "logicalParentUuid",
    "sessionId",
    "type",
    "role",
    "id",
    "model",
    "version",
    "gitBranch",
    "cwd",
    "timestamp",
    "requestId",
  ].concat([
    "userType",
    "entrypoint",
    "signature",
    "leafUuid",
    "promptId",
    "tool_use_id",
    "name",
    "stop_reason",
    "service_tier",
    "data",
    "slug",
    "agentId",
  ]),
);
/** Number of characters around a match in an excerpt. */
export const excerptLength = { before: 60, after: 100 };

/**
 * Returns true if a match under this key can be part of the conversation; the key is empty where it is too far from the
 * match. Long words without a space are data.
 */
export function isSearchableKey(key: string, excerpt: string): boolean {
  return !bookkeeping.has(key) && !/^[A-Za-z0-9+/=_-]{100,}$/.test(excerpt);
}

/**
 * Returns the text around the first match of `wanted` in a line of a transcript, on one line; undefined where no
 * visible text matches.
 */
export function extractExcerpt(line: string, wanted: string): string | undefined {
  for (const { value } of readRecords(line).records) {
    const excerpt = extractFrom(value, wanted);
    if (excerpt !== undefined) return excerpt;
  }
  return undefined;
}

function extractFrom(entry: TranscriptRecord["value"], wanted: string): string | undefined {
  if (entry["isSidechain"] === true || entry["isMeta"] === true) return undefined;
  const isReply = entry["type"] === "assistant";
  const whole = isReply ? readObject(entry, "message")?.["content"] : getUserContent(entry);
  // Text that programs put around a prompt is no part of it.
  const content = Array.isArray(whole) && whole.length > 1 ? whole.filter((block) => !isContextBlock(block)) : whole;
  for (const text of getTexts(content)) {
    const at = text.toLowerCase().indexOf(wanted.toLowerCase());
    if (at === -1) continue;
    const [from, to] = [Math.max(0, at - excerptLength.before), at + wanted.length + excerptLength.after];
    const excerpt = stripControl(text.slice(from, to)).replace(/\s+/g, " ").trim();
    return `${from > 0 ? "…" : ""}${excerpt}${to < text.length ? "…" : ""}`;
  }
  return undefined;
}

/** Yields every text in a message: prompts and replies, the inputs of tools, and their results. */
function* getTexts(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const entry of value) yield* getTexts(entry);
  else if (typeof value === "object" && value !== null) {
    for (const [key, entry] of Object.entries(value)) if (!bookkeeping.has(key)) yield* getTexts(entry);
  }
}
