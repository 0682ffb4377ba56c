import fs from "node:fs";
import path from "node:path";
import { failures } from "../../shared/base/failure.ts";

/** A program with its first arguments and the variables that it needs besides the usual environment. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Returns true for a program that a JavaScript runtime must run. */
export function isScript(file: string): boolean {
  return /\.[cm]?[jt]sx?$/i.test(file);
}

/**
 * Creates the command for `program`: the program itself, or `runtime` when it is a script. Without `node` on PATH the
 * editor's own runtime runs the script, set to behave as Node. `runtimeArgs`: arguments of the runtime, before the
 * script. Throws `cliNotStartable` if another runtime is not on PATH.
 */
export function createCommand(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
  runtime: "node" | "bun" | "deno" = "node",
  runtimeArgs: readonly string[] = [],
): Command {
  if (!isScript(program)) return { file: program, args: [], env: {} };
  const name = process.platform === "win32" ? `${runtime}.exe` : runtime;
  const found = (env["PATH"] ?? env["Path"] ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => path.isAbsolute(file) && fs.existsSync(file));
  if (found)
    return {
      file: found,
      args: [...(runtime === "deno" ? ["run", "--allow-all"] : []), ...runtimeArgs, program],
      env: {},
    };
  if (runtime !== "node") throw failures.cliNotStartable(program, `${runtime} is not on PATH`);
  const isElectron = process.versions["electron"] !== undefined;
  return {
    file: process.execPath,
    args: [...runtimeArgs, program],
    env: isElectron ? { ELECTRON_RUN_AS_NODE: "1" } : {},
  };
}
