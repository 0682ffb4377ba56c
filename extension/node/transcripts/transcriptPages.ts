import type fs from "node:fs";
import type { AgentCall, TranscriptPage, TranscriptReader } from "../../core/conversation/ports/ports.ts";
import type { Frame } from "../../core/protocol/frames/decode.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import { openRegular } from "../storage/regularFiles.ts";
import { findAgentFile } from "./agentFiles.ts";
import { type BackwardRecord, BackwardRecords } from "./backwardRecords.ts";
import { BesideEntries } from "./besideEntries.ts";
import { getFrames, isPromptValue } from "./entryParts.ts";
import {
  type EntryPlaces,
  findEntry,
  findNewest,
  findStandIn,
  type LocatedEntry,
  readEntryPlaces,
} from "./entryPlaces.ts";
import { readDamagedEntry, readTranscriptEntry, type TranscriptEntry } from "./transcriptEntry.ts";
import { followTranscript } from "./transcriptTail.ts";

/**
 * Number of characters after which a page ends with the next turn; the next constant applies to the next step of a
 * turn.
 */
const turnLimit = 512 * 1024;
const stepLimit = 2 * 1024 * 1024;

interface SizedEntry extends LocatedEntry {
  readonly size: number;
}

/**
 * Reads a transcript backwards, page by page. A transcript is a tree (all versions): the reader follows the entries
 * from the newest one up to its root, and includes the parallel calls of one message, each of which begins a branch
 * (2.0.77 to 2.1.329). Where a parent is missing, it continues with the entry that `claude` takes in its place, or else
 * with the one before in the file: `claude` may know nothing of these, but the user sees them.
 */
export class TranscriptPages implements TranscriptReader {
  readonly openAgent: (call: AgentCall) => Promise<TranscriptPages | undefined>;
  readonly #file: string;
  readonly #before: string | undefined;
  readonly #through: string | undefined;
  readonly #isAgent: boolean;
  /** Byte offset after the data of the newest page. */
  #readTo = 0;
  /** Byte offset at which reading continues; undefined before the first page. */
  #end: number | undefined;
  /** The entry to continue with: any, a certain one, or none at the root. */
  #next: { readonly kind: "any" | "done" } | { readonly kind: "entry"; readonly uuid: string } = { kind: "any" };
  /** Byte offset of the entry that named the next one as its parent. */
  #childStart = 0;
  /** Entries beside the path from leaf to root that may be part of a message on it. */
  #beside: BesideEntries;
  /** The entry that named the next one as its parent; undefined if that one is damaged. */
  #child: TranscriptEntry | undefined;
  /** Uuids of the entries on the path so far. */
  #taken = new Set<string>();
  /** All entries of the file, read once a parent was not found. */
  #places: EntryPlaces | undefined;
  #damaged = 0;
  #costUsd: number | undefined;
  /** Damaged lines from this byte offset on are already counted. */
  #countedFrom = Number.POSITIVE_INFINITY;

  /**
   * `before`: reads only the entries before this one. `through`: reads this entry and those before it. `isAgent`: the
   * file is a subagent's.
   */
  constructor(
    file: string,
    { before, through }: { readonly before?: string | undefined; readonly through?: string | undefined } = {},
    isAgent = false,
  ) {
    this.openAgent = (call) => openAgent(file, call);
    this.#file = file;
    this.#before = before;
    this.#through = through;
    this.#isAgent = isAgent;
    this.#beside = new BesideEntries(isAgent);
  }

