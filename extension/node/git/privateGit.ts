import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Writable } from "node:stream";
import { offline, withoutGitVariables } from "./gitEnvironment.ts";
import { ignoresCase } from "./ignoresCase.ts";
import { createRepository, readExcludes, readUmask, storeLoose } from "./ownRepository.ts";
import { formatSettings } from "./privateSettings.ts";

/** Maximum number of bytes that a call may print. */
const maxBytes = 256 * 1024 * 1024;

/** Maximum length of an error, and of warnings, in UTF-16 units. */
const maxErrors = 4_096;
const maxWarnings = 1024 * 1024;

/** A call that printed more than it may. */
export class TooMuchOutput extends Error {}

export interface GitCall {
  readonly input?: Uint8Array | string;
  /** Index file, instead of none. */
  readonly index?: string | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
  /** Exit codes that are not failures. */
  readonly allowed?: readonly number[];
  /** True if paths among the arguments are patterns. */
  readonly hasPatterns?: boolean;
  /**
   * True for a call that stores objects. It does not see the borrowed ones: git sets the time of an object that it
   * would store again, and these share theirs with the user's repository.
   */
  readonly isWriting?: boolean;
  /** True if the caller makes the stored objects durable. */
  readonly isSyncedLater?: boolean;
  /** Maximum number of bytes to print, if it is less than usual. */
  readonly maxBytes?: number | undefined;
  /** Receives the output of the call, which then returns an empty buffer. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** Receives the warnings of a call that succeeds. */
  readonly onWarnings?: (text: string) => void;
}

/** A call whose input follows in parts. */
export interface GitFeed {
  /** Writes a part of the input. Resolves when the next one may follow. */
  write(part: Uint8Array): Promise<void>;
}

/**
 * Runs git on a repository of our own whose work tree belongs to the user. It never reads the user's configuration or
 * variables, and never writes outside its own folder.
 */
export class PrivateGit {
  readonly #program: string;
  readonly folder: string;
  readonly workTree: string;
  readonly #ignoresCase: boolean;

  /**
   * `program`: path of git. `folder`: the git folder of our own. `isCaseIgnored`: true if the disk of the work tree
   * finds a file by its name in any case. Git then keeps the name that an index has.
   */
  constructor(program: string, folder: string, workTree: string, isCaseIgnored = ignoresCase(workTree)) {
    this.#program = program;
    this.folder = folder;
    this.workTree = workTree;
    this.#ignoresCase = isCaseIgnored;
  }

  /** True if the disk of the work tree finds a file by its name in any case. */
  get ignoresCase(): boolean {
    return this.#ignoresCase;
  }

  /**
   * Permission bits that new files and folders of the user usually lack: those of the process that created the
   * repository, since others, as one started from a terminal, can have others.
   */
  get umask(): number {
    return readUmask(this.folder);
  }

  /** Folder of objects that the user's repository has too, as links or copies. */
  get borrowed(): string {
    return path.join(this.folder, "borrowed");
  }

  /** Creates the repository if there is none. `excludes`: patterns of files to leave out, as in `.git/info/exclude`. */
  prepare(excludes: string): Promise<void> {
    return createRepository(this.folder, excludes);
  }

  /** Returns the patterns of files that are left out; undefined before the first `prepare`. */
  readExcludes(): string | undefined {
    return readExcludes(this.folder);
  }

  /** Stores an object, and makes it durable. Returns its name. */
  store(type: "blob" | "tree", content: Uint8Array | string): Promise<string> {
    return storeLoose(this.folder, type, content);
  }

  /** Returns what a call prints. Rejects with git's own words when it fails. */
  run(args: readonly string[], { input, ...call }: GitCall = {}): Promise<Buffer> {
    return this.#start(args, call, (stdin) => stdin.end(input));
  }

  /** Runs a call whose input `feed` writes. Rejects when the call or `feed` fails. */
  async runFed(
    args: readonly string[],
    feed: (to: GitFeed) => Promise<void>,
    call: Omit<GitCall, "input"> = {},
  ): Promise<void> {
    let fed: Promise<void> = Promise.resolve();
    const end = new AbortController();
    const signal = call.signal ? AbortSignal.any([call.signal, end.signal]) : end.signal;
    const ended = this.#start(args, { ...call, signal }, (stdin) => {
      const closed = new Promise<void>((resolve) => stdin.once("close", resolve));
      const write = async (part: Uint8Array): Promise<void> => {
        if (!stdin.write(part))
          await Promise.race([new Promise<void>((resolve) => stdin.once("drain", resolve)), closed]);
      };
      fed = feed({ write }).then(
        () => void stdin.end(),
        (error: unknown) => {
          // A part of the input must not count as the whole.
          end.abort(error);
          throw error;
        },
      );
    });
    await Promise.all([fed, ended]);
  }

  #start(
    args: readonly string[],
    {
      index,
      signal,
      allowed = [0],
      hasPatterns = false,
      isWriting = false,
      isSyncedLater = false,
      onOutput,
      onWarnings,
      maxBytes: limit = maxBytes,
    }: GitCall,
    write: (stdin: Writable) => void,
  ): Promise<Buffer> {
    const configured = formatSettings(args[0], this.#ignoresCase, isSyncedLater);
    return new Promise((resolve, reject) => {
      const child = spawn(this.#program, [...configured, ...args], {
        cwd: this.workTree,
        env: {
          ...this.#environment(index),
          // Paths of check-ignore are literal anyway; it refuses to be told so.
          ...(args[0] === "check-ignore"
            ? {}
            : hasPatterns
              ? { GIT_GLOB_PATHSPECS: "1" }
              : { GIT_LITERAL_PATHSPECS: "1" }),
          ...(isWriting || !fs.existsSync(this.borrowed)
            ? {}
            : { GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(this.borrowed) }),
        },
        windowsHide: true,
        stdio: ["pipe", "pipe", "pipe"],
        ...(signal ? { signal } : {}),
      });
      const output: Buffer[] = [];
      let size = 0;
      let errors = "";
      child.stdout.on("data", (chunk: Buffer) => {
        if (onOutput) return onOutput(chunk);
        size += chunk.length;
        if (size > limit) child.kill();
        else output.push(chunk);
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        errors = (errors + text).slice(0, onWarnings ? maxWarnings : maxErrors);
      });
      child.once("error", reject);
      child.once("close", (code) => {
        if (size > limit) reject(new TooMuchOutput(`git ${args[0]} printed too much`));
        else if (code !== null && allowed.includes(code)) {
          onWarnings?.(errors);
          resolve(Buffer.concat(output));
        } else reject(new Error(`git ${args[0]} failed: ${errors.trim() || `exit code ${code}`}`));
      });
      // A call that ends early closes its input; its exit code has the cause.
      child.stdin.on("error", () => {});
      write(child.stdin);
    });
  }

  #environment(index: string | undefined): NodeJS.ProcessEnv {
    return {
      ...withoutGitVariables(),
      LC_ALL: "C",
      GIT_DIR: this.folder,
      GIT_WORK_TREE: this.workTree,
      ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
      GIT_CONFIG_GLOBAL: os.devNull,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_ATTR_NOSYSTEM: "1",
      ...offline,
    };
  }
}

/** Quotes a path for a list of folders in a variable. */
function quotePath(folder: string): string {
  const plain = process.platform === "win32" ? folder.replaceAll("\\", "/") : folder.replaceAll("\\", "\\\\");
  return `"${plain.replaceAll('"', '\\"')}"`;
}
