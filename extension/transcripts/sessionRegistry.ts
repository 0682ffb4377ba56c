import fs from "node:fs";
import path from "node:path";
import { type Disposable, toDisposable } from "../base/disposable.ts";
import { readNumber, readString } from "../base/read.ts";
import { getHome } from "../processes/environment.ts";
import { readStat } from "../processes/linuxProcesses.ts";
import type { ProcessLocks } from "../processes/processLocks.ts";
import { isAlive } from "../processes/runningProcess.ts";
import { hasSince } from "../protocol/version.ts";
import type { ExternalUse, SessionRegistry } from "../session/ports.ts";
import { openRegularSync, readRegularSync, statExisting } from "../storage/regularFiles.ts";
import { getConfigFolder, getTranscriptPath } from "./projectFolder.ts";

export interface SessionRegistryOptions {
  /** The CLI's environment, read afresh at each call; may throw `settingInvalid`. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly locks: ProcessLocks;
  /** The process of a terminal of this window that goes on with a session. */
  readonly terminal: (sessionId: string) => number | undefined;
  readonly now: () => number;
}

/** A transcript that was written within this time may be written on, in milliseconds. */
const recentMs = 15_000;
/** How far the times of two files may be apart that were written one after the other, in milliseconds. */
const clockMs = 1_000;
/** Bytes at the end of a transcript that name the version which wrote them. */
const tailBytes = 64 * 1024;

/** Who else writes a saved conversation, as far as the CLI, our locks and the file itself tell. */
export class DiskSessionRegistry implements SessionRegistry {
  readonly #options: SessionRegistryOptions;
  #changed: (() => void) | undefined;
  #watcher: fs.FSWatcher | undefined;

  constructor(options: SessionRegistryOptions) {
    this.#options = options;
  }

  /** Calls `changed` when a program may have started or ended, as far as the CLI's registry tells (2.1.329), until disposed of. */
  watch(changed: () => void): Disposable {
    this.#changed = changed;
    this.#watchRegistry();
    return toDisposable(() => this.#watcher?.close());
  }

  async find(sessionId: string, folder: string): Promise<ExternalUse | undefined> {
    const env = this.#options.environment();
    const terminal = this.#options.terminal(sessionId);
    if (terminal !== undefined) return { certainty: "certain", where: "terminal", pid: terminal };
    const lock = await this.#options.locks.findHolder(sessionId);
    if (lock && !lock.isOwn) return { certainty: "certain", where: "window", pid: lock.pid };
    if (this.#changed && !this.#watcher) this.#watchRegistry();
    const found = this.#registered(getRegistry(env), sessionId);
    if (found) return found.isSure ? { certainty: "certain", where: "terminal", pid: found.pid } : { certainty: "maybe" };
    if (lock) return undefined;
    const own = this.#options.locks.getLastWriteTime(sessionId);
    return this.#isGrowing(getTranscriptPath(env, getHome(env), folder, sessionId), own) ? { certainty: "maybe" } : undefined;
  }

  /** On a machine that is new to the CLI the folder comes with its first process. */
  #watchRegistry(): void {
    try {
      const watcher = fs.watch(getRegistry(this.#options.environment()), { persistent: false }, () => this.#changed?.());
      watcher.on("error", () => {
        watcher.close();
        this.#watcher = undefined;
      });
      this.#watcher = watcher;
    } catch {
      // It is looked at before every start all the same.
    }
  }

  /** A process that none of our windows started and the CLI's own registry names for a session (2.1.329). One that was killed leaves its entry behind. */
  #registered(folder: string, sessionId: string): { readonly pid: number; readonly isSure: boolean } | undefined {
    for (const name of namesIn(folder)) {
      const entry = readJson(path.join(folder, name));
      const pid = readNumber(entry, "pid");
      if (pid === undefined || readString(entry, "sessionId") !== sessionId || !Number.isInteger(pid) || pid < 2) continue;
      // What a window of ours that is gone left behind is ended before anything goes on.
      if (this.#options.locks.isHeldHere(pid)) continue;
      if (!isAlive(pid)) continue;
      const began = readString(entry, "procStart");
      const startedAt = readStat(pid)?.startedAt;
      // Only where both count in the same way they can be compared (Linux); elsewhere the id may be somebody else's by now.
      const isComparable = began !== undefined && startedAt !== undefined && /^\d+$/.test(began + startedAt);
      if (!isComparable || began === startedAt) return { pid, isSure: isComparable };
    }
    return undefined;
  }

  /** Versions without a registry leave only the file to be looked at. */
  #isGrowing(file: string, ownUntil = 0): boolean {
    const stat = statExisting(file);
    if (!stat || this.#options.now() - stat.mtimeMs > recentMs || stat.mtimeMs <= ownUntil + clockMs) return false;
    return hasSince(writtenBy(file, stat.size), "c") !== "yes";
  }
}

/** The folder in which 2.1.329 names the processes that run. */
function getRegistry(env: Readonly<Record<string, string>>): string {
  return path.join(getConfigFolder(env, getHome(env)), "sessions");
}

/** The version that wrote the end of a transcript. */
function writtenBy(file: string, size: number): string | undefined {
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

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    // An older version has none.
    return [];
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readRegularSync(file));
  } catch {
    return undefined;
  }
}
