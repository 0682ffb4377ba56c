import { readNumber, readObject, readString } from "../../shared/base/read.ts";
import { readJsonSync } from "../storage/regularFiles.ts";
import type { ProcessIdentity } from "./runningProcess.ts";

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
