import fs from "node:fs";
import path from "node:path";
import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import { failures } from "../../shared/base/failure.ts";
import { replaceFileSync } from "../storage/regularFiles.ts";
import { makeClaim, pollMs, removeQuietly, timeoutMs, wait } from "./claim.ts";
import { type Lock, noteEnd, readEndTime, readLock } from "./lockFile.ts";
import { type ProcessSystem, thisSystem } from "./processSystem.ts";
import { canBeMarked, endMarked, endTree, getProcessState, identifyProcess, isMarked } from "./runningProcess.ts";
import { RunningProcesses } from "./runningProcesses.ts";

/**
 * Records on disk which process runs for which conversation, so that two never write one transcript. An extension host
 * that was killed leaves its `claude` behind, which may finish its turn; the next start ends it first. A process of
 * another window is left alone.
 */
export class ProcessLocks {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #system: ProcessSystem;
  readonly #running: RunningProcesses;

  constructor(folder: string, clock: Clock, system = thisSystem) {
    this.#folder = folder;
    this.#clock = clock;
    this.#system = system;
    this.#running = new RunningProcesses(clock, system);
  }

  /**
   * Resolves once no process runs for a conversation, nor for the transcript that it continues, and no other window is
   * starting one. Until the claim is disposed, no other start gets one. Throws `inUse` when a process does not end, and
   * the reason of the signal when that aborts.
   */
  async claim(name: string, session?: string, signal?: AbortSignal): Promise<Disposable> {
    const claim = await makeClaim(
      path.join(this.#folder, `${session ?? name}.claim`),
      this.#running,
      this.#clock,
      signal,
    );
    try {
      await this.#awaitOthers(name, session, signal);
      signal?.throwIfAborted();
      return claim;
    } catch (error) {
      claim.dispose();
      throw error;
    }
  }

  async #awaitOthers(name: string, session: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    const others =
      session === undefined
        ? []
        : this.#names().filter((other) => other !== name && this.#read(other)?.session === session);
    for (const lock of [name, ...others].map((each) => this.#read(each))) if (lock) await this.#awaitEnd(lock, signal);
  }

  /** Finds the process that continues a session, in this window or another one; undefined when none runs. */
  async findHolder(session: string): Promise<{ readonly pid: number; readonly isOwn: boolean } | undefined> {
    for (const name of this.#names()) {
      const lock = this.#read(name);
      if (
        lock?.session === session &&
        (await this.#running.isRunning(lock.cli)) &&
        (await this.#running.isRunning(lock.host))
      )
        return { pid: lock.cli.pid, isOwn: lock.host.pid === process.pid };
    }
    return undefined;
  }

  /** Returns true if a window of Tandem started the process, even if that window is gone by now. */
  isHeldHere(pid: number): boolean {
    return this.#names().some((name) => {
      const lock = this.#read(name);
      // With a wrapper, `claude` is its child.
      return lock !== undefined && (lock.cli.pid === pid || isMarked(pid, lock.mark));
    });
  }

  /** Records which transcript the process of a conversation writes. */
  noteSession(name: string, pid: number, session: string): void {
    const lock = this.#read(name);
    if (lock?.cli.pid === pid && lock.session !== session) this.#write(name, { ...lock, session });
  }

  /** Records the work of a conversation whose process runs; undefined once it is done. */
  noteWork(name: string, work: Lock["work"]): void {
    const lock = this.#read(name);
    if (lock && (lock.work || work)) this.#write(name, { ...lock, work });
  }

  /** Returns the work of conversations in other windows. */
  async listOtherWork(): Promise<readonly NonNullable<Lock["work"]>[]> {
    const works: NonNullable<Lock["work"]>[] = [];
    for (const name of this.#names()) {
      const { host, cli, work } = this.#read(name) ?? {};
      if (
        host &&
        cli &&
        work &&
        host.pid !== process.pid &&
        (await this.#running.isRunning(cli)) &&
        (await this.#running.isRunning(host))
      )
        works.push(work);
    }
    return works;
  }

  async #awaitEnd(lock: Lock, signal: AbortSignal | undefined): Promise<void> {
    await this.#endOrphan(lock);
    for (let waited = 0; await this.#running.isRunning(lock.cli); waited += pollMs) {
      if (waited >= timeoutMs)
        throw failures.inUse(
          lock.cli.pid,
          lock.host.pid === process.pid
            ? "thisWindow"
            : (await this.#running.isRunning(lock.host))
              ? "otherWindow"
              : "closedWindow",
        );
      await wait(this.#clock, pollMs, signal);
    }
  }

  /**
   * Ends the processes that extension hosts left behind, also of conversations that the user never opens again. Never
   * rejects.
   */
  async endOrphans(): Promise<void> {
    // Starts early: the first start needs it, and on Windows it takes a while.
    void this.#running.identifyOwn();
    for (const name of this.#names()) {
      const lock = this.#read(name);
      if (lock && (await this.#endOrphan(lock)) && !(await this.#running.isRunning(lock.cli)))
        this.release(name, lock.cli.pid);
    }
  }

  /**
   * Ends the process of a lock whose extension host is gone; if `claude` is gone too, ends the processes that it
   * started. Returns true for such a lock.
   */
  async #endOrphan({ cli, mark, host }: Lock): Promise<boolean> {
    if (await this.#running.isRunning(host)) return false;
    // Without a start time, another process may have the id by now. Such a process is never ended, nor is one without
    // our mark where marks can be read.
    if ((await getProcessState(cli, this.#system)) === "running" && canBeMarked(cli.pid, mark, this.#system))
      await endTree(cli.pid, mark, "SIGKILL", this.#system);
    else await endMarked(mark, "SIGKILL", this.#system);
    return true;
  }

  /**
   * Records the process that was started for a conversation, and the session that it continues: at once by its id, and
   * also by its start time when the promise resolves. No start has to wait for that. Never rejects.
   */
  async hold(name: string, pid: number, mark: string, session?: string): Promise<void> {
    const unknown = { startedAt: undefined };
    this.#write(name, { cli: { pid, ...unknown }, mark, host: { pid: process.pid, ...unknown }, session });
    const [cli, host] = await Promise.all([identifyProcess(pid, this.#system), this.#running.identifyOwn()]);
    const lock = this.#read(name);
    if (cli && lock?.cli.pid === pid && lock.mark === mark) this.#write(name, { ...lock, cli, host });
  }

  /** Removes the lock of a process that is gone. */
  release(name: string, pid: number): void {
    const lock = this.#read(name);
    if (lock?.cli.pid !== pid) return;
    if (lock.session !== undefined) noteEnd(this.#folder, lock.session);
    removeQuietly(this.#file(name));
  }

  /**
   * Returns the time up to which a window of Tandem wrote a session, in milliseconds since the epoch; later writes come
   * from another program. Undefined if no window did, or so long ago that it does not matter.
   */
  getLastWriteTime(session: string): number | undefined {
    // A lock of another window belongs to one that is gone, since no other window runs this session. Its process is
    // ended before the session continues.
    if (this.#names().some((name) => this.#read(name)?.session === session)) return Number.POSITIVE_INFINITY;
    return readEndTime(this.#folder, session);
  }

  #names(): string[] {
    try {
      return fs
        .readdirSync(this.#folder)
        .flatMap((file) => (file.endsWith(".json") ? [path.basename(file, ".json")] : []));
    } catch {
      // The folder does not exist before the first lock.
      return [];
    }
  }

  /** Returns undefined for a lock that is missing or unreadable; such a lock protects nothing. */
  #read(name: string): Lock | undefined {
    return readLock(this.#file(name));
  }

  #write(name: string, lock: Lock): void {
    try {
      fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      replaceFileSync(this.#file(name), JSON.stringify(lock));
    } catch {
      // On a read-only or full disk there is no lock; running processes continue.
    }
  }

  #file(name: string): string {
    return path.join(this.#folder, `${name}.json`);
  }
}
