import { readNumber, readObject, readString } from "../base/read.ts";
import type { MessageCount } from "./countMessages.ts";
import type { TranscriptSummary } from "./transcriptSummary.ts";

/** What was read of a transcript, and of which state of its file. */
export interface IndexedTranscript {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** Undefined for one in which nobody said anything. */
  readonly summary: TranscriptSummary | undefined;
  /** As far as somebody wanted it counted, perhaps in an earlier state of the file. */
  readonly counted?: MessageCount | undefined;
}

const version = 1;

export function serializeIndex(known: ReadonlyMap<string, IndexedTranscript>): string {
  return JSON.stringify({ version, files: Object.fromEntries(known) });
}

/** Empty for a text that is damaged, of another version, or not there: everything is read again then. */
export function parseIndex(text: string | undefined): Map<string, IndexedTranscript> {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    const files = readNumber(value, "version") === version ? Object.entries(readObject(value, "files") ?? {}) : [];
    return new Map(files.flatMap(([file, entry]) => (isKnown(entry) ? [[file, entry] as const] : [])));
  } catch {
    return new Map();
  }
}

function isKnown(entry: unknown): entry is IndexedTranscript {
  const summary = readObject(entry, "summary");
  const isSummary = summary === undefined || (["title", "firstPrompt"].every((key) => readString(summary, key) !== undefined) && isOptional(summary));
  const counted = readObject(entry, "counted");
  const isCounted = counted === undefined || (readNumber(counted, "upTo") !== undefined && readNumber(counted, "messages") !== undefined);
  return readNumber(entry, "size") !== undefined && readNumber(entry, "modified") !== undefined && isSummary && isCounted;
}

function isOptional(summary: Readonly<Record<string, unknown>>): boolean {
  const kinds = { cwd: "string", branch: "string", tag: "string", createdAt: "number", messages: "number" };
  return Object.entries(kinds).every(([key, kind]) => !Object.hasOwn(summary, key) || typeof summary[key] === kind);
}
