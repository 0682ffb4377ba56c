import fs from "node:fs";
import path from "node:path";
import type { ExternalUse, SavedSession, SessionRegistry } from "../../core/conversation/ports/ports.ts";
import { hasSince } from "../../core/protocol/version.ts";
import { type Disposable, toDisposable } from "../../shared/base/disposable.ts";
import { readNumber, readString } from "../../shared/base/read.ts";
import { getHome, type ProfileEnvironment } from "../processes/environment.ts";
import { readStat } from "../processes/linuxProcesses.ts";
import type { ProcessLocks } from "../processes/processLocks.ts";
import { isAlive } from "../processes/runningProcess.ts";
import { openRegularSync, readJsonSync, statExisting } from "../storage/regularFiles.ts";
import { getConfigFolder, getTranscriptPath } from "./projectFolder.ts";

export interface SessionRegistryOptions {
  readonly environment: ProfileEnvironment;
  /** Returns the names of the profiles. */
  readonly profiles?: () => readonly string[];
  readonly locks: ProcessLocks;
  /** Returns the process of a terminal of this window that continues a session. */
  readonly terminal: (sessionId: string) => number | undefined;
  readonly now: () => number;
}

/** Time in milliseconds after its last write for which a transcript may still be in use. */
const recentMs = 15_000;
/** Maximum difference in milliseconds between the times of two files that were written one after the other. */
const clockMs = 1_000;
/** Number of bytes at the end of a transcript in which the version that wrote them is searched. */
const tailBytes = 64 * 1024;

/**
 * Finds other programs that write a saved conversation, from the registry of `claude`, our locks and the file itself.
 */
export class DiskSessionRegistry implements SessionRegistry {
  readonly #options: SessionRegistryOptions;
  #changed: (() => void) | undefined;
  /** Watchers by folder. */
  readonly #watchers = new Map<string, fs.FSWatcher>();

  constructor(options: SessionRegistryOptions) {
    this.#options = options;
  }

  /**
   * Calls `changed` when a program may have started or ended according to the registry of `claude` (2.1.329), until
   * disposed.
   */
  watch(changed: () => void): Disposable {
    this.#changed = changed;
    this.#watchRegistries();
    return toDisposable(() => this.#watchers.forEach((watcher) => void watcher.close()));
  }

  async find({ sessionId, folder, profile }: SavedSession): Promise<ExternalUse | undefined> {
    const env = this.#options.environment(profile);
    const terminal = this.#options.terminal(sessionId);
    if (terminal !== undefined) return { certainty: "certain", where: "terminal", pid: terminal };
    const lock = await this.#options.locks.findHolder(sessionId);
    if (lock && !lock.isOwn) return { certainty: "certain", where: "window", pid: lock.pid };
    if (this.#changed) this.#watchRegistries();
    const found = this.#registered(getRegistry(env), sessionId);
    if (found)
      return found.isSure ? { certainty: "certain", where: "terminal", pid: found.pid } : { certainty: "maybe" };
    if (lock) return undefined;
    const own = this.#options.locks.getLastWriteTime(sessionId);
    return this.#isGrowing(getTranscriptPath(env, getHome(env), folder, sessionId), own)
      ? { certainty: "maybe" }
      : undefined;
  }

  /**
   * Starts the missing watchers. In a config folder that is new to `claude`, its first process creates the registry.
   */
  #watchRegistries(): void {
    for (const profile of ["", ...(this.#options.profiles?.() ?? [])]) {
      try {
        const folder = getRegistry(this.#options.environment(profile));
        if (this.#watchers.has(folder)) continue;
        const watcher = fs.watch(folder, { persistent: false }, () => this.#changed?.());
        watcher.on("error", () => {
          watcher.close();
          this.#watchers.delete(folder);
        });
        this.#watchers.set(folder, watcher);
      } catch {
        // Without a watcher, the registry is still read before every start.
      }
    }
  }

  /**
   * Finds a process that no window of ours started and that the registry of `claude` names for a session (2.1.329). A
   * process that was killed leaves its entry behind.
   */
  #registered(folder: string, sessionId: string): { readonly pid: number; readonly isSure: boolean } | undefined {
    for (const name of listNames(folder)) {
      const entry = readJsonSync(path.join(folder, name));
      const pid = readNumber(entry, "pid");
      if (pid === undefined || readString(entry, "sessionId") !== sessionId || !Number.isInteger(pid) || pid < 2)
        continue;
      // Processes that a window of ours left behind are ended before the session continues.
      if (this.#options.locks.isHeldHere(pid)) continue;
      if (!isAlive(pid)) continue;
      const began = readString(entry, "procStart");
      const startedAt = readStat(pid)?.startedAt;
      // Start times are comparable only where both are in ticks (Linux); elsewhere another process may have the id by
      // now.
      const isComparable = began !== undefined && startedAt !== undefined && /^\d+$/.test(began + startedAt);
      if (!isComparable || began === startedAt) return { pid, isSure: isComparable };
    }
    return undefined;
  }

  /**
   * Returns true if another program seems to write the file; with versions without a registry, only the file shows
   * that.
   */
  #isGrowing(file: string, ownUntil = 0): boolean {
    const stat = statExisting(file);
    if (!stat || this.#options.now() - stat.mtimeMs > recentMs || stat.mtimeMs <= ownUntil + clockMs) return false;
    return hasSince(readWriterVersion(file, stat.size), "c") !== "yes";
  }
}

/** Returns the folder in which 2.1.329 registers running processes. */
function getRegistry(env: Readonly<Record<string, string>>): string {
  return path.join(getConfigFolder(env, getHome(env)), "sessions");
}

/** Returns the version that wrote the end of a transcript. */
function readWriterVersion(file: string, size: number): string | undefined {
  try {
    const handle = openRegularSync(file);
    try {
      const length = Math.min(tailBytes, size);
      const bytes = Buffer.alloc(length);
      fs.readSync(handle, bytes, 0, length, size - length);
      return [...bytes.toString("latin1").matchAll(/"version":"(\d+\.\d+\.\d+)"/g)].at(-1)?.[1];
    } finally {
      fs.closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

function listNames(folder: string): string[] {
  try {
    return fs.readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    // An older version has no registry.
    return [];
  }
}
