import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";

/**
 * Maximum time to wait for another window's change, and the interval between two attempts, in ms. A change takes a few
 * ms.
 */
const maxWaitMs = 10_000;
const retryMs = 20;
/** Age in ms after which a lock is stale: its window froze or its process id was given to another program. */
const staleMs = 30_000;

/** Locks in a folder of our own, which all windows share. They keep windows from changing a file at the same time. */
export class FileLocks {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs `work` while no other window changes `file`. Rejects if another window keeps the lock. */
  async hold<T>(file: string, work: () => Promise<T>): Promise<T> {
    await fs.mkdir(this.#folder, { recursive: true });
    const lock = path.join(this.#folder, `${createHash("sha256").update(file).digest("hex")}.lock`);
    const token = `${process.pid} ${randomUUID()}`;
    for (let waited = 0; !(await create(lock, token)); waited += retryMs) {
      if (waited >= maxWaitMs) throw new Error(`${file} is being changed by another window`);
      await removeStale(lock);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
    try {
      return await work();
    } finally {
      if ((await readToken(lock)) === token) await fs.rm(lock, { force: true });
    }
  }
}

/** Creates a lock; returns false if it exists. */
async function create(lock: string, token: string): Promise<boolean> {
  try {
    await fs.writeFile(lock, token, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock of a window that is gone. */
async function removeStale(lock: string): Promise<void> {
  const stats = await fs.stat(lock).catch(() => undefined);
  const token = await readToken(lock);
  if (!stats || token === undefined) return;
  if (isRunning(Number.parseInt(token, 10)) && Date.now() - stats.mtimeMs < staleMs) return;
  // Another window may have replaced the stale lock meanwhile.
  if ((await readToken(lock)) === token) await fs.rm(lock, { force: true });
}

async function readToken(lock: string): Promise<string | undefined> {
  // regular: a lock, in a folder of its own
  const handle = await fs.open(lock).catch(() => undefined);
  try {
    return await handle?.readFile("utf8");
  } finally {
    await handle?.close();
  }
}

function isRunning(pid: number): boolean {
  // A lock whose token is not written yet belongs to a window that is about to write it.
  if (!(pid > 0)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
