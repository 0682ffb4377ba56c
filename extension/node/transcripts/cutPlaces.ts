import type fs from "node:fs";
import type { CutPlace } from "../../core/conversation/ports/ports.ts";
import { readString } from "../../shared/base/read.ts";
import { openRegular } from "../storage/regularFiles.ts";
import { BackwardRecords } from "./backwardRecords.ts";
import { findNewest, findStandIn, readEntryPlaces } from "./entryPlaces.ts";
import { hasUuid, readDamagedEntry, readTranscriptEntry, type TranscriptEntry } from "./transcriptEntry.ts";

/**
 * Finds the place right before a prompt from which `claude` can continue a saved conversation. It follows the newest
 * entry up by the parents alone, and not beyond a compaction: with `--resume-session-at` of an entry before that, or of
 * one that it does not follow, a start ends with "No message found" (2.0.77, 2.1.50 and 2.1.329).
 */
export async function findCut(file: string, prompt: string): Promise<CutPlace> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    const records = new BackwardRecords(handle, size);
    const newest = await findNewest(handle, size, false);
    let next: "root" | string = newest ?? "root";
    let [isFound, isBeside, isCompacted] = [false, false, false];
    for (let record = await records.next(); record; record = await records.next()) {
      if (record.kind === "damaged") {
        const place = record.isLost ? readDamagedEntry(record.line) : undefined;
        if (!place || place.uuid !== next) continue;
        // Too long to be read here, but not by `claude`.
        if (isFound && record.line.text === undefined) return { kind: "entry", uuid: next };
        next = place.parent ?? "root";
        continue;
      }
      const read = readTranscriptEntry(record);
      if (read.kind !== "entry") continue;
      const { uuid, value } = read.entry;
      const isPrompt = hasUuid(read.entry, prompt);
      if (uuid === next) {
        if (isFound) return { kind: "entry", uuid };
        const parent = readString(value, "parentUuid");
        if (isPrompt && parent === undefined) return { kind: "beginning" };
        isFound = isPrompt;
        next = parent ?? "root";
        if (parent === undefined) isCompacted = isBoundary(value);
      } else if (isPrompt) {
        isBeside = true;
        if (next === "root") break;
      }
    }
    // A parent is missing, or was written after its child.
    if (next !== "root" && newest !== undefined) return await followGaps(handle, newest, prompt);
    return { kind: isBeside && isCompacted ? "compacted" : "unknown" };
  } finally {
    await handle.close();
  }
}

/** Finds the same place where parents are missing: `claude` continues with what stands in for them, or ends there. */
async function followGaps(handle: fs.promises.FileHandle, newest: string, prompt: string): Promise<CutPlace> {
  const entries = new Map<string, TranscriptEntry & { readonly isPrompt: boolean }>();
  const records = new BackwardRecords(handle, (await handle.stat()).size);
  for (let record = await records.next(); record; record = await records.next()) {
    const read = record.kind === "record" ? readTranscriptEntry(record) : undefined;
    if (read?.kind !== "entry" || entries.has(read.entry.uuid)) continue;
    const { uuid, value } = read.entry;
    const { timestamp, subtype, logicalParentUuid } = value;
    const parent = readString(value, "parentUuid");
    const isPrompt = hasUuid(read.entry, prompt);
    entries.set(uuid, { uuid, parent, value: { timestamp, subtype, logicalParentUuid }, isPrompt });
  }
  const places = await readEntryPlaces(handle, false);
  const taken = new Set<string>();
  let last: TranscriptEntry | undefined;
  for (let at = entries.get(newest); at; ) {
    last = at;
    const { uuid, parent, isPrompt } = at;
    taken.add(uuid);
    const known = parent !== undefined && entries.has(parent) ? parent : undefined;
    const before = parent === undefined ? undefined : (known ?? findStandIn(places, at, taken));
    if (isPrompt && parent === undefined) return { kind: "beginning" };
    if (isPrompt) return before === undefined ? { kind: "unknown" } : { kind: "entry", uuid: before };
    at = before === undefined || taken.has(before) ? undefined : entries.get(before);
  }
  const isBeside = [...entries.values()].some(({ isPrompt }) => isPrompt);
  return { kind: isBeside && last && isBoundary(last.value) ? "compacted" : "unknown" };
}

/** Returns true for the entry with which a compaction begins the conversation anew. */
function isBoundary(value: Readonly<Record<string, unknown>>): boolean {
  return readString(value, "subtype") === "compact_boundary" || readString(value, "logicalParentUuid") !== undefined;
}
