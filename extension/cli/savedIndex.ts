import { numberAt, objectAt, stringAt } from "../base/read.ts";
import type { MessageCount } from "./countMessages.ts";
import type { TranscriptSummary } from "./transcriptSummary.ts";

/** What was read of a transcript, and of which state of its file. */
export interface KnownTranscript {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** Undefined for one in which nobody said anything. */
  readonly summary: TranscriptSummary | undefined;
  /** As far as somebody wanted it counted, perhaps in an earlier state of the file. */
  readonly counted?: MessageCount | undefined;
}

const version = 1;

export function serializeKnown(known: ReadonlyMap<string, KnownTranscript>): string {
  return JSON.stringify({ version, files: Object.fromEntries(known) });
}

/** Empty for a text that is damaged, of another version, or not there: everything is read again then. */
export function parseKnown(text: string | undefined): Map<string, KnownTranscript> {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    const files = numberAt(value, "version") === version ? Object.entries(objectAt(value, "files") ?? {}) : [];
    return new Map(files.flatMap(([file, entry]) => (isKnown(entry) ? [[file, entry] as const] : [])));
  } catch {
    return new Map();
  }
}

function isKnown(entry: unknown): entry is KnownTranscript {
  const summary = objectAt(entry, "summary");
  const isSummary = summary === undefined || (["title", "firstPrompt"].every((key) => stringAt(summary, key) !== undefined) && isOptional(summary));
  const counted = objectAt(entry, "counted");
  const isCounted = counted === undefined || (numberAt(counted, "upTo") !== undefined && numberAt(counted, "messages") !== undefined);
  return numberAt(entry, "size") !== undefined && numberAt(entry, "modified") !== undefined && isSummary && isCounted;
}

function isOptional(summary: Readonly<Record<string, unknown>>): boolean {
  const kinds = { cwd: "string", branch: "string", tag: "string", createdAt: "number", messages: "number" };
  return Object.entries(kinds).every(([key, kind]) => !Object.hasOwn(summary, key) || typeof summary[key] === kind);
}
