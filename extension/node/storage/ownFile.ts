import fs from "node:fs";
import type { UnreadFile } from "../../core/conversations/ports.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import { readVersion } from "../../shared/base/savedText.ts";
import { isMissing, readRegularSync } from "./regularFiles.ts";

/** A file with the text that this version keeps under a name. */
export interface OwnFile {
  readonly path: string;
  /** Undefined if there is none yet. */
  readonly text: string | undefined;
  /** The file of that name, if it is not this one. */
  readonly unread?: UnreadFile;
}

/** Version of the format of the JSON files of this folder of the sources. */
const version = 1;

/** Ending of the names of files that were set aside. */
const asideEnding = ".damaged";

/** Returns true for the name of a file that was set aside, or that has its place beside one that could not be read. */
export function isBesideOther(name: string): boolean {
  return name.endsWith(asideEnding) || /\.v\d+\.json$/.test(name);
}

/** Removes what tells a file beside another one, and the ending, from the name of a JSON file. */
export function getStateName(file: string): string {
  return file.replace(/(?:\.v\d+)?\.json$/, "");
}

/**
 * Finds the JSON file with this path. In place of one of a newer version, or one that the disk refuses to read, it is a
 * file beside it; the other stays as it is. `isLimited`: also in place of one over 4 MiB.
 */
export function findOwn(file: string, { isLimited = false } = {}): OwnFile {
  const found = readOwn(file, isLimited);
  if (!("why" in found)) return found;
  const path = file.replace(/\.json$/, `.v${version}.json`);
  const beside = readOwn(path, isLimited);
  return { path, text: "why" in beside ? undefined : beside.text, unread: found };
}

function readOwn(path: string, isLimited: boolean): OwnFile | UnreadFile {
  try {
    // Some editors add a byte order mark, which is no JSON.
    const text = readRegularSync(path, { isLimited }).replace(/^\ufeff/, "");
    return readVersion(text) > version ? { file: path, why: "newer" } : { path, text };
  } catch (error) {
    return isMissing(error)
      ? { path, text: undefined }
      : { file: path, why: "unreadable", reason: getErrorMessage(error) };
  }
}

/** Renames a damaged file, so that the user can inspect it. Throws if the disk refuses. */
export function setAside(file: string): void {
  fs.renameSync(file, findFree(file));
}

/** Keeps a damaged file as `setAside` does, until another one replaces it in its place too. */
export function keepAside(file: string): void {
  try {
    fs.linkSync(file, findFree(file));
  } catch {
    // Some file systems have no links.
    setAside(file);
  }
}

/** Returns the path for a file that is set aside. */
export function findFree(file: string): string {
  for (let at = Date.now(); ; at++) {
    const free = `${file}.${at}${asideEnding}`;
    // A rename would replace an earlier one.
    if (!fs.existsSync(free)) return free;
  }
}
