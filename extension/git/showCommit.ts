import { execFile } from "node:child_process";

/** Bytes of a commit that are read; more goes to no model. */
const maxBytes = 4_000_000;

/** Milliseconds after which git is ended. */
const timeoutMs = 20_000;

/** A repository's own settings name programs: for this none of them runs, also not to get what a partial clone leaves out. */
const harmless = ["--no-ext-diff", "--no-textconv", "--no-show-signature"];
const offline = { GIT_ALLOW_PROTOCOL: "", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

/**
 * A commit as text: hash, message and changes, of a merge those to its first parent; cut after 4 MB. `git`: the program. The API of the
 * editor's git extension has nothing for the first commit of all: it compares with what two commits have in common (1.106 to 1.117).
 * Rejects with what git says.
 */
export function showCommit(git: string, folder: string, hash: string): Promise<string> {
  const args = ["--no-pager", "show", ...harmless, "-m", "--first-parent", "--format=commit %H%n%n%B", "--no-color", hash, "--"];
  return new Promise((resolve, reject) => {
    execFile(
      git,
      args,
      { cwd: folder, maxBuffer: maxBytes, windowsHide: true, timeout: timeoutMs, env: { ...process.env, ...offline } },
      (error, stdout, stderr) => {
        if (error && (error as NodeJS.ErrnoException).code !== "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") reject(new Error(stderr.trim() || error.message));
        else resolve(stdout);
      },
    );
  });
}