  copy(): TranscriptPages {
    const copy = new TranscriptPages(this.#file, { before: this.#before, through: this.#through }, this.#isAgent);
    copy.#readTo = this.#readTo;
    copy.#end = this.#end;
    copy.#next = this.#next;
    copy.#childStart = this.#childStart;
    copy.#beside = this.#beside.copy();
    copy.#child = this.#child;
    copy.#taken = new Set(this.#taken);
    copy.#places = this.#places;
    copy.#damaged = this.#damaged;
    copy.#costUsd = this.#costUsd;
    copy.#countedFrom = this.#countedFrom;
    return copy;
  }

  follow(added: (frames: readonly Frame[]) => void, shortened: () => void): Disposable {
    return followTranscript(this.#file, this.#readTo, added, shortened);
  }

  async read(): Promise<TranscriptPage> {
    const handle = await openRegular(this.#file);
    try {
      return await this.#readPage(handle);
    } finally {
      await handle.close();
    }
  }

  async #readPage(handle: fs.promises.FileHandle): Promise<TranscriptPage> {
    const newestFirst: Frame[] = [];
    if (this.#end === undefined) {
      this.#readTo = this.#end = (await handle.stat()).size;
      const newest = await findNewest(handle, this.#end, this.#isAgent);
      if (newest !== undefined) this.#next = { kind: "entry", uuid: newest };
    }
    if (this.#before !== undefined && this.#childStart === 0) await this.#seek(handle, this.#before);
    else if (this.#through !== undefined && this.#childStart === 0) await this.#seekTo(handle, this.#through);
    let records = new BackwardRecords(handle, this.#end);
    let size = 0;
    while (this.#next.kind !== "done") {
      const record = await records.next();
      if (!record) {
        this.#places ??= await readEntryPlaces(handle, this.#isAgent);
        if (this.#next.kind === "any" || (this.#childStart === 0 && !this.#isLater(this.#places))) {
          this.#next = { kind: "done" };
          break;
        }
        records = new BackwardRecords(handle, this.#continueFrom(this.#places));
        continue;
      }
      const found = this.#take(record);
      if (!found) continue;
      if (isPageEnd(found.entry, size)) {
        // This entry begins the next page.
        this.#end = found.end;
        this.#next = { kind: "entry", uuid: found.entry.uuid };
        break;
      }
      newestFirst.push(...(await this.#beside.take(handle, found.entry)), ...getFrames(found.entry));
      size += found.size;
      const from = this.#follow(found);
      if (size > turnLimit && isPromptValue(found.entry.value)) {
        this.#end = from;
        break;
      }
      if (from !== found.start) records = new BackwardRecords(handle, from);
    }
    const damaged = this.#damaged;
    this.#damaged = 0;
    const hasOlder = this.#next.kind !== "done";
    // The cost of a fork continues from the end of the original conversation.
    const costUsd =
      this.#before === undefined && this.#through === undefined
        ? (this.#costUsd ?? (hasOlder ? undefined : 0))
        : undefined;
    return { frames: newestFirst.reverse(), hasOlder, damaged, ...(costUsd === undefined ? {} : { costUsd }) };
  }

  /**
   * Moves to the parent of an entry without reading the entries after it. If the entry does not exist, nothing was cut
   * off and reading starts at the end.
   */
  async #seek(handle: fs.promises.FileHandle, uuid: string): Promise<void> {
    const found = await findEntry(handle, this.#end ?? 0, uuid, this.#isAgent);
    if (!found) return;
    this.#end = this.#follow(found);
  }

  /** Moves to an entry without reading the entries after it. If it does not exist, reading starts at the end. */
  async #seekTo(handle: fs.promises.FileHandle, uuid: string): Promise<void> {
    const found = await findEntry(handle, this.#end ?? 0, uuid, this.#isAgent);
    if (!found) return;
    this.#end = found.end;
    this.#childStart = found.end;
    this.#next = { kind: "entry", uuid: found.entry.uuid };
  }

  /** Returns the entry of a record if it is the one to continue with. */
  #take(record: BackwardRecord): SizedEntry | undefined {
    const next = this.#next;
    if (record.kind === "damaged") {
      const { line } = record;
      // After a search for a missing parent, lines are read a second time.
      if (line.start < this.#countedFrom) this.#damaged++;
      // The last line may be incomplete, so following starts at its beginning.
      if (line.end === this.#readTo) this.#readTo = line.start;
      this.#countedFrom = Math.min(this.#countedFrom, line.start);
      const place = record.isLost && next.kind === "entry" ? readDamagedEntry(line) : undefined;
      if (place && next.kind === "entry" && place.uuid === next.uuid) {
        this.#next = { kind: "entry", uuid: place.parent ?? "" };
        this.#childStart = line.start;
        this.#child = undefined;
      }
      return undefined;
    }
    const read = readTranscriptEntry(record, this.#isAgent);
    if (read.kind === "cost") this.#costUsd ??= read.usd;
    if (read.kind !== "entry") return undefined;
    const { entry } = read;
    if (next.kind === "any" || (next.kind === "entry" && next.uuid === entry.uuid))
      return { entry, size: record.size, start: record.start, end: record.end };
    // Entries after the newest one are there a second time, or before their parent.
    if (this.#taken.size > 0 && !this.#taken.has(entry.uuid)) this.#beside.add(entry, record);
    return undefined;
  }

  /** Continues with the parent of an entry. Returns the byte offset to read back from. */
  #follow({ entry, start }: LocatedEntry): number {
    this.#childStart = start;
    this.#child = entry;
    this.#taken.add(entry.uuid);
    const { parent } = entry;
    this.#next = parent === undefined ? { kind: "done" } : { kind: "entry", uuid: parent };
    return this.#places && parent !== undefined && !this.#places.has(parent) ? this.#continueFrom(this.#places) : start;
  }

  /** Returns whether the next entry was written after the one that named it as its parent. */
  #isLater(places: EntryPlaces): boolean {
    return this.#next.kind === "entry" && places.has(this.#next.uuid) && !this.#taken.has(this.#next.uuid);
  }

  /**
   * Continues where the parent is missing, or was written after its child. Returns the byte offset to read back from.
   */
  #continueFrom(places: EntryPlaces): number {
    const isLater = this.#isLater(places);
    this.#beside.clear();
    if (!isLater) this.#damaged++;
    const parent = this.#next.kind === "entry" && isLater ? this.#next.uuid : undefined;
    const uuid = parent ?? (this.#child && findStandIn(places, this.#child, this.#taken));
    const end = uuid === undefined ? undefined : places.get(uuid)?.end;
    this.#next = uuid === undefined || end === undefined ? { kind: "any" } : { kind: "entry", uuid };
    // Records between them may be parts of the same message.
    return Math.max(end ?? 0, this.#childStart);
  }
}

/** Returns true where a long page can end: after the result of a tool, so that calls and results stay together. */
function isPageEnd({ value }: TranscriptEntry, size: number): boolean {
  return size > stepLimit && value["type"] === "user" && !isPromptValue(value);
}

async function openAgent(file: string, call: AgentCall): Promise<TranscriptPages | undefined> {
  const found = await findAgentFile(file, call);
  return found === undefined ? undefined : new TranscriptPages(found, {}, true);
}
