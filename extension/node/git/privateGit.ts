import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Writable } from "node:stream";
import zlib from "node:zlib";
import { withoutGitVariables } from "./gitEnvironment.ts";
import { ignoresCase } from "./ignoresCase.ts";

/**
 * Configuration of every call: no program of a repository runs, no cache or lock of the user's repository is used, and
 * bytes stay as they are.
 */
const settings = {
  "core.fsmonitor": "false",
  "core.hooksPath": os.devNull,
  "core.untrackedCache": "false",
  "core.splitIndex": "false",
  "index.sparse": "false",
  "core.autocrlf": "false",
  "core.safecrlf": "false",
  "core.longpaths": "true",
  "core.quotePath": "false",
  "core.precomposeUnicode": "false",
  "core.looseCompression": "1",
  "pack.compression": "1",
  // Objects that a checkpoint names must survive a loss of power; where git is able to, it waits once for all objects
  // of a call.
  "core.fsync": "committed,loose-object",
  "core.fsyncMethod": "batch",
  "fastimport.unpackLimit": "1",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "protocol.allow": "never",
};

/**
 * Size above which git stores a content in a pack of its own: none has it. Git 2.39 fails if one call stores such a
 * content after a smaller one, because the pack is lost with the temporary folder of `core.fsyncMethod=batch`. On
 * Windows and 32-bit systems git takes no larger number.
 */
const isSmall = process.platform === "win32" || !/64|s390x/.test(process.arch);
const storedAsOne = `core.bigFileThreshold=${isSmall ? "4095m" : "1048576g"}`;

/** Attributes that switch off every conversion, above those of the files in the work tree. */
const exactBytes = "* -text -eol -crlf -filter -ident -working-tree-encoding !diff !merge\n";

/** Files that every repository of ours has, with their content. */
export const ownFiles = {
  config: "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
  HEAD: "ref: refs/heads/none\n",
} as const;

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
    const text = readText(path.join(this.folder, "umask")) ?? "";
    return /^[0-7]{1,3}$/.test(text) ? Number.parseInt(text, 8) : process.umask();
  }

  /** Folder of objects that the user's repository has too, as links or copies. */
  get borrowed(): string {
    return path.join(this.folder, "borrowed");
  }

  /** Creates the repository if there is none. `excludes`: patterns of files to leave out, as in `.git/info/exclude`. */
  async prepare(excludes: string): Promise<void> {
    if (!["HEAD", "objects", "refs"].every((name) => fs.existsSync(path.join(this.folder, name)))) {
      await fs.promises.mkdir(this.folder, { recursive: true, mode: 0o700 });
      for (const name of ["objects", "refs"])
        await fs.promises.mkdir(path.join(this.folder, name), { recursive: true });
      // The last one is HEAD: a folder with it is a whole repository.
      for (const [name, text] of Object.entries(ownFiles))
        await fs.promises.writeFile(path.join(this.folder, name), text);
    }
    if (!fs.existsSync(path.join(this.folder, "umask")))
      await fs.promises.writeFile(path.join(this.folder, "umask"), process.umask().toString(8));
    const info = path.join(this.folder, "info");
    if (readText(path.join(info, "attributes")) === exactBytes && readText(path.join(info, "exclude")) === excludes)
      return;
    await fs.promises.mkdir(info, { recursive: true });
    await fs.promises.writeFile(path.join(info, "attributes"), exactBytes);
    await fs.promises.writeFile(path.join(info, "exclude"), excludes);
  }

  /** Returns the patterns of files that are left out; undefined before the first `prepare`. */
  readExcludes(): string | undefined {
    return readText(path.join(this.folder, "info", "exclude"));
  }

  /** Stores an object, and makes it durable. Returns its name. */
  async store(type: "blob" | "tree", content: Uint8Array | string): Promise<string> {
    const body = Buffer.from(content);
    const whole = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
    const name = createHash("sha1").update(whole).digest("hex");
    const folder = path.join(this.folder, "objects", name.slice(0, 2));
    const target = path.join(folder, name.slice(2));
    if (fs.existsSync(target)) return name;
    await fs.promises.mkdir(folder, { recursive: true });
    const beside = path.join(folder, `tmp_obj_${randomUUID()}`);
    const file = await fs.promises.open(beside, "wx", 0o444);
    try {
      await file.writeFile(zlib.deflateSync(whole, { level: 1 }));
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.promises.rename(beside, target);
    return name;
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
    const options = Object.entries({ ...settings, "core.ignorecase": `${this.#ignoresCase}` }).flatMap(
      ([name, value]) => ["-c", `${name}=${value}`],
    );
    if (args[0] === "update-index") options.push("-c", storedAsOne);
    if (isSyncedLater) options.push("-c", "core.fsync=none");
    return new Promise((resolve, reject) => {
      const child = spawn(this.#program, [...options, ...args], {
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
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      GIT_NO_LAZY_FETCH: "1",
    };
  }
}

/** Returns a file of our own, which is short; undefined without one. */
function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Quotes a path for a list of folders in a variable. */
function quotePath(folder: string): string {
  const plain = process.platform === "win32" ? folder.replaceAll("\\", "/") : folder.replaceAll("\\", "\\\\");
  return `"${plain.replaceAll('"', '\\"')}"`;
}
