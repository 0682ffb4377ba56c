import fs from "node:fs";
import path from "node:path";
import type { CopyRequest } from "../../core/conversations/isolationPorts.ts";
import type { IsolationRefusal, LeftOut } from "../../shared/contract/changes/isolation.ts";
import { findGitPlaces } from "../git/gitPlaces.ts";
import { findRepository } from "../git/worktrees.ts";
import { readRegular, replaceFileSync } from "../storage/regularFiles.ts";
import { canReflink, copyFolder } from "./copyFolder.ts";
import { isBelow } from "./insidePaths.ts";
import { type CopyPlan, OverBudget, planCopy } from "./planCopy.ts";
import { findTaken } from "./planMounts.ts";
import { getTopFolder, getWorkFolder, type IsolationRecord } from "./record.ts";

/** Free space in bytes that a copy leaves. */
const usualFreeBytes = 256 * 1024 * 1024;

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

/** Returns the rules to record; none for a copy with all entries. */
export function toRules({
  rules: { include = [], exclude = [], isFollowingLinks = false } = {},
}: CopyRequest): Pick<IsolationRecord, "rules"> {
  if (include.length + exclude.length === 0 && !isFollowingLinks) return {};
  return { rules: { include: [...include], exclude: [...exclude], isFollowingLinks } };
}

export interface CopyParts {
  /** Path of git. */
  readonly program: string;
  readonly place: string;
  readonly record: IsolationRecord;
  readonly maxBytes: number;
  readonly allowedRoots: readonly string[];
  readonly minFreeBytes: number | undefined;
}

/** A folder that is copied, with its place in the copy. */
interface CopyPart {
  readonly from: string;
  readonly to: string;
  readonly plan: CopyPlan;
  readonly limit: number;
}

/**
 * Copies the original of a record and its mounts, after all of them were measured. Returns the entries that were left
 * out, or the reason why a mount does not fit. Rejects with `OverBudget`, with ENOSPC before the disk is full, and like
 * the file system.
 */
export async function fillCopy(
  { program, place, record, maxBytes, allowedRoots, minFreeBytes }: CopyParts,
  { mounts: requests = [], signal, onProgress }: CopyRequest,
): Promise<readonly LeftOut[] | IsolationRefusal> {
  const { origin, prefix, mounts = [] } = record;
  const own = await planCopy(origin, { maxBytes, rules: record.rules, allowedRoots, signal });
  const taken = findTaken(mounts, own);
  if (taken) return { code: "mountTaken", path: taken.path };
  const work = getWorkFolder(place, record);
  const parts: CopyPart[] = [{ from: origin, to: work, plan: own, limit: maxBytes }];
  let bytes = own.bytes;
  for (const [index, { origin: from, path: name, rules }] of mounts.entries()) {
    const limit = Math.min(maxBytes - bytes, (requests[index]?.maxMegabytes ?? Number.POSITIVE_INFINITY) * 1024 * 1024);
    const plan = await planCopy(from, { maxBytes: limit, rules, allowedRoots, signal }).catch(toRefusal(from, limit));
    if ("code" in plan) return plan;
    parts.push({ from, to: path.join(work, ...name.split("/")), plan, limit });
    bytes += plan.bytes;
  }
  const files = path.join(place, "files");
  await fs.promises.mkdir(files, { mode: 0o700 });
  let needed = 0;
  for (const { from, plan } of parts) if (!(await canReflink(from, files, plan))) needed += plan.bytes;
  if (needed > 0) await checkSpace(place, needed, minFreeBytes);
  const total = parts.reduce((sum, { plan }) => sum + countFiles(plan), 0);
  const leftOut: LeftOut[] = [];
  let before = 0;
  for (const [index, { from, to, plan, limit }] of parts.entries()) {
    const start = before;
    // Fails for a place that something else took meanwhile.
    if (index > 0) await fs.promises.mkdir(path.dirname(to), { recursive: true }).then(() => fs.promises.mkdir(to));
    const copying = copyFolder({
      from,
      to,
      plan,
      maxBytes: limit,
      signal,
      onProgress: (done) => onProgress(start + done, total),
    });
    const changed = await (index === 0 ? copying : copying.catch(toRefusal(from, limit)));
    if ("code" in changed) return changed;
    await resolveAlternates(from, to, plan);
    const name = mounts[index - 1]?.path;
    const listed = [...plan.leftOut, ...changed, ...(await removeForeign(program, to, plan))];
    leftOut.push(...(name === undefined ? listed : listed.map((each) => ({ ...each, path: `${name}/${each.path}` }))));
    before += countFiles(plan);
  }
  const top = findRepository(origin)?.top;
  if (prefix !== "" && top !== undefined) await copyIgnoreRules(top, origin, getTopFolder(place, record));
  return leftOut;
}

