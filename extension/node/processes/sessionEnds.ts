import fs from "node:fs";
import path from "node:path";
import { replaceFileSync } from "../storage/regularFiles.ts";

/**
 * Ending of the files that record when one of our processes ended, and the time in milliseconds for which they are
 * kept.
 */
const endMark = ".ended";
const endKeptMs = 60_000;

/** Records that the process of a session ended now. Never throws. */
export function noteEnd(folder: string, session: string): void {
  if (!/^[\w-]+$/.test(session)) return;
  try {
    for (const file of fs.readdirSync(folder).filter((each) => each.endsWith(endMark))) {
      const { mtimeMs } = fs.lstatSync(path.join(folder, file));
      if (Date.now() - mtimeMs > endKeptMs) fs.rmSync(path.join(folder, file));
    }
    replaceFileSync(path.join(folder, `${session}${endMark}`), "");
  } catch {
    // Without the file, the session looks for a while as if another program wrote it.
  }
}

/** Returns when the process of a session ended, in milliseconds since the epoch; undefined if that is long ago. */
export function readEndTime(folder: string, session: string): number | undefined {
  return fs.lstatSync(path.join(folder, `${session}${endMark}`), { throwIfNoEntry: false })?.mtimeMs;
}
