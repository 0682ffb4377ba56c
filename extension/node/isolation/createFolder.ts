import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import type { CopyRequest, IsolatedFolder, WorktreeRequest } from "../../core/conversations/isolationPorts.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { IsolationRefusal, LeftOut } from "../../shared/contract/changes/isolation.ts";
import { TooManyFiles } from "../checkpoints/snapshots/snapshots.ts";
import { withStoreLock } from "../checkpoints/store/storeLock.ts";
import { hasNoSpace, isDiskFull } from "../storage/diskFull.ts";
import { fillCopy, planCopyRecord, toRules } from "./fillCopy.ts";
import { fillWorktree, planWorktree } from "./fillWorktree.ts";
import { isBelow } from "./insidePaths.ts";
import { IsolatedStores } from "./isolatedStores.ts";
import { describeRecord, getPlace, listRecords } from "./listFolders.ts";
import { maxFiles } from "./outcomes.ts";
import { OverBudget } from "./planCopy.ts";
import { planMounts } from "./planMounts.ts";
import { type IsolationRecord, maxLeftOut, readRecord, writeRecord } from "./record.ts";
import { removeFolder, removePlace } from "./removeFolder.ts";
import { detachWorktree } from "./worktreeBranch.ts";

/** Options of all isolated folders. */
export interface IsolationOptions {
  /** Folder of all isolated folders; created on demand. */
  readonly place: string;
  /** Returns the path of git; undefined without one. */
  readonly findGit: () => Promise<string | undefined>;
  /** Returns the folders that may be copied, with everything in them. */
  readonly allowedRoots: () => readonly string[];
  /** Returns the maximum size of a copy in bytes. */
  readonly maxBytes: () => number;
  /** Free space in bytes that a new folder leaves; 256 MB by default. */
  readonly minFreeBytes?: number;
  readonly now: () => number;
  readonly newId: () => string;
  readonly logger: Pick<Logger, "warn">;
}

interface NewFolder {
  readonly origin: string;
  /** Path of git. */
  readonly program: string;
  readonly place: string;
}

interface FilledFolder {
  readonly started: IsolationRecord;
  readonly leftOut: readonly LeftOut[];
}

/** Makes a copy of a folder, or returns why there is none; then nothing is left of it. */
export async function createCopy(
  options: IsolationOptions,
  request: CopyRequest,
): Promise<IsolatedFolder | IsolationRefusal> {
  return createFolder(options, request, async ({ origin, program, place }) => {
    const { maxBytes, minFreeBytes, allowedRoots, now } = options;
    const { attempt, rules } = request;
    const mounts = await planMounts(origin, request.mounts ?? [], rules?.isFollowingLinks ?? false, (folder) =>
      refuseOrigin(folder, options.place, allowedRoots()),
    );
    if ("code" in mounts) return mounts;
    const own = { ...planCopyRecord(origin, place, now()), ...(attempt ? { attempt } : {}), ...toRules(request) };
    const started = mounts.length === 0 ? own : { ...own, mounts: [...mounts] };
    writeRecord(place, started);
    const leftOut = await fillCopy(
      { program, place, record: started, maxBytes: maxBytes(), allowedRoots: allowedRoots(), minFreeBytes },
      request,
    );
    return "code" in leftOut ? leftOut : { started, leftOut };
  });
}

/** Makes a worktree of a folder's repository, or returns why there is none; then nothing is left of it. */
export async function createWorktree(
  options: IsolationOptions,
  request: WorktreeRequest,
): Promise<IsolatedFolder | IsolationRefusal> {
  return createFolder(options, request, async ({ origin, program, place }) => {
    const { maxBytes, minFreeBytes, now } = options;
    const takenPorts = listRecords(options.place).flatMap(({ worktree }) => worktree?.ports ?? []);
    const filling = { place, origin, program, createdAt: now(), maxBytes: maxBytes(), minFreeBytes, takenPorts };
    const started = await planWorktree(filling, request);
    if ("code" in started || !started.worktree) return started as IsolationRefusal;
    if (await isTooWide(started.worktree.top, options.place))
      return { code: "homeOrRoot", folder: started.worktree.top };
    writeRecord(place, started);
    return { started, leftOut: await fillWorktree(filling, started, started.worktree, request) };
  });
}

