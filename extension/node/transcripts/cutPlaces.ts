import type { CutPlace } from "../../core/conversation/ports/ports.ts";
import { readString } from "../../shared/base/read.ts";
import { openRegular } from "../storage/regularFiles.ts";
import { BackwardRecords } from "./backwardRecords.ts";
import { findNewest } from "./entryPlaces.ts";
import { hasUuid, readDamagedEntry, readTranscriptEntry } from "./transcriptEntry.ts";

/** An entry as `claude` follows it. */
interface Link {
  readonly uuid: string;
  readonly parent: string | undefined;
}

/**
 * Finds the place right before a prompt from which `claude` can continue a saved conversation. It follows the newest
 * entry up by the parents alone, and not beyond a compaction: with `--resume-session-at` of an entry before that, a
 * start ends with "No message found" (2.0.77, 2.1.50 and 2.1.329).
 */
export async function findCut(file: string, prompt: string): Promise<CutPlace> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    const records = new BackwardRecords(handle, size);
    let next: "root" | string = (await findNewest(handle, size, false)) ?? "root";
    let isCompacted = false;
    /** The prompt, beside what `claude` follows. */
    let beside: Link | undefined;
    for (let record = await records.next(); record; record = await records.next()) {
      if (record.kind === "damaged") {
        const place = record.isLost ? readDamagedEntry(record.line) : undefined;
        if (place && place.uuid === next) next = place.parent ?? "root";
        continue;
      }
      const read = readTranscriptEntry(record);
      if (read.kind !== "entry") continue;
      const { uuid, value } = read.entry;
      const parent = readString(value, "parentUuid");
      const isPrompt = hasUuid(read.entry, prompt);
      if (uuid === next) {
        if (isPrompt) return toPlace({ uuid, parent });
        next = parent ?? "root";
        if (parent === undefined) isCompacted = isBoundary(value);
      } else if (isPrompt) {
        beside = { uuid, parent };
        if (next === "root") break;
      }
    }
    if (!beside) return { kind: "unknown" };
    // If a parent is missing, it is not known which entries `claude` follows.
    if (next !== "root") return toPlace(beside);
    return { kind: isCompacted ? "compacted" : "unknown" };
  } finally {
    await handle.close();
  }
}

function toPlace({ parent }: Link): CutPlace {
  return parent === undefined ? { kind: "beginning" } : { kind: "entry", uuid: parent };
}

/** Returns true for the entry with which a compaction begins the conversation anew. */
function isBoundary(value: Readonly<Record<string, unknown>>): boolean {
  return readString(value, "subtype") === "compact_boundary" || readString(value, "logicalParentUuid") !== undefined;
}
