import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readNumber, readString } from "../../../shared/base/read.ts";
import { identifyProcess, isRunning, type ProcessIdentity } from "../../processes/runningProcess.ts";
import { readRegular } from "../../storage/regularFiles.ts";
import { claimFormat } from "./storeFormat.ts";

/**
 * Interval between two attempts, and maximum time to wait for another window, in ms. A first snapshot of a large folder
 * takes long.
 */
const retryMs = 50;
const maxWaitMs = 120_000;

/** Time in ms for which a lock that is not whole may still be written, on a file system without links. */
const maxWritingMs = 2_000;

/** Codes with which a file system says that it has no links. */
const withoutLinks: ReadonlySet<unknown> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

/** A store that another window uses for too long. */
export class StoreInUse extends Error {}

let own: Promise<ProcessIdentity> | undefined;

/**
 * Runs work while no other window uses a store. The lock of a process that is gone is taken over. Rejects with
 * `StoreInUse`, with `NewerStore`, or when aborted.
 */
export async function withStoreLock<T>(store: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  own ??= identifyProcess(process.pid).then((found) => found ?? { pid: process.pid, startedAt: undefined });
  const lock = path.join(store, "lock");
  const text = JSON.stringify({ ...(await own), token: randomUUID() });
  for (let waited = 0; !(await create(lock, text)); waited += retryMs) {
    signal?.throwIfAborted();
    if (waited >= maxWaitMs) throw new StoreInUse(`another window uses ${store}`);
    if (!(await removeStale(store, lock))) await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  try {
    await claimFormat(store);
    return await work();
  } finally {
    if ((await readLock(lock)) === text) await fs.promises.rm(lock, { force: true });
  }
}

/**
 * Creates a file with its whole text; returns false if it exists. Where there are no links, it is empty for a moment.
 */
async function create(file: string, text: string): Promise<boolean> {
  const beside = `${file}.${randomUUID()}`;
  const handle = await fs.promises.open(beside, "wx", 0o600);
  try {
    await handle.write(text).finally(() => handle.close());
    const linking = fs.promises.link(beside, file);
    await linking.catch((error: NodeJS.ErrnoException) => {
      if (!withoutLinks.has(error.code)) throw error;
      return fs.promises.writeFile(file, text, { flag: "wx", mode: 0o600 });
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await fs.promises.rm(beside, { force: true });
  }
}

/** Removes the lock of a process that is gone. Returns true if there may be no lock now. */
async function removeStale(store: string, lock: string): Promise<boolean> {
  const text = await readLock(lock);
  if (text === undefined) return true;
  if (await isHeld(lock, text)) return false;
  // One window at a time takes over: another one may have replaced the lock meanwhile.
  const guard = path.join(store, "lock-takeover");
  if (!(await create(guard, JSON.stringify(await own)))) {
    const holder = await readLock(guard);
    if (holder !== undefined && !(await isHeld(guard, holder))) await fs.promises.rm(guard, { force: true });
    return false;
  }
  try {
    if ((await readLock(lock)) === text) await fs.promises.rm(lock, { force: true });
    return true;
  } finally {
    await fs.promises.rm(guard, { force: true });
  }
}

async function isHeld(file: string, text: string): Promise<boolean> {
  try {
    const value: unknown = JSON.parse(text);
    const pid = readNumber(value, "pid");
    return pid !== undefined && pid > 0 && (await isRunning({ pid, startedAt: readString(value, "startedAt") }));
  } catch {
    // A lock that is not whole protects nothing, except for a moment.
    const age = await fs.promises.lstat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    return Math.abs(age) < maxWritingMs;
  }
}

async function readLock(file: string): Promise<string | undefined> {
  return readRegular(file).catch(() => undefined);
}
