import { execFile } from "node:child_process";
import { offline, withoutGitVariables } from "./gitEnvironment.ts";

/** Maximum number of bytes of a commit; no model gets more. */
const maxBytes = 4_000_000;

/** Timeout in milliseconds, after which git is ended. */
const timeoutMs = 20_000;

/**
 * Options by which git runs no program that the repository configures. It does not pass options on to the git that it
 * runs in a submodule, so it must not run one.
 */
const harmless = ["--no-ext-diff", "--no-textconv", "--no-show-signature", "--submodule=short"];

/**
 * Returns a commit as text: hash, message and changes (of a merge those to its first parent), cut after 4 MB. `git` is
 * the path of the program. The API of the editor's git extension cannot show the first commit of a repository: it
 * compares with the merge base of two commits (1.106 to 1.117). Rejects with the error text of git.
 */
export function showCommit(git: string, folder: string, hash: string): Promise<string> {
  const args = [
    "-c",
    "core.fsmonitor=false",
    "--no-pager",
    "show",
    ...harmless,
    "-m",
    "--first-parent",
    "--format=commit %H%n%n%B",
    "--no-color",
    hash,
    "--",
  ];
  return new Promise((resolve, reject) => {
    execFile(
      git,
      args,
      {
        cwd: folder,
        maxBuffer: maxBytes,
        windowsHide: true,
        timeout: timeoutMs,
        env: { ...withoutGitVariables(), ...offline },
      },
      (error, stdout, stderr) => {
        if (error && (error as NodeJS.ErrnoException).code !== "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
          reject(new Error(stderr.trim() || error.message));
        else resolve(stdout);
      },
    );
  });
}
