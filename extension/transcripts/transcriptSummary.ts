import { stripControl } from "../base/invisible.ts";
import { readArray, readObject, readString } from "../base/read.ts";
import { readWritten } from "../protocol/writtenText.ts";
import { openRegular } from "../storage/regularFiles.ts";

/** What the start and the end of a transcript tell of it. */
export interface TranscriptSummary {
  readonly title: string;
  readonly firstPrompt: string;
  /** Working folder that it began in. */
  readonly cwd?: string | undefined;
  readonly branch?: string | undefined;
  /** The user's own mark. */
  readonly tag?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number | undefined;
  /** Prompts and replies; known of a transcript that was read whole. */
  readonly messages?: number | undefined;
}

/** Bytes that are read at each end: enough for what is told, however long the transcript is. */
const endBytes = 64 * 1024;
/** Characters of a title. */
const titleLength = 200;

/**
 * Reads both ends of a transcript. Undefined when nobody said anything in it, as far as these tell, or when it is a subagent's.
 * Broken lines and unknown entries are left out. Rejects when the file cannot be read.
 */
export async function readSummary(file: string): Promise<TranscriptSummary | undefined> {
  const { head, tail, isWhole } = await readEnds(file);
  if (head[0]?.["isSidechain"] === true) return undefined;
  const firstPrompt = head.map(getPrompt).find(Boolean) ?? tail.map(getPrompt).find(Boolean) ?? "";
  // What was said last counts: titles are appended, never changed in place (2.1.329).
  const newestFirst = [...tail.toReversed(), ...head.toReversed()];
  const last = (type: string, key: string): string | undefined =>
    newestFirst.map((entry) => (entry["type"] === type ? readString(entry, key) : undefined)).find((text) => text !== undefined && text !== "");
  const title = last("custom-title", "customTitle") ?? last("ai-title", "aiTitle") ?? last("summary", "summary") ?? firstPrompt;
  if (title === "") return undefined;
  const tag = newestFirst.find((entry) => entry["type"] === "tag");
  const createdAt = Date.parse(head.map((entry) => readString(entry, "timestamp")).find(Boolean) ?? "");
  return {
    title: oneLine(title),
    firstPrompt: oneLine(firstPrompt),
    cwd: head.map((entry) => readString(entry, "cwd")).find(Boolean),
    // "HEAD" is what the CLI notes where there is no branch.
    branch: newestFirst.map((entry) => readString(entry, "gitBranch")).find((name) => name !== undefined && name !== "" && name !== "HEAD"),
    // An empty one takes a mark back.
    tag: oneLine(readString(tag, "tag") ?? "") || undefined,
    createdAt: Number.isNaN(createdAt) ? undefined : createdAt,
    messages: isWhole ? head.filter(isMessage).length : undefined,
  };
}

type Entry = Readonly<Record<string, unknown>>;

async function readEnds(file: string): Promise<{ head: Entry[]; tail: Entry[]; isWhole: boolean }> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    const read = async (from: number, length: number): Promise<string[]> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      return buffer.toString("utf8", 0, bytesRead).split("\n");
    };
    const head = await read(0, Math.min(endBytes, size));
    if (head[0]?.startsWith("\ufeff")) head[0] = head[0].slice(1);
    // The line that is cut at the end of the first part, and at the start of the last one, is nobody's.
    if (size > endBytes) head.pop();
    const tail = size > endBytes ? (await read(size - endBytes, endBytes)).slice(1) : [];
    return { head: head.flatMap(parseEntry), tail: tail.flatMap(parseEntry), isWhole: size <= endBytes };
  } finally {
    await handle.close();
  }
}

/** The entry of a line; none for one that is broken. */
export function parseEntry(line: string): Entry[] {
  if (!line.includes("{")) return [];
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? [value as Entry] : [];
  } catch {
    return [];
  }
}

/** One message of the CLI is several entries: only what the model or the user said first counts. */
export function isMessage(entry: Entry): boolean {
  return (
    getPrompt(entry) !== "" ||
    (entry["type"] === "assistant" && (readArray(readObject(entry, "message"), "content") ?? []).some((block) => readString(block, "type") === "text"))
  );
}

/** The text of an entry that a person wrote; empty for any other. */
function getPrompt(entry: Entry): string {
  if (entry["type"] !== "user" || entry["isMeta"] === true || entry["isSidechain"] === true || entry["isCompactSummary"] === true) return "";
  const message = readObject(entry, "message");
  const texts = readString(message, "content") ?? (readArray(message, "content") ?? []).map((block) => readString(block, "text") ?? "").join(" ");
  const written = readWritten(texts.trim());
  // What the CLI puts in by itself is in tags: reminders, what a shell command put out.
  return written.kind !== "prompt" || written.isLocal || /^<[a-z-]+>/.test(written.text) ? "" : written.text;
}

function oneLine(text: string): string {
  const line = stripControl(text).replace(/\s+/g, " ").trim();
  return line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line;
}
