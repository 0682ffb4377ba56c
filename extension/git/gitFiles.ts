import { execFile } from "node:child_process";
import { withoutGitVariables } from "./gitEnvironment.ts";

/** Maximum number of bytes of git's output. */
const maxBytes = 32_000_000;

/** Timeout in milliseconds, after which git is ended. */
const timeoutMs = 3_000;

/** Settings by which git runs no program that the repository configures, fetches nothing, and writes no index. */
const settings = ["-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false"];
const offline = { GIT_ALLOW_PROTOCOL: "", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0" };

/** A file that a repository tracks or could add. */
export interface RepositoryFile {
  /** Path relative to the listed folder, with "/" between its parts. */
  readonly path: string;
  /** SHA-1 of its blob in the index; undefined for an untracked file. */
  readonly blob?: string | undefined;
}

/**
 * Lists the files below a folder that its repository does not ignore. Reads no content, so that no filter of the repository runs. Rejects without a
 * repository, and where the list is too long or takes too long.
 */
export async function listRepositoryFiles(git: string, folder: string): Promise<readonly RepositoryFile[]> {
  const listed = await runGit(git, folder, ["ls-files", "-z", "-t", "--stage", "--others", "--exclude-standard", "--", "."]);
  return listed
    .toString("utf8")
    .split("\0")
    .flatMap((line): RepositoryFile[] => {
      const [, tag, rest = ""] = /^(\S) ([\s\S]+)$/.exec(line) ?? [];
      if (tag === undefined) return [];
      if (tag === "?") return [{ path: rest }];
      const [, blob, path] = /^\d+ ([0-9a-f]+) \d\t([\s\S]+)$/.exec(rest) ?? [];
      return path === undefined ? [] : [{ path, blob }];
    });
}

/** Reads a file below a folder as it is in the last commit. Rejects where the commit does not have it. */
export async function readCommittedText(git: string, folder: string, path: string): Promise<string> {
  return (await runGit(git, folder, ["cat-file", "blob", `HEAD:./${path}`])).toString("utf8");
}

function runGit(git: string, folder: string, args: readonly string[]): Promise<Buffer> {
  const env = { ...withoutGitVariables(), ...offline };
  const options = { cwd: folder, encoding: "buffer", maxBuffer: maxBytes, windowsHide: true, timeout: timeoutMs, env } as const;
  return new Promise((resolve, reject) => {
    execFile(git, [...settings, ...args], options, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}
