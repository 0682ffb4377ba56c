import { execFile } from "node:child_process";
import os from "node:os";
import { withoutGitVariables } from "./gitEnvironment.ts";

/**
 * Configuration of a call that changes the user's repository: no hook runs, nothing is cleaned up, and the shared
 * configuration is not written.
 */
const settings = {
  "core.hooksPath": os.devNull,
  "core.fsmonitor": "false",
  "core.untrackedCache": "false",
  "core.longpaths": "true",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "submodule.recurse": "false",
  "branch.autoSetupMerge": "false",
  // Git writes an extension into the shared configuration where this is on.
  "worktree.useRelativePaths": "false",
};

export interface ChangeCall {
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs git on the user's repository for a change that the user requested, with the user's configuration. Programs that
 * the configuration names as filters run where git checks files out. Returns the output. Rejects with git's message.
 */
export function changeRepository(
  program: string,
  folder: string,
  args: readonly string[],
  { input, signal }: ChangeCall = {},
): Promise<string> {
  const env = { ...withoutGitVariables(), GIT_TERMINAL_PROMPT: "0", GIT_LITERAL_PATHSPECS: "1", LC_ALL: "C" };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...options, ...args],
      { cwd: folder, env, windowsHide: true, maxBuffer: 256 * 1024 * 1024, ...(signal ? { signal } : {}) },
      (error, stdout, stderr) =>
        error ? reject(signal?.aborted ? error : new Error(stderr.trim() || error.message)) : resolve(stdout),
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end(input ?? "");
  });
}
