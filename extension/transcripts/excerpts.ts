import { stripControl } from "../base/invisible.ts";
import { readArray, readObject, readString } from "../base/read.ts";

/** Keys of a transcript's entries under which nothing stands that anybody said. */
const bookkeeping = new Set(
  ["uuid", "parentUuid", "logicalParentUuid", "sessionId", "type", "role", "id", "model", "version", "gitBranch", "cwd", "timestamp", "requestId"].concat([
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
/** Characters around a match in an excerpt. */
export const excerptLength = { before: 60, after: 100 };

/** Whether a match under this key can be something that was said; the key is empty where it is far. Long words without a space are data. */
export function isSearchableKey(key: string, excerpt: string): boolean {
  return !bookkeeping.has(key) && !/^[A-Za-z0-9+/=_-]{100,}$/.test(excerpt);
}

/** The text around the first place in an entry where `wanted` was said or done, in one line; undefined when it is nowhere that a person can see. */
export function extractExcerpt(line: string, wanted: string): string | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  const type = readString(entry, "type");
  if ((type !== "user" && type !== "assistant") || isTrue(entry, "isSidechain") || isTrue(entry, "isMeta")) return undefined;
  const message = readObject(entry, "message");
  const content: unknown = readString(message, "content") ?? readArray(message, "content");
  for (const text of getTexts(content)) {
    const at = text.toLowerCase().indexOf(wanted.toLowerCase());
    if (at === -1) continue;
    const [from, to] = [Math.max(0, at - excerptLength.before), at + wanted.length + excerptLength.after];
    const excerpt = stripControl(text.slice(from, to)).replace(/\s+/g, " ").trim();
    return `${from > 0 ? "…" : ""}${excerpt}${to < text.length ? "…" : ""}`;
  }
  return undefined;
}

function isTrue(entry: unknown, key: string): boolean {
  return typeof entry === "object" && entry !== null && Object.hasOwn(entry, key) && (entry as Record<string, unknown>)[key] === true;
}

/** Every text in a message: what was written, what tools were called with, and what they answered. */
function* getTexts(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const entry of value) yield* getTexts(entry);
  else if (typeof value === "object" && value !== null) {
    for (const [key, entry] of Object.entries(value)) if (!bookkeeping.has(key)) yield* getTexts(entry);
  }
}
