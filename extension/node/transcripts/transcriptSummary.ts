import { readUserContent } from "../../core/protocol/frames/writtenText.ts";
import { shortenText } from "../../shared/base/cutText.ts";
import { stripControl } from "../../shared/base/invisible.ts";
import { readArray, readObject, readString } from "../../shared/base/read.ts";
import { openRegular } from "../storage/regularFiles.ts";
import { getUserContent } from "./entryFrames.ts";
import { isLongPrompt, readLongLine } from "./longPrompts.ts";
import { readRecords } from "./records.ts";

/** The data that the start and the end of a transcript give about it. */
export interface TranscriptSummary {
  readonly title: string;
  /** True if the user gave the title. */
  readonly isTitleGiven?: boolean | undefined;
  readonly firstPrompt: string;
  /** Working folder at the start of the conversation. */
  readonly cwd?: string | undefined;
  readonly branch?: string | undefined;
  /** The user's own tag. */
  readonly tag?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number | undefined;
  /** Number of prompts and replies; known only where the summary covers the whole transcript. */
  readonly messages?: number | undefined;
}

/** Number of bytes that are read at each end, enough for a summary however long the transcript is. */
const endBytes = 64 * 1024;
/** Number of bytes of a transcript in which its first prompt is looked for. */
const maxPromptPlace = 4 * 1024 * 1024;
/** Maximum number of characters of a title. */
const titleLength = 200;

/**
 * Reads both ends of a transcript. Returns undefined when they contain no message, or when the transcript is a
 * subagent's. Skips broken lines and unknown entries. Rejects when the file cannot be read.
 */
export async function readSummary(file: string): Promise<TranscriptSummary | undefined> {
  const { head, tail, isWhole } = await readEnds(file);
  if (head[0]?.["isSidechain"] === true) return undefined;
  const firstPrompt =
    head.map(getPrompt).find(Boolean) ??
    (isWhole ? undefined : await findPrompt(file)) ??
    tail.map(getPrompt).find(Boolean) ??
    "";
  // The last entry wins: titles are appended, never changed in place (2.1.329).
  const newestFirst = [...tail.toReversed(), ...head.toReversed()];
  const last = (type: string, key: string): string | undefined =>
    newestFirst
      .map((entry) => (entry["type"] === type ? readString(entry, key) : undefined))
      .find((text) => text !== undefined && text !== "");
  const given = last("custom-title", "customTitle");
  const title = given ?? last("ai-title", "aiTitle") ?? last("summary", "summary") ?? firstPrompt;
  if (title === "") return undefined;
  const tag = newestFirst.find((entry) => entry["type"] === "tag");
  const createdAt = Date.parse(head.map((entry) => readString(entry, "timestamp")).find(Boolean) ?? "");
  return {
    title: toOneLine(title),
    ...(given === undefined ? {} : { isTitleGiven: true }),
    firstPrompt: toOneLine(firstPrompt),
    cwd: head.map((entry) => readString(entry, "cwd")).find(Boolean),
    // `claude` writes "HEAD" where there is no branch.
    branch: newestFirst
      .map((entry) => readString(entry, "gitBranch"))
      .find((name) => name !== undefined && name !== "" && name !== "HEAD"),
    // An empty tag removes an earlier one.
    tag: toOneLine(readString(tag, "tag") ?? "") || undefined,
    createdAt: Number.isNaN(createdAt) ? undefined : createdAt,
    messages: isWhole ? head.filter(isMessage).length : undefined,
  };
}

type Entry = Readonly<Record<string, unknown>>;

async function readEnds(file: string): Promise<{ head: Entry[]; tail: Entry[]; isWhole: boolean }> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    const read = async (from: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    const bytes = await read(0, Math.min(endBytes, size));
    const head = bytes.toString("utf8").split("\n");
    // A line that is cut at the end of the first part or at the start of the last part is dropped, but a prompt is read
    // whole: it may be the first one.
    const cut = size > endBytes ? head.pop() : undefined;
    if (cut !== undefined && isLongPrompt(cut))
      head.push((await readLongLine(handle, bytes.lastIndexOf(10) + 1)) ?? "");
    const tail = size > endBytes ? (await read(size - endBytes, endBytes)).toString("utf8").split("\n").slice(1) : [];
    return { head: head.flatMap(parseEntries), tail: tail.flatMap(parseEntries), isWhole: size <= endBytes };
  } finally {
    await handle.close();
  }
}

/** Returns the first prompt behind the part that a summary reads in any case. */
async function findPrompt(file: string): Promise<string | undefined> {
  const handle = await openRegular(file);
  try {
    const lines = handle.readLines({ start: 0, end: maxPromptPlace, autoClose: false });
    for await (const line of lines) {
      const found = isLongPrompt(line) ? parseEntries(line).map(getPrompt).find(Boolean) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

/** Returns the records of a line. */
export function parseEntries(line: string): Entry[] {
  return readRecords(line).records.map(({ value }) => value);
}

/**
 * Returns true for a message. One message of `claude` is several entries; only prompts of the user and text of the
 * model count.
 */
export function isMessage(entry: Entry): boolean {
  return (
    getPrompt(entry) !== "" ||
    (entry["type"] === "assistant" &&
      (readArray(readObject(entry, "message"), "content") ?? []).some((block) => readString(block, "type") === "text"))
  );
}

/** Returns the text of an entry that the user wrote; empty for any other entry. */
function getPrompt(entry: Entry): string {
  if (entry["isMeta"] === true || entry["isSidechain"] === true || entry["isCompactSummary"] === true) return "";
  const { written } = readUserContent(getUserContent(entry));
  return written.kind !== "prompt" || written.isLocal ? "" : written.text;
}

function toOneLine(text: string): string {
  return shortenText(stripControl(text).replace(/\s+/g, " ").trim(), titleLength);
}
