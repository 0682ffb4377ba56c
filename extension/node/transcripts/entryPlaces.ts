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
    return await findNewest(handle, (await handle.stat()).size, false);
  } finally {
    await handle.close();
  }
}

/**
 * Returns the uuid of the entry with which `claude` continues: the last one that no other names as its parent, where an
 * entry that is there several times has the place of the first one (2.1.329; older versions go by time). That is the
 * last one of the file, unless entries were written twice or after their children.
 */
export async function findNewest(
  handle: fs.promises.FileHandle,
  end: number,
  isAgent: boolean,
): Promise<string | undefined> {
  let last: TranscriptEntry | undefined;
  let isParentPassed = false;
  for await (const { entry } of entriesBackward(handle, end, isAgent)) {
    if (last === undefined) last = entry;
    else if (entry.uuid === last.uuid || entry.parent === last.uuid) return findLeaf(handle, end, isAgent, last.uuid);
    // Children come behind their parent, unless both are there twice: then the last one is older than what is before.
    else if (isParentPassed && !(getTime(entry) > getTime(last))) break;
    isParentPassed ||= entry.uuid === last.parent;
  }
  return last?.uuid;
}

/** Returns the last entry that no other names as its parent; one that leads in a circle to itself counts as such. */
async function findLeaf(
  handle: fs.promises.FileHandle,
  end: number,
  isAgent: boolean,
  last: string,
): Promise<string | undefined> {
  const parents = new Map<string, string | undefined>();
  const starts = new Map<string, number>();
  for await (const { entry, start } of entriesBackward(handle, end, isAgent)) {
    if (!parents.has(entry.uuid)) parents.set(entry.uuid, entry.parent);
    starts.set(entry.uuid, start);
  }
  const passed = new Set([last]);
  for (let at = parents.get(last); at !== undefined && at !== last && !passed.has(at); at = parents.get(at))
    passed.add(at);
  const named = new Set(parents.values());
  if ([...passed].some((uuid) => parents.get(uuid) === last)) return last;
  const leaves = [...starts].filter(([uuid]) => !named.has(uuid));
  return leaves.sort(([, one], [, other]) => other - one)[0]?.[0];
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
