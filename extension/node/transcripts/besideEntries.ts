import type fs from "node:fs";
import type { Frame } from "../../core/protocol/frames/decode.ts";
import { readString } from "../../shared/base/read.ts";
import { getCalls, getFrames, getMessageId, getResults, isHook, isPromptValue } from "./entryParts.ts";
import { readRecords } from "./records.ts";
import { readTranscriptEntry, type TranscriptEntry } from "./transcriptEntry.ts";

/** An entry by its names and its place in the file, without its content. */
interface BesideEntry {
  readonly uuid: string;
  readonly parent: string | undefined;
  /** Id of its message, for a part of a reply. */
  readonly message: string | undefined;
  readonly calls: readonly string[];
  readonly results: readonly string[];
  /** The entry with the call whose result it is, where it says so. */
  readonly source: string | undefined;
  readonly isHook: boolean;
  /** Byte offsets of its record. */
  readonly start: number;
  readonly end: number;
}

/**
 * The entries beside the path that a reader follows, which may be part of a message on it. An abandoned branch can be
 * as long as the rest of the file, so only names and places are kept, and nothing that follows a message of the user
 * beside the path.
 */
export class BesideEntries {
  readonly #isAgent: boolean;
  /** The newest first. */
  #entries: BesideEntry[] = [];

  /** `isAgent`: the file is a subagent's. */
  constructor(isAgent: boolean) {
    this.#isAgent = isAgent;
  }

  copy(): BesideEntries {
    const copy = new BesideEntries(this.#isAgent);
    copy.#entries = [...this.#entries];
    return copy;
  }

  clear(): void {
    this.#entries = [];
  }

  /** Adds an entry that is older than all others. */
  add(entry: TranscriptEntry, { start, end }: { readonly start: number; readonly end: number }): void {
    const { uuid, parent, value } = entry;
    if (isPromptValue(value)) return this.#removeBranch(uuid);
    const isReply = value["type"] === "assistant";
    if (!isReply && value["type"] !== "user" && !isHook(entry)) return;
    this.#entries.push({
      uuid,
      parent,
      start,
      end,
      message: isReply ? getMessageId(value) : undefined,
      calls: getCalls(value),
      results: getResults(value),
      source: readString(value, "sourceToolAssistantUUID"),
      isHook: isHook(entry),
    });
  }

  /**
   * Returns the frames of those that belong to an entry on the path, the newest first: parallel calls of its message,
   * results of its calls, and the output of hooks that ran before a call (2.1.329).
   */
  async take(handle: fs.promises.FileHandle, { uuid, value }: TranscriptEntry): Promise<readonly Frame[]> {
    // An entry can be there twice.
    this.#entries = this.#entries.filter((each) => each.uuid !== uuid);
    if (this.#entries.length === 0) return [];
    const id = value["type"] === "assistant" ? getMessageId(value) : undefined;
    const calls = new Set(getCalls(value));
    const names = new Set([uuid]);
    const taken: BesideEntry[] = [];
    // The oldest first: a result comes after its call.
    for (const found of [...this.#entries].reverse()) {
      // Ids of messages and calls can be reused, so an entry that belongs to this one must also name it, or another one
      // that belongs to it, as its parent or source.
      const isSameMessage = id !== undefined && found.message === id && names.has(found.parent ?? "");
      const isOfHook = found.isHook && names.has(found.parent ?? "");
      const isResult =
        found.results.some((call) => calls.has(call)) && (found.source === undefined || names.has(found.source));
      if (!isSameMessage && !isOfHook && !isResult) continue;
      for (const call of found.calls) calls.add(call);
      names.add(found.uuid);
      taken.push(found);
    }
    this.#entries = isPromptValue(value) ? [] : this.#entries.filter((found) => !taken.includes(found));
    const frames: Frame[] = [];
    for (const each of taken.reverse()) frames.push(...(await this.#read(handle, each)));
    return frames;
  }

  /** Removes what follows an entry. */
  #removeBranch(root: string): void {
    const names = new Set([root]);
    // The oldest first: a parent comes before what follows it.
    for (const { uuid, parent } of [...this.#entries].reverse())
      if (parent !== undefined && names.has(parent)) names.add(uuid);
    if (names.size > 1) this.#entries = this.#entries.filter(({ uuid }) => !names.has(uuid));
  }

  async #read(handle: fs.promises.FileHandle, { uuid, start, end }: BesideEntry): Promise<readonly Frame[]> {
    const bytes = Buffer.alloc(end - start);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    const [record] = readRecords(bytes.toString("utf8", 0, bytesRead)).records;
    const read = record && readTranscriptEntry(record, this.#isAgent);
    // The file may have been replaced between two pages.
    return read?.kind === "entry" && read.entry.uuid === uuid ? getFrames(read.entry) : [];
  }
}
