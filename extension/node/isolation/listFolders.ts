import fs from "node:fs";
import path from "node:path";
import type { IsolatedFolder, UnreadableFolder } from "../../core/conversations/isolationPorts.ts";
import { statItself } from "../checkpoints/disk/compareDisk.ts";
import {
  getAppliedFolder,
  getRepositoryPlace,
  getWorkFolder,
  hasRecord,
  type IsolationRecord,
  readRecord,
} from "./record.ts";

/** Returns the records of all folders below the place of isolated folders. */
export function listRecords(place: string): readonly IsolationRecord[] {
  return listNames(place).flatMap((name) => readRecord(path.join(place, name)) ?? []);
}

/** Returns the folders that have files or a record, but none that can be read. */
export function listUnreadable(place: string): readonly UnreadableFolder[] {
  return listNames(place).flatMap((id) => {
    const own = path.join(place, id);
    const stats = statItself(own);
    const isKept = hasRecord(own) || fs.existsSync(path.join(own, "files"));
    return stats?.isDirectory() && isKept && !readRecord(own) ? [{ id, path: own, changedAt: stats.mtimeMs }] : [];
  });
}

/** Returns the place of an id. Any text as the id leads to a folder directly below that of all isolated folders. */
export function getPlace(place: string, id: string): string {
  return path.join(place, path.basename(id));
}

/** Returns what is known of a folder. `place`: that of all isolated folders. */
export function describeRecord(place: string, record: IsolationRecord): IsolatedFolder {
  const { id, kind, origin, createdAt, discardedAt, leftOut, leftOutCount, worktree, attempt, rules, mounts } = record;
  const own = getPlace(place, id);
  const [root, folder] = [getAppliedFolder(record), getWorkFolder(own, record)];
  const repositories = record.repositories?.map((_, index) => getRepositoryPlace(own, index));
  return {
    id,
    kind,
    origin,
    root,
    createdAt,
    discardedAt,
    leftOut,
    leftOutCount,
    worktree,
    attempt,
    rules,
    mounts,
    folder,
    repositories,
  };
}

function listNames(place: string): readonly string[] {
  return fs.existsSync(place) ? fs.readdirSync(place) : [];
}
