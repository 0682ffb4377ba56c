import fs from "node:fs";
import { StringDecoder } from "node:string_decoder";
import type { Frame } from "../../core/protocol/frames/decode.ts";
import { type Disposable, toDisposable } from "../../shared/base/disposable.ts";
import { openRegular } from "../storage/regularFiles.ts";
import { toFrame } from "./entryFrames.ts";
import { readRecords } from "./records.ts";
import { readTranscriptEntry } from "./transcriptEntry.ts";

/** Number of bytes per read. */
const blockBytes = 256 * 1024;

/**
 * Follows a transcript that another program writes, from a byte offset on. Calls `added` with new frames in the order
 * of the file, and `shortened` each time the file lost data: everything read before is stale then.
 */
export function followTranscript(
  file: string,
  from: number,
  added: (frames: readonly Frame[]) => void,
  shortened: () => void,
): Disposable {
  let position = from;
  let rest = "";
  let decoder = new StringDecoder("utf8");
  let isReading = false;
  let isStale = false;
  let isDisposed = false;
  const read = async (): Promise<void> => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isStale && !isDisposed) {
        isStale = false;
        await readOn();
      }
    } catch {
      // The file is missing for now; a later change event reads it again.
    } finally {
      isReading = false;
    }
  };
  const readOn = async (): Promise<void> => {
    const handle = await openRegular(file);
    try {
      const { size } = await handle.stat();
      if (size < position) {
        position = size;
        rest = "";
        decoder = new StringDecoder("utf8");
        if (!isDisposed) shortened();
        return;
      }
      while (position < size && !isDisposed) {
        const block = Buffer.allocUnsafe(Math.min(blockBytes, size - position));
        const { bytesRead } = await handle.read(block, 0, block.length, position);
        if (bytesRead === 0) return;
        position += bytesRead;
        const lines = (rest + decoder.write(block.subarray(0, bytesRead))).split("\n");
        rest = lines.pop() ?? "";
        const frames = lines.flatMap(framesOfLine);
        if (frames.length > 0 && !isDisposed) added(frames);
      }
    } finally {
      await handle.close();
    }
  };
  const watcher = watch(file, () => void read());
  // Reads what was written before the watcher started.
  void read();
  return toDisposable(() => {
    isDisposed = true;
    watcher?.close();
  });
}

function watch(file: string, changed: () => void): fs.FSWatcher | undefined {
  try {
    const watcher = fs.watch(file, { persistent: false }, changed);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

function framesOfLine(line: string): Frame[] {
  return readRecords(line).records.flatMap((record) => {
    const read = readTranscriptEntry(record);
    const frame = read.kind === "entry" ? toFrame(read.entry.value) : undefined;
    return frame ? [frame] : [];
  });
}
