import { execFile } from "node:child_process";
import { offline, withoutGitVariables } from "./gitEnvironment.ts";

/** Maximum number of bytes of git's output. */
const maxBytes = 32_000_000;

/** Timeout in milliseconds, after which git is ended. */
const timeoutMs = 3_000;

/** Settings by which git runs no program that the repository configures. */
const settings = ["-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false"];

/** Reads a file below a folder as it is in the last commit. Rejects where the commit does not have it. */
export async function readCommittedText(git: string, folder: string, path: string): Promise<string> {
  return (await runGit(git, folder, ["cat-file", "blob", `HEAD:./${path}`])).toString("utf8");
}

/**
 * Returns a function that reads a file as `readCommittedText` does; undefined where there is no git, and where the
 * commit does not have the file. It never rejects.
 */
export function createCommittedReader(
  findGit: () => Promise<string | undefined>,
): (folder: string, path: string) => Promise<string | undefined> {
  return async (folder, path) => {
    try {
      const git = await findGit();
      return git === undefined ? undefined : await readCommittedText(git, folder, path);
    } catch {
      return undefined;
    }
  };
}

function runGit(git: string, folder: string, args: readonly string[]): Promise<Buffer> {
  const env = { ...withoutGitVariables(), ...offline };
  const options = {
    cwd: folder,
    encoding: "buffer",
    maxBuffer: maxBytes,
    windowsHide: true,
    timeout: timeoutMs,
    env,
  } as const;
  return new Promise((resolve, reject) => {
    execFile(git, [...settings, ...args], options, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}
