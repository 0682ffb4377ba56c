import fs from "node:fs";
import path from "node:path";
import { readNumber, readObject, readString } from "../../shared/base/read.ts";
import { readJsonSync, replaceFileSync } from "../storage/regularFiles.ts";
import type { ProcessIdentity } from "./runningProcess.ts";

/**
 * Ending of the files that record when one of our processes ended, and the time in milliseconds for which they are
 * kept.
 */
const endMark = ".ended";
const endKeptMs = 60_000;

/** Content of the file that records the process of a conversation. */
export interface Lock {
  /** Identity of `claude`; `mark` finds its descendants. */
  readonly cli: ProcessIdentity;
  readonly mark: string;
  /** The extension host that started it. */
  readonly host: ProcessIdentity;
  /**
   * Session id of the transcript that it writes, once known. Another window may open that transcript under another
   * name.
   */
  readonly session?: string | undefined;
  /** Set while the conversation works: its folder, absolute, and its title. */
  readonly work?: { readonly folder: string; readonly title: string } | undefined;
}

/** Reads a lock; undefined if it is missing or unreadable. */
export function readLock(file: string): Lock | undefined {
  const value = readJsonSync(file);
  const [cli, host] = [identityAt(value, "cli"), readHost(value)];
  const [mark, session] = [readString(value, "mark"), readString(value, "session")];
  const work = readObject(value, "work");
  const [folder, title] = [readString(work, "folder"), readString(work, "title")];
  if (!cli || !host || !mark) return undefined;
  return {
    cli,
    host,
    mark,
    session,
    ...(folder === undefined || title === undefined ? {} : { work: { folder, title } }),
  };
}

/** Returns the extension host that wrote a lock or a claim. */
export function readHost(value: unknown): ProcessIdentity | undefined {
  return identityAt(value, "host");
}

function identityAt(value: unknown, key: string): ProcessIdentity | undefined {
  const found = readObject(value, key);
  const pid = readNumber(found, "pid");
  return pid !== undefined && Number.isInteger(pid) && pid > 1
    ? { pid, startedAt: readString(found, "startedAt") }
    : undefined;
}

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