/**
 * Removes what makes git in a copy work elsewhere: a repository whose configuration names another work tree, also by an
 * include or in that of a submodule. Returns the removed entries.
 */
async function removeForeign(program: string, to: string, { entries }: CopyPlan): Promise<readonly LeftOut[]> {
  const removed: LeftOut[] = [];
  const root = await fs.promises.realpath(to);
  for (const { path: name } of entries.filter((entry) => path.posix.basename(entry.path) === ".git")) {
    const folder = path.dirname(path.join(to, name));
    const places = await findGitPlaces(program, folder);
    if (
      places?.top === (await fs.promises.realpath(folder)) &&
      isBelow(root, places.own) &&
      isBelow(root, places.common)
    )
      continue;
    await fs.promises.rm(path.join(to, name), { recursive: true, force: true });
    removed.push({ path: name, reason: "gitElsewhere" });
  }
  return removed;
}

/**
 * Lets git find the objects that a copied repository borrows from one that is not copied: a relative path of that one
 * would lead nowhere.
 */
async function resolveAlternates(from: string, to: string, { entries }: CopyPlan): Promise<void> {
  for (const { path: name } of entries.filter((entry) => entry.path.endsWith("objects/info/alternates"))) {
    const [objects, file] = [path.join(from, name, "../.."), path.join(to, name)];
    const original = await fs.promises.realpath(objects).catch(() => objects);
    const resolve = (line: string): string =>
      /^["#]|^$/.test(line) || fs.existsSync(path.resolve(file, "../..", line)) ? line : path.resolve(original, line);
    const text = await readRegular(file).catch(() => "");
    const resolved = text.split("\n").map(resolve).join("\n");
    if (resolved !== text) replaceFileSync(file, resolved);
  }
}

function countFiles({ entries }: CopyPlan): number {
  return entries.filter(({ kind }) => kind === "file").length;
}

/** Turns a size over the limit of a mount into a refusal. */
function toRefusal(folder: string, limit: number): (error: unknown) => IsolationRefusal {
  return (error) => {
    if (!(error instanceof OverBudget)) throw error;
    return { code: "mountOverBudget", folder, bytes: error.bytes, limit };
  };
}

/** Rejects with ENOSPC if files of this size would fill the disk. */
export async function checkSpace(place: string, bytes: number, minFreeBytes = usualFreeBytes): Promise<void> {
  const { bavail, bsize } = await fs.promises.statfs(place);
  if (bavail * bsize - bytes < minFreeBytes)
    throw Object.assign(new Error("not enough space"), { code: "ENOSPC", bytes });
}

/** Copies the ignore rules of the folders from the root of a repository down to a folder in it. */
async function copyIgnoreRules(top: string, origin: string, to: string): Promise<void> {
  for (let at = path.dirname(origin); isBelow(top, at); at = path.dirname(at)) {
    const rules = path.join(at, ".gitignore");
    const stats = await fs.promises.lstat(rules).catch(() => undefined);
    // regular: checked above, into a folder of its own
    if (stats?.isFile()) await fs.promises.copyFile(rules, path.join(to, path.relative(top, at), ".gitignore"));
  }
}
