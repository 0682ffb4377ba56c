import type fs from "node:fs";
import type { Disposable } from "../base/disposable.ts";
import type { Frame } from "../protocol/decode.ts";
import type { AgentCall, TranscriptPage, TranscriptReader } from "../session/ports.ts";
import { openRegular } from "../storage/regularFiles.ts";
import { findAgentFile } from "./agentFiles.ts";
import { type BackwardLine, BackwardLines } from "./backwardLines.ts";
import { BesideEntries } from "./besideEntries.ts";
import { getFrames, isPromptValue } from "./entryParts.ts";
import { hasUuid, readDamagedEntry, readEntry, type TranscriptEntry } from "./transcriptEntry.ts";
import { followTranscript } from "./transcriptTail.ts";

/** Number of characters after which a page ends with the next turn; the next constant applies to the next step of a turn. */
const turnLimit = 512 * 1024;
const stepLimit = 2 * 1024 * 1024;

interface SizedEntry {
  readonly entry: TranscriptEntry;
  readonly size: number;
}

/**
 * Reads a transcript backwards, page by page. A transcript is a tree (all versions): the reader follows the entries from the newest one up to its
 * root, and includes the parallel calls of one message, each of which begins a branch (2.0.77 to 2.1.329).
 */
export class TranscriptPages implements TranscriptReader {
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
  /** Uuids of all entries of the file, read once a parent was not found. */
  #known: Set<string> | undefined;
  #damaged = 0;
  #costUsd: number | undefined;
  /** Damaged lines from this byte offset on are already counted. */
  #countedFrom = Number.POSITIVE_INFINITY;

  /** `before`: reads only the entries before this one. `through`: reads this entry and those before it. `isAgent`: the file is a subagent's. */
  constructor(file: string, { before, through }: { readonly before?: string | undefined; readonly through?: string | undefined } = {}, isAgent = false) {
    this.#file = file;
    this.#before = before;
    this.#through = through;
    this.#isAgent = isAgent;
    this.#beside = new BesideEntries(isAgent);
  }

