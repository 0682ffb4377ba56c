import type fs from "node:fs";
import { readString } from "../../shared/base/read.ts";
import { openRegular } from "../storage/regularFiles.ts";
import { BackwardRecords } from "./backwardRecords.ts";
import { hasUuid, readTranscriptEntry, type TranscriptEntry } from "./transcriptEntry.ts";

/** An entry with its place in bytes. */
export interface LocatedEntry {
  readonly entry: TranscriptEntry;
  readonly start: number;
  readonly end: number;
}

/** Place of an entry in the file and in time. */
interface EntryPlace {
  /** Milliseconds since the epoch; NaN without a time. */
  readonly time: number;
  /** Byte offset after it. */
  readonly end: number;
}

/** The entries of a file by uuid, the last one first. */
export type EntryPlaces = ReadonlyMap<string, EntryPlace>;

/** Maximum age in milliseconds of the entry that stands in for a missing parent, compared with the child (2.1.329). */
const maxStandInMs = 5_000;

/** Returns the uuid of the newest entry of a saved conversation; undefined if it has none. */
export async function findLastEntry(file: string): Promise<string | undefined> {
  const handle = await openRegular(file);
  try {
    for await (const { entry } of entriesBackward(handle, (await handle.stat()).size, false)) return entry.uuid;
    return undefined;
  } finally {
    await handle.close();
  }
}

/** Returns the last entry before an offset that has this uuid, or whose prompt was sent under it. */
export async function findEntry(
  handle: fs.promises.FileHandle,
  end: number,
  uuid: string,
  isAgent: boolean,
): Promise<LocatedEntry | undefined> {
  for await (const found of entriesBackward(handle, end, isAgent)) if (hasUuid(found.entry, uuid)) return found;
  return undefined;
}

/** Reads the places of all entries. Where several have one uuid, the last one counts. */
export async function readEntryPlaces(handle: fs.promises.FileHandle, isAgent: boolean): Promise<EntryPlaces> {
  const places = new Map<string, EntryPlace>();
  for await (const { entry, end } of entriesBackward(handle, (await handle.stat()).size, isAgent)) {
    if (!places.has(entry.uuid)) places.set(entry.uuid, { time: getTime(entry), end });
  }
  return places;
}

/**
 * Returns the entry with which `claude` continues where the parent of an entry is missing: the newest one of the five
 * seconds before it, and of those of one time the first in the file (2.1.329; older versions end there). Undefined
 * where it ends too. `taken`: the entries that were followed already.
 */
export function findStandIn(
  places: EntryPlaces,
  child: TranscriptEntry,
  taken: ReadonlySet<string>,
): string | undefined {
  const until = getTime(child);
  let found: string | undefined;
  let newest = until - maxStandInMs;
  for (const [uuid, { time }] of places) {
    if (time > until || !(time >= newest) || taken.has(uuid)) continue;
    [found, newest] = [uuid, time];
  }
  return found;
}

function getTime({ value }: TranscriptEntry): number {
  return Date.parse(readString(value, "timestamp") ?? "");
}

async function* entriesBackward(
  handle: fs.promises.FileHandle,
  end: number,
  isAgent: boolean,
): AsyncGenerator<LocatedEntry> {
  const records = new BackwardRecords(handle, end);
  for (let record = await records.next(); record; record = await records.next()) {
    const read = record.kind === "record" ? readTranscriptEntry(record, isAgent) : undefined;
    if (record.kind === "record" && read?.kind === "entry")
      yield { entry: read.entry, start: record.start, end: record.end };
  }
}
