import { execFile } from "node:child_process";
import { offline, withoutGitVariables } from "./gitEnvironment.ts";
import { ignoresCase } from "./ignoresCase.ts";

/**
 * Asks git about the user's repository, without a write and without running a program that the repository names.
 * Rejects like git.
 */
export function askRepository(
  program: string,
  folder: string,
  args: readonly string[],
  input?: string,
): Promise<string> {
  const env = { ...withoutGitVariables(), ...offline, LC_ALL: "C" };
  const settings = {
    "core.fsmonitor": "false",
    "core.untrackedCache": "false",
    "log.showSignature": "false",
    // As the disk does: git would list no file whose name an index has in another case.
    "core.ignoreCase": `${ignoresCase(folder)}`,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...options, ...args],
      { cwd: folder, env, windowsHide: true, maxBuffer: 256 * 1024 * 1024 },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    );
    child.stdin?.on("error", () => {});
    child.stdin?.end(input ?? "");
  });
}

/** Returns the names that git lists with "-z". */
export function splitNames(output: string): readonly string[] {
  return output.split("\0").filter((name) => name !== "");
}
