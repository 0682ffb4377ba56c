import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import spawn from "cross-spawn";
import { oldestSupported } from "../../core/protocol/version.ts";
import { failures, getErrorMessage } from "../../shared/base/failure.ts";
import { compareVersions, parseVersion, type Version } from "../../shared/base/version.ts";
import type { Command } from "../processes/command.ts";
import type { DeathWatch } from "../processes/deathWatch.ts";
import { endLeftBehind, endTree, markName } from "../processes/runningProcess.ts";

/** Timeout for the version of a program; old versions run on Node and take a second on a slow machine. */
const usualLimitMs = 20_000;
/** Time that output may take after the exit. */
const drainMs = 1_000;
/** Maximum number of characters of output that are kept. */
const maxShownLength = 4_096;

/** A program whose version is asked for. */
export interface CheckedProgram {
  /** Path of the program. */
  readonly file: string;
  /** The command that runs it. */
  readonly command: Command;
  readonly env: Readonly<Record<string, string>>;
  /** Ends a program that still runs when this extension host dies. */
  readonly deathWatch?: Pick<DeathWatch, "watch"> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Asks programs for their version, and caches it until the file changes on disk. */
export class VersionCheck {
  readonly #known = new Map<string, string>();
  readonly #limitMs: number;

  constructor(limitMs: number = usualLimitMs) {
    this.#limitMs = limitMs;
  }

  /**
   * Returns the version that `claude --version` prints. Throws `cliTooOld`, or `cliNotStartable` when the program does
   * not run or prints something else, and the reason of the signal when that aborts.
   */
  async check(program: CheckedProgram): Promise<string> {
    const { file } = program;
    const { mtimeMs, size } = fs.statSync(file);
    const key = `${file}|${mtimeMs}|${size}`;
    const version = this.#known.get(key) ?? (await ask(program, this.#limitMs));
    if (compareVersions(parseVersion(version) as Version, parseVersion(oldestSupported) as Version) < 0) {
      // Not cached: a wrapper script stays the same file when the program behind it is updated.
      throw failures.cliTooOld(file, version, oldestSupported);
    }
    this.#known.set(key, version);
    return version;
  }
}

/**
 * Runs the program with `--version`. A program that does not end by itself is ended, with all processes that it
 * started.
 */
async function ask({ file, command, env, deathWatch, signal }: CheckedProgram, limitMs: number): Promise<string> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const mark = randomUUID();
    const startedAt = Date.now();
    const child = spawn(command.file, [...command.args, "--version"], {
      env: { ...env, ...command.env, [markName]: mark },
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      detached: process.platform !== "win32",
    });
    const watching = child.pid === undefined ? undefined : deathWatch?.watch(child.pid, mark);
    let said = "";
    const note = (text: string): void => {
      said = (said + text).slice(0, maxShownLength);
    };
    let isSettled = false;
    const settle = (problem: string, cause?: unknown): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      if (child.pid !== undefined) void endWhole(child, child.pid, startedAt, mark).finally(() => watching?.dispose());
      if (signal?.aborted) return reject(signal.reason);
      const version = parseVersion(said);
      if (version) resolve(version.join("."));
      else reject(failures.cliNotStartable(file, said.trim().slice(0, 300) || problem, cause));
    };
    const stop = (): void => settle("");
    signal?.addEventListener("abort", stop);
    const timer = setTimeout(() => settle(`it didn't report its version within ${limitMs / 1000} s`), limitMs);
    child.stdout?.setEncoding("utf8").on("data", note);
    child.stderr?.setEncoding("utf8").on("data", note);
    child.once("error", (error) => settle(getErrorMessage(error), error));
    child.once("exit", () => {
      // Output may still be in the pipe, and a child of the program may keep the pipe open forever.
      child.once("close", () => settle("it didn't report a version"));
      setTimeout(() => settle("it didn't report a version"), drainMs).unref();
    });
  });
}

/** Ends a child with all processes that it started. After its end, another process may have its id. */
async function endWhole(child: ChildProcess, pid: number, startedAt: number, mark: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await endTree(pid, mark, "SIGKILL");
  else await endLeftBehind({ pid, startedAt: startedAt * 1000, endedAt: Date.now() * 1000 }, mark);
}
