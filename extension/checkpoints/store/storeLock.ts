import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readNumber, readString } from "../../base/read.ts";
import { identify, isRunning, type ProcessIdentity } from "../../processes/runningProcess.ts";
import { readRegular } from "../../storage/regularFiles.ts";

/** Interval between two attempts, and maximum time to wait for another window, in ms. A first snapshot of a large folder takes long. */
const retryMs = 50;
const maxWaitMs = 120_000;

/** A store that another window uses for too long. */
export class StoreInUse extends Error {}

let own: Promise<ProcessIdentity> | undefined;

/** Runs work while no other window uses a store. The lock of a process that is gone is taken over. Rejects with `StoreInUse`, or when aborted. */
export async function withStoreLock<T>(store: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  own ??= identify(process.pid).then((found) => found ?? { pid: process.pid, startedAt: undefined });
  const lock = path.join(store, "lock");
  const text = JSON.stringify({ ...(await own), token: randomUUID() });
  for (let waited = 0; !(await create(lock, text)); waited += retryMs) {
    signal?.throwIfAborted();
    if (waited >= maxWaitMs) throw new StoreInUse(`another window uses ${store}`);
    if (!(await removeStale(store, lock))) await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  try {
    return await work();
  } finally {
    if ((await readLock(lock)) === text) await fs.promises.rm(lock, { force: true });
  }
}

/** Creates a file with its whole text; returns false if it exists. */
async function create(file: string, text: string): Promise<boolean> {
  const beside = `${file}.${randomUUID()}`;
  const handle = await fs.promises.open(beside, "wx", 0o600);
  try {
    await handle.write(text).finally(() => handle.close());
    await fs.promises.link(beside, file);
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
  if (await isHeld(text)) return false;
  // One window at a time takes over: another one may have replaced the lock meanwhile.
  const guard = path.join(store, "lock-takeover");
  if (!(await create(guard, JSON.stringify(await own)))) {
    const holder = await readLock(guard);
    if (holder !== undefined && !(await isHeld(holder))) await fs.promises.rm(guard, { force: true });
    return false;
  }
  try {
    if ((await readLock(lock)) === text) await fs.promises.rm(lock, { force: true });
    return true;
  } finally {
    await fs.promises.rm(guard, { force: true });
  }
}

async function isHeld(text: string): Promise<boolean> {
  try {
    const value: unknown = JSON.parse(text);
    const pid = readNumber(value, "pid");
    // The system writes a lock whole or not at all: what cannot be read protects nothing.
    return pid !== undefined && pid > 0 && (await isRunning({ pid, startedAt: readString(value, "startedAt") }));
  } catch {
    return false;
  }
}

async function readLock(file: string): Promise<string | undefined> {
  return readRegular(file).catch(() => undefined);
}
