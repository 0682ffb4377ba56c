import fs from "node:fs";
import path from "node:path";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, toDisposable } from "../../shared/base/disposable.ts";
import { failures } from "../../shared/base/failure.ts";
import { orAborted } from "../../shared/base/orAborted.ts";
import { readJsonSync } from "../storage/regularFiles.ts";
import { readHost } from "./lockFile.ts";
import type { RunningProcesses } from "./runningProcesses.ts";

/** Poll interval and timeout in milliseconds for a process that has to end. A closing editor gets some seconds. */
export const pollMs = 100;
export const timeoutMs = 15_000;

/**
 * Creates a claim file, and removes it when the claim is disposed. Of several concurrent calls one succeeds; the claim
 * of an extension host that is gone is ignored. Throws `inUse` when another one stays, and the reason of the signal
 * when that aborts.
 */
export async function makeClaim(
  file: string,
  processes: RunningProcesses,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Disposable> {
  const own = JSON.stringify({ host: await processes.identifyOwn() });
  for (let waited = 0; ; waited += pollMs) {
    signal?.throwIfAborted();
    try {
      createWhole(file, own);
      return toDisposable(() => removeQuietly(file));
    } catch (error) {
      // On a read-only or full disk there are no claims.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") return toDisposable(() => {});
    }
    const host = readHost(readJsonSync(file));
    if (!host || !(await processes.isRunning(host))) {
      if (!removeQuietly(file)) return toDisposable(() => {});
    } else if (waited >= timeoutMs)
      throw failures.inUse(host.pid, host.pid === process.pid ? "thisWindow" : "otherWindow");
    else await wait(clock, pollMs, signal);
  }
}

/** Resolves after a time in milliseconds, or rejects when the signal aborts. */
export function wait(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return orAborted(new Promise((resolve) => void clock.after(ms, resolve)), signal);
}

/** Creates a file with its whole text or not at all. Throws EEXIST when the file exists. */
function createWhole(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const beside = fs.mkdtempSync(`${file}.`);
  try {
    // regular: in a new folder
    fs.writeFileSync(path.join(beside, "new"), text, { mode: 0o600 });
    fs.linkSync(path.join(beside, "new"), file);
  } finally {
    fs.rmSync(beside, { recursive: true, force: true });
  }
}

/**
 * Removes a file; returns false where that fails. On a read-only or full disk the file stays, and blocks no start once
 * its process is gone.
 */
export function removeQuietly(file: string): boolean {
  try {
    fs.rmSync(file, { force: true });
    return true;
  } catch {
    return false;
  }
}
