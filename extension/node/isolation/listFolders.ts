import fs from "node:fs";
import path from "node:path";
import type { UnreadableFolder } from "../../core/conversations/isolationPorts.ts";
import { statItself } from "../checkpoints/disk/compareDisk.ts";
import { hasRecord, type IsolationRecord, readRecord } from "./record.ts";

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

function listNames(place: string): readonly string[] {
  return fs.existsSync(place) ? fs.readdirSync(place) : [];
}
