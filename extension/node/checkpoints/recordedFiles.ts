import type { RecordedFile } from "../../core/conversation/ports/fileHistory.ts";
import { TooMuchOutput } from "../git/privateGit.ts";
import type { FolderSnapshot } from "./compareFolder.ts";
import { locateFile } from "./disk/folderPaths.ts";
import { readDiskFile } from "./disk/readDiskFile.ts";
import { toRelative } from "./index/paths.ts";
import { readBlobs } from "./snapshots/readBlobs.ts";
import type { ResolvePath } from "./uncoveredFiles.ts";

/** A folder in a state of the files, with all paths that lead to it. */
export interface SpelledState extends FolderSnapshot {
  readonly spellings: readonly string[];
}

/**
 * Returns how snapshots of folders have these files, by absolute path. A path that leads through a link names another
 * file, and is "uncovered".
 */
export async function findRecorded(
  states: readonly SpelledState[],
  paths: readonly string[],
  resolveRealPath: ResolvePath,
): Promise<ReadonlyMap<string, RecordedFile>> {
  const found = new Map<string, RecordedFile>(paths.map((path) => [path, "uncovered"]));
  const resolved = await Promise.all(paths.map(async (path) => ({ path, real: await resolveRealPath(path) })));
  for (const { spellings, checkpoints, snapshot } of states) {
    const { root, snapshots } = await checkpoints.open();
    const named = resolved.flatMap(({ path, real }) => {
      const name = toRelative(spellings, path);
      return name !== undefined && toRelative([root], real) === name ? [{ path, name }] : [];
    });
    const names = named.map(({ name }) => name);
    const [files, { gaps }] = await Promise.all([snapshots.find(snapshot, names), snapshots.readSideList(snapshot)]);
    const leftOut = new Set(gaps.map((gap) => gap.path));
    const ignored = await snapshots.findIgnored(
      snapshot,
      names.filter((name) => !files.has(name) && !leftOut.has(name)),
    );
    for (const { path, name } of named) {
      if (leftOut.has(name) || ignored.has(name)) continue;
      const file = files.get(name);
      if (file?.kind !== "link") found.set(path, file ? "file" : "none");
    }
  }
  return found;
}

/** Returns the content of a file in snapshots of folders; undefined if they do not have it. */
export async function readRecorded(
  states: readonly SpelledState[],
  path: string,
  maxBytes: number,
): Promise<Uint8Array | "tooLarge" | undefined> {
  for (const { spellings, checkpoints, snapshot } of states) {
    const { snapshots } = await checkpoints.open();
    const name = toRelative(spellings, path);
    if (name === undefined) continue;
    const file = (await snapshots.find(snapshot, [name])).get(name);
    return file && (await snapshots.readBlob(file.blob, maxBytes).catch(returnTooLarge));
  }
  return undefined;
}

/**
 * Returns the contents of files in snapshots of folders, by path, of those that these have: with few calls of git for
 * all.
 */
export async function readAllRecorded(
  states: readonly SpelledState[],
  paths: readonly string[],
  maxBytes: number,
): Promise<ReadonlyMap<string, Uint8Array | "tooLarge">> {
  const found = new Map<string, Uint8Array | "tooLarge">();
  for (const { spellings, checkpoints, snapshot } of states) {
    const { snapshots } = await checkpoints.open();
    const named = paths.flatMap((path) => {
      const name = toRelative(spellings, path);
      return name === undefined ? [] : [{ path, name }];
    });
    const names = named.map(({ name }) => name);
    const files = await snapshots.find(snapshot, names);
    const contents = await readBlobs(
      snapshots.git,
      [...files.values()].map(({ blob }) => blob),
      maxBytes,
    );
    for (const { path, name } of named) {
      const file = files.get(name);
      // Of a content that the store has lost, nothing is known but that the file existed.
      if (file) found.set(path, contents.get(file.blob) ?? "tooLarge");
    }
  }
  return found;
}

function returnTooLarge(error: unknown): "tooLarge" {
  if (error instanceof TooMuchOutput) return "tooLarge";
  throw error;
}

/**
 * Returns the content of a file in one of the folders as it is on disk; undefined if there is none. Follows no link.
 */
export async function readPresent(
  folders: readonly string[],
  path: string,
  maxBytes: number,
): Promise<Uint8Array | "tooLarge" | undefined> {
  const found = locateFile(folders, path);
  return found && readDiskFile(found.root, found.name, maxBytes);
}
