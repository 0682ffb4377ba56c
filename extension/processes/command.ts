import fs from "node:fs";
import path from "node:path";

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
 * Creates the command for `program`: the program itself, or Node when it is a script. Without `node` on PATH the editor's own runtime runs the
 * script, set to behave as Node.
 */
export function createCommand(program: string, env: Readonly<Record<string, string | undefined>>): Command {
  if (!isScript(program)) return { file: program, args: [], env: {} };
  const name = process.platform === "win32" ? "node.exe" : "node";
  const node = (env["PATH"] ?? env["Path"] ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => path.isAbsolute(file) && fs.existsSync(file));
  if (node) return { file: node, args: [program], env: {} };
  const isElectron = process.versions["electron"] !== undefined;
  return { file: process.execPath, args: [program], env: isElectron ? { ELECTRON_RUN_AS_NODE: "1" } : {} };
}