  async openAgent(call: AgentCall): Promise<TranscriptPages | undefined> {
    const file = await findAgentFile(this.#file, call);
    return file === undefined ? undefined : new TranscriptPages(file, {}, true);
  }

  copy(): TranscriptPages {
    const copy = new TranscriptPages(this.#file, { before: this.#before, through: this.#through }, this.#isAgent);
    copy.#readTo = this.#readTo;
    copy.#end = this.#end;
    copy.#next = this.#next;
    copy.#childStart = this.#childStart;
    copy.#beside = this.#beside.copy();
    copy.#known = this.#known;
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
    if (this.#end === undefined) this.#readTo = this.#end = (await handle.stat()).size;
    if (this.#before !== undefined && this.#childStart === 0) await this.#seek(handle, this.#before);
    else if (this.#through !== undefined && this.#childStart === 0) await this.#seekTo(handle, this.#through);
    let lines = new BackwardLines(handle, this.#end);
    let size = 0;
    while (this.#next.kind !== "done") {
      const line = await lines.next();
      if (!line) {
        if (this.#next.kind === "any" || this.#childStart === 0) {
          this.#next = { kind: "done" };
          break;
        }
        // The parent does not exist: continue with the entry before, so that nothing older is lost.
        this.#damaged++;
        this.#known ??= await readNames(handle);
        this.#next = { kind: "any" };
        this.#beside.clear();
        lines = new BackwardLines(handle, this.#childStart);
        continue;
      }
      const found = this.#take(line);
      if (!found) continue;
      if (isPageEnd(found.entry, size)) {
        // This entry begins the next page.
        this.#end = line.end;
        this.#next = { kind: "entry", uuid: found.entry.uuid };
        break;
      }
      newestFirst.push(...(await this.#beside.take(handle, found.entry)), ...getFrames(found.entry));
      size += found.size;
      this.#follow(found.entry, line);
      if (size > turnLimit && isPromptValue(found.entry.value)) {
        this.#end = line.start;
        break;
      }
    }
    const damaged = this.#damaged;
    this.#damaged = 0;
    const hasOlder = this.#next.kind !== "done";
    // The cost of a fork continues from the end of the original conversation.
    const costUsd = this.#before === undefined && this.#through === undefined ? (this.#costUsd ?? (hasOlder ? undefined : 0)) : undefined;
    return { frames: newestFirst.reverse(), hasOlder, damaged, ...(costUsd === undefined ? {} : { costUsd }) };
  }

  /**
   * Moves to the parent of an entry without reading the entries after it. If the entry does not exist, nothing was cut off and reading starts at the
   * end.
   */
  async #seek(handle: fs.promises.FileHandle, uuid: string): Promise<void> {
    const found = await findEntry(handle, this.#end ?? 0, uuid);
    if (!found) return;
    this.#end = found.line.start;
    this.#follow(found.entry, found.line);
  }

  /** Moves to an entry without reading the entries after it. If it does not exist, reading starts at the end. */
  async #seekTo(handle: fs.promises.FileHandle, uuid: string): Promise<void> {
    const found = await findEntry(handle, this.#end ?? 0, uuid);
    if (!found) return;
    this.#end = found.line.end;
    this.#childStart = found.line.end;
    this.#next = { kind: "entry", uuid: found.entry.uuid };
  }

  /** Returns the entry of a line if it is the one to continue with. */
  #take(line: BackwardLine): SizedEntry | undefined {
    const next = this.#next;
    const read = readEntry(line, this.#isAgent);
    if (read.kind === "damaged") {
      // After a search for a missing parent, lines are read a second time.
      if (line.start < this.#countedFrom) this.#damaged++;
      // The last line may be incomplete, so following starts at its beginning.
      if (line.end === this.#readTo) this.#readTo = line.start;
      this.#countedFrom = Math.min(this.#countedFrom, line.start);
      const place = next.kind === "entry" ? readDamagedEntry(line) : undefined;
      if (place && next.kind === "entry" && place.uuid === next.uuid) {
        this.#next = { kind: "entry", uuid: place.parent ?? "" };
        this.#childStart = line.start;
      }
      return undefined;
    }
    if (read.kind === "cost") this.#costUsd ??= read.usd;
    if (read.kind !== "entry") return undefined;
    const { entry } = read;
    const found = { entry, size: line.text?.length ?? 0 };
    if (next.kind === "any" || (next.kind === "entry" && next.uuid === entry.uuid)) return found;
    this.#beside.add(entry, line);
    return undefined;
  }

  #follow({ parent }: TranscriptEntry, line: BackwardLine): void {
    this.#childStart = line.start;
    if (parent === undefined) this.#next = { kind: "done" };
    else if (this.#known?.has(parent) === false) {
      this.#damaged++;
      this.#next = { kind: "any" };
    } else this.#next = { kind: "entry", uuid: parent };
  }
}

/** Returns true where a long page can end: after the result of a tool, so that calls and results stay together. */
function isPageEnd({ value }: TranscriptEntry, size: number): boolean {
  return size > stepLimit && value["type"] === "user" && !isPromptValue(value);
}

/** Returns the uuid of the newest entry of a saved conversation; undefined if it has none. */
export async function findLastEntry(file: string): Promise<string | undefined> {
  const handle = await openRegular(file);
  try {
    for await (const { entry } of entriesBackward(handle, (await handle.stat()).size)) return entry.uuid;
    return undefined;
  } finally {
    await handle.close();
  }
}

interface FoundEntry {
  readonly entry: TranscriptEntry;
  readonly line: BackwardLine;
}

async function findEntry(handle: fs.promises.FileHandle, end: number, uuid: string): Promise<FoundEntry | undefined> {
  for await (const found of entriesBackward(handle, end)) if (hasUuid(found.entry, uuid)) return found;
  return undefined;
}

/** Reads the uuids of all entries. */
async function readNames(handle: fs.promises.FileHandle): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { entry } of entriesBackward(handle, (await handle.stat()).size)) names.add(entry.uuid);
  return names;
}

async function* entriesBackward(handle: fs.promises.FileHandle, end: number): AsyncGenerator<FoundEntry> {
  const lines = new BackwardLines(handle, end);
  for (let line = await lines.next(); line; line = await lines.next()) {
    const read = readEntry(line);
    if (read.kind === "entry") yield { entry: read.entry, line };
  }
}