/** Makes a folder whose record is written before its files. Nothing is left of one that was refused or failed. */
async function createFolder(
  options: IsolationOptions,
  request: CopyRequest,
  fill: (parts: NewFolder) => Promise<FilledFolder | IsolationRefusal>,
): Promise<IsolatedFolder | IsolationRefusal> {
  const { signal } = request;
  const origin = await fs.promises.realpath(request.origin).catch(() => undefined);
  if (origin === undefined || !fs.statSync(origin).isDirectory()) return { code: "notFolder", folder: request.origin };
  const refusal = await refuseOrigin(origin, options.place, options.allowedRoots());
  if (refusal) return refusal;
  const program = await options.findGit().catch(() => undefined);
  if (program === undefined) return { code: "noGit" };
  const id = createHash("sha256").update(options.newId()).digest("hex").slice(0, 8);
  const place = getPlace(options.place, id);
  await fs.promises.mkdir(options.place, { recursive: true, mode: 0o700 });
  await fs.promises.mkdir(place, { mode: 0o700 });
  const remove = async (): Promise<void> => {
    const record = readRecord(place);
    await removePlace(place);
    if (record) await detachWorktree(program, record);
    await removeFolder(place);
  };
  try {
    const made = await withStoreLock(place, async () => {
      const filled = await fill({ origin, program, place });
      if ("code" in filled) return filled;
      const { started, leftOut } = filled;
      const begun = await new IsolatedStores({ program, place, record: started }).begin(signal);
      signal.throwIfAborted();
      const record: IsolationRecord = {
        ...started,
        ...begun,
        state: "ready",
        leftOut: leftOut.slice(0, maxLeftOut),
        leftOutCount: leftOut.length,
      };
      writeRecord(place, record);
      return describeRecord(options.place, record);
    });
    if ("code" in made) await remove();
    return made;
  } catch (error) {
    const refusal = explainFailure(request, error, {
      isFull: await hasNoSpace(place),
      limit: options.maxBytes(),
    });
    await remove();
    return refusal;
  }
}

/**
 * Returns why no copy of a folder may be made; undefined below one of the roots. `place`: folder of all isolated
 * folders.
 */
async function refuseOrigin(
  origin: string,
  place: string,
  allowedRoots: readonly string[],
): Promise<IsolationRefusal | undefined> {
  if (await isTooWide(origin, place)) return { code: "homeOrRoot", folder: origin };
  const roots = await Promise.all(allowedRoots.map((root) => fs.promises.realpath(root).catch(() => undefined)));
  return roots.some((root) => root !== undefined && isBelow(root, origin))
    ? undefined
    : { code: "notAllowed", folder: origin };
}

/** Returns true for a folder that contains the home folder or our storage. */
async function isTooWide(folder: string, place: string): Promise<boolean> {
  const home = await fs.promises.realpath(os.homedir()).catch(() => os.homedir());
  return isBelow(folder, home) || isBelow(folder, place);
}

/** Returns why a folder was not made. `isFull`: its disk is full; `limit`: maximum size of a copy in bytes. */
function explainFailure(
  { origin, signal }: CopyRequest,
  error: unknown,
  { isFull, limit }: { readonly isFull: boolean; readonly limit: number },
): IsolationRefusal {
  if (signal.aborted) return { code: "cancelled" };
  if (error instanceof OverBudget) return { code: "overBudget", folder: origin, bytes: error.bytes, limit };
  if (error instanceof TooManyFiles) return { code: "tooManyFiles", limit: maxFiles };
  if (isFull || isDiskFull(error)) return { code: "noSpace", bytes: (error as { readonly bytes?: number }).bytes ?? 0 };
  return { code: "failed", detail: getErrorMessage(error) };
}
