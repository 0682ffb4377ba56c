import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Configuration of every call: no program of a repository runs, no cache or lock of the user's repository is used, and bytes stay as they are. */
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
  "gc.auto": "0",
  "maintenance.auto": "false",
  "protocol.allow": "never",
};

/** Attributes that switch off every conversion, above those of the files in the work tree. */
const exactBytes = "* -text -eol -crlf -filter -ident -working-tree-encoding !diff !merge\n";

/** Maximum number of bytes that a call may print. */
const maxBytes = 256 * 1024 * 1024;

export interface GitCall {
  readonly input?: Uint8Array | string;
  /** Index file, instead of none. */
  readonly index?: string | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
  /** Exit codes that are no failure. */
  readonly allowed?: readonly number[];
  /** True if paths among the arguments are patterns. */
  readonly hasPatterns?: boolean;
  /** True to store new contents in one pack, where git is able to: much faster for many. */
  readonly isPacked?: boolean;
}

/**
 * Runs git on a repository of our own whose work tree belongs to the user. It never reads the user's configuration or variables, and never writes
 * outside its own folder.
 */
export class PrivateGit {
  readonly #program: string;
  #version: Promise<string> | undefined;
  readonly folder: string;
  readonly workTree: string;

  /** `program`: path of git. `folder`: the git folder of our own. */
  constructor(program: string, folder: string, workTree: string) {
    this.#program = program;
    this.folder = folder;
    this.workTree = workTree;
  }

  /** Creates the repository if there is none. `excludes`: patterns of files to leave out, as in `.git/info/exclude`. */
  async prepare(excludes: string): Promise<void> {
    if (!fs.existsSync(path.join(this.folder, "HEAD"))) {
      await fs.promises.mkdir(this.folder, { recursive: true, mode: 0o700 });
      for (const name of ["objects", "refs"]) await fs.promises.mkdir(path.join(this.folder, name), { recursive: true });
      await fs.promises.writeFile(path.join(this.folder, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
      // Written last: a folder with it is a whole repository.
      await fs.promises.writeFile(path.join(this.folder, "HEAD"), "ref: refs/heads/none\n");
    }
    const info = path.join(this.folder, "info");
    await fs.promises.mkdir(info, { recursive: true });
    await fs.promises.writeFile(path.join(info, "attributes"), exactBytes);
    await fs.promises.writeFile(path.join(info, "exclude"), excludes);
  }

  /** Returns what a call prints. Rejects with git's own words when it fails. */
  async run(args: readonly string[], { input, index, signal, allowed = [0], hasPatterns = false, isPacked = false }: GitCall = {}): Promise<Buffer> {
    const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    if (isPacked && (await this.#canPack())) options.push("-c", "core.bigFileThreshold=1");
    return new Promise((resolve, reject) => {
      const child = spawn(this.#program, [...options, ...args], {
        cwd: this.workTree,
        // Paths of check-ignore are literal anyway; it refuses to be told so.
        env: this.#environment(index, args[0] === "check-ignore" ? {} : hasPatterns ? { GIT_GLOB_PATHSPECS: "1" } : { GIT_LITERAL_PATHSPECS: "1" }),
        windowsHide: true,
        stdio: ["pipe", "pipe", "pipe"],
        ...(signal ? { signal } : {}),
      });
      const output: Buffer[] = [];
      let size = 0;
      let errors = "";
      child.stdout.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) child.kill();
        else output.push(chunk);
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        errors = (errors + text).slice(0, 4096);
      });
      child.once("error", reject);
      child.once("close", (code) => {
        if (code !== null && allowed.includes(code) && size <= maxBytes) resolve(Buffer.concat(output));
        else reject(new Error(`git ${args[0]} failed: ${errors.trim() || (size > maxBytes ? "it printed too much" : `exit code ${code}`)}`));
      });
      // A call that ends early closes its input; its exit code has the cause.
      child.stdin.on("error", () => {});
      child.stdin.end(input);
    });
  }

  /** Git writes contents above the threshold to one pack for all files of a call since 2.38, and before to one for each. */
  async #canPack(): Promise<boolean> {
    this.#version ??= this.run(["version"]).then((text) => text.toString("utf8"));
    const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(await this.#version) ?? []).map(Number);
    return major > 2 || (major === 2 && minor >= 38);
  }

  #environment(index: string | undefined, pathspecs: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const inherited = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith("GIT_"));
    return {
      ...Object.fromEntries(inherited),
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
      ...pathspecs,
    };
  }
}
