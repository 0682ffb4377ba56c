import { readString } from "../../../shared/base/read.ts";
import { withLineEndsOf } from "../../review/lineEnds.ts";
import type { DiskText } from "../../review/writeRules.ts";

/**
 * A file before the conversation, or before one of its prompts. `before` is undefined for a file that did not exist.
 */
export interface FileBefore {
  readonly path: string;
  readonly before: DiskText | undefined;
  /** True if the text was read from disk; else it comes from a saved result, with line feeds as line ends. */
  readonly isExact: boolean;
  /**
   * True if the file was read from disk here; else only a saved result claims the text, and any program can write such
   * a result.
   */
  readonly isSeen: boolean;
}

/** Returns a text of a saved result with the line ends, byte-order mark and encoding that its file has now. */
export function matchDiskFormat({ before, isExact }: FileBefore, now: DiskText | undefined): DiskText | undefined {
  if (!before || isExact || !now) return before;
  return { text: withLineEndsOf(now.text, before.text), isUtf16: now.isUtf16 };
}

/** Returns a file before a call, from the call's saved result; undefined if the result does not have it. */
export function readOriginal(path: string, result: unknown): FileBefore | undefined {
  if (!result || typeof result !== "object") return undefined;
  if (readString(result, "type") === "create") return { path, before: undefined, isExact: true, isSeen: false };
  // 2.1.329 does not save the original of a long file, so a missing text does not mean a missing file.
  const text = readString(result, "originalFile") ?? readString(result, "original_file");
  return text === undefined ? undefined : { path, before: { text, isUtf16: false }, isExact: false, isSeen: false };
}
