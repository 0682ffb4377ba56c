import { parseJson, readNumber, readObject, readString } from "../../shared/base/read.ts";
import type { MessageCount } from "./countMessages.ts";
import type { TranscriptSummary } from "./transcriptSummary.ts";

/** The summary of a transcript, with the state of the file from which it was read. */
export interface IndexedTranscript {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** Undefined for a transcript without messages. */
  readonly summary: TranscriptSummary | undefined;
  /** The last message count, possibly for an earlier state of the file. */
  readonly counted?: MessageCount | undefined;
}

const version = 1;

export function serializeIndex(known: ReadonlyMap<string, IndexedTranscript>): string {
  return JSON.stringify({ version, files: Object.fromEntries(known) });
}

/**
 * Parses a saved index. Returns undefined for a text that is damaged, missing or of another version; every transcript
 * is read again then.
 */
export function parseIndex(text: string | undefined): Map<string, IndexedTranscript> | undefined {
  const value = parseJson(text ?? "");
  const files = readNumber(value, "version") === version ? readObject(value, "files") : undefined;
  return (
    files && new Map(Object.entries(files).flatMap(([file, entry]) => (isKnown(entry) ? [[file, entry] as const] : [])))
  );
}

function isKnown(entry: unknown): entry is IndexedTranscript {
  const summary = readObject(entry, "summary");
  const isSummary =
    summary === undefined ||
    (["title", "firstPrompt"].every((key) => readString(summary, key) !== undefined) && isOptional(summary));
  const counted = readObject(entry, "counted");
  const isCounted =
    counted === undefined ||
    (readNumber(counted, "upTo") !== undefined && readNumber(counted, "messages") !== undefined);
  return (
    readNumber(entry, "size") !== undefined && readNumber(entry, "modified") !== undefined && isSummary && isCounted
  );
}

function isOptional(summary: Readonly<Record<string, unknown>>): boolean {
  const kinds = { cwd: "string", branch: "string", tag: "string", createdAt: "number", messages: "number" };
  return Object.entries(kinds).every(([key, kind]) => !Object.hasOwn(summary, key) || typeof summary[key] === kind);
}
