import type fs from "node:fs";
import { type BackwardLine, BackwardLines } from "./backwardLines.ts";
import { isLongPrompt, isLongResult, maxPromptLength, readLongLine, shortenTexts } from "./longPrompts.ts";
import { readRecords, type TranscriptRecord } from "./records.ts";

/** A record of a file, with its place in bytes, or a line of which a part or all is none. */
export type BackwardRecord =
  | {
      readonly kind: "record";
      readonly value: TranscriptRecord["value"];
      readonly size: number;
      readonly start: number;
      readonly end: number;
    }
  /** Comes before the records of its line. `isLost`: the line has no record at all, or is too long to read. */
  | { readonly kind: "damaged"; readonly line: BackwardLine; readonly isLost: boolean };

/** Reads the records of a transcript from an offset back to its start, the last one first. */
export class BackwardRecords {
  readonly #handle: fs.promises.FileHandle;
  readonly #lines: BackwardLines;
  /** Records of the last line that were not returned yet, the last one at the end. */
  #ready: BackwardRecord[] = [];

  constructor(handle: fs.promises.FileHandle, end: number) {
    this.#handle = handle;
    this.#lines = new BackwardLines(handle, end);
  }

  /** Returns the record before the one that was returned last; undefined at the start of the file. */
  async next(): Promise<BackwardRecord | undefined> {
    while (this.#ready.length === 0) {
      const line = await this.#lines.next();
      if (!line) return undefined;
      this.#ready = readLine(line.text === undefined ? await this.#readLong(line) : line);
    }
    return this.#ready.pop();
  }

  /**
   * Reads a line that is too long to keep in any case, if it is a prompt with its attachments, or the result of a tool,
   * without which its call would seem to have none.
   */
  async #readLong(line: BackwardLine): Promise<BackwardLine> {
    const isResult = isLongResult(line.head);
    if (line.end - line.start > maxPromptLength || !(isResult || isLongPrompt(line.head))) return line;
    const text = await readLongLine(this.#handle, line.start);
    return { ...line, text: isResult && text !== undefined ? shortenTexts(text) : text };
  }
}

function readLine(line: BackwardLine): BackwardRecord[] {
  if (line.text === undefined) return [{ kind: "damaged", line, isLost: true }];
  const { text } = line;
  const { records, isDamaged } = readRecords(text);
  const [first] = records;
  if (!isDamaged)
    return first ? [{ kind: "record", value: first.value, size: text.length, start: line.start, end: line.end }] : [];
  const found = records.map(({ value, start, end }): BackwardRecord => {
    const from = line.start + Buffer.byteLength(text.slice(0, start));
    return {
      kind: "record",
      value,
      size: end - start,
      start: from,
      end: from + Buffer.byteLength(text.slice(start, end)),
    };
  });
  return [...found, { kind: "damaged", line, isLost: !first }];
}
