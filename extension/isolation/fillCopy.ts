import fs from "node:fs";
import path from "node:path";
import type { LeftOut } from "../contract/isolation.ts";
import type { CopyRequest } from "../conversations/isolationPorts.ts";
import { findRepository } from "../git/worktrees.ts";
import { canReflink, copyFolder } from "./copyFolder.ts";
import { isBelow, planCopy } from "./planCopy.ts";
import { getTopFolder, getWorkFolder, type IsolationRecord } from "./record.ts";

/** Free space in bytes that a copy leaves. */
const minFreeBytes = 256 * 1024 * 1024;

/** Returns the record of a copy that does not exist yet. */
export function planCopyRecord(origin: string, place: string, createdAt: number): IsolationRecord {
  const top = findRepository(origin)?.top ?? origin;
  return {
    version: 1,
    id: path.basename(place),
    kind: "copy",
    state: "creating",
    origin,
    name: path.basename(top) || "root",
    // Ignore rules of the folders above count, so the copy has the same place below their files.
    prefix: top === origin ? "" : `${path.relative(top, origin).split(path.sep).join("/")}/`,
    createdAt,
    leftOut: [],
    leftOutCount: 0,
  };
}

export interface CopyParts {
  readonly place: string;
  readonly record: IsolationRecord;
  readonly maxBytes: number;
  readonly allowedRoots: readonly string[];
}

/** Copies the original of a record. Returns the entries that were left out. Rejects with `OverBudget`, with ENOSPC before the disk is full, and like the file system. */
export async function fillCopy({ place, record, maxBytes, allowedRoots }: CopyParts, { signal, onProgress }: CopyRequest): Promise<readonly LeftOut[]> {
  const { origin, prefix } = record;
  const plan = await planCopy(origin, { maxBytes, rules: record.rules, allowedRoots, signal });
  const files = path.join(place, "files");
  await fs.promises.mkdir(files, { mode: 0o700 });
  if (!(await canReflink(origin, files, plan))) await checkSpace(place, plan.bytes);
  const changed = await copyFolder({ from: origin, to: getWorkFolder(place, record), plan, maxBytes, signal, onProgress });
  const top = findRepository(origin)?.top;
  if (prefix !== "" && top !== undefined) await copyIgnoreRules(top, origin, getTopFolder(place, record));
  return [...plan.leftOut, ...changed];
}

/** Rejects with ENOSPC if files of this size would fill the disk. */
export async function checkSpace(place: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await fs.promises.statfs(place);
  if (bavail * bsize - bytes < minFreeBytes) throw Object.assign(new Error("not enough space"), { code: "ENOSPC", bytes });
}

/** Copies the ignore rules of the folders from the root of a repository down to a folder in it. */
async function copyIgnoreRules(top: string, origin: string, to: string): Promise<void> {
  for (let at = path.dirname(origin); isBelow(top, at); at = path.dirname(at)) {
    const rules = path.join(at, ".gitignore");
    const stats = await fs.promises.lstat(rules).catch(() => undefined);
    if (stats?.isFile()) await fs.promises.copyFile(rules, path.join(to, path.relative(top, at), ".gitignore"));
  }
}
