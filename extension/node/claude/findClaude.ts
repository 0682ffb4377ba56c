import fs from "node:fs";
import path from "node:path";
import { failures, getErrorMessage } from "../../shared/base/failure.ts";
import { isScript } from "../processes/command.ts";

/** The inputs of a search for `claude`. */
export interface SearchContext {
  /** The `claudePath` setting; empty to search. `~` is the home folder. */
  readonly setting: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Finds the program to run: the setting, CLAUDE_BIN, ~/.local/bin, ~/.claude/local, /usr/local/bin, on macOS
 * /opt/homebrew/bin, then PATH. A setting or CLAUDE_BIN that names no file is an error, never a reason to run something
 * else. Throws `cliNotFound` with the places that were searched, or `cliNotStartable` for a file that cannot be run.
 */
export function findClaude(context: SearchContext): string {
  const chosen = context.setting || context.env["CLAUDE_BIN"] || "";
  const candidates = chosen ? [path.resolve(expandHome(chosen, context.home))] : standardPlaces(context);
  for (const file of candidates) {
    if (!isFile(file, chosen !== "")) continue;
    assertRunnable(file, context.platform);
    return file;
  }
  throw failures.cliNotFound(candidates);
}

/** Returns whether the search would take a path. */
export function isProgramFile(file: string): boolean {
  return isFile(file, false);
}

/** Returns true for an existing file. An unreadable place ends the search only when the user chose it. */
function isFile(file: string, isChosen: boolean): boolean {
  try {
    return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch (error) {
    if (isChosen) throw failures.cliNotStartable(file, getErrorMessage(error), error);
    return false;
  }
}

function expandHome(file: string, home: string): string {
  return file === "~" || /^~[/\\]/.test(file) ? path.join(home, file.slice(1)) : file;
}

function standardPlaces({ env, home, platform }: SearchContext): string[] {
  const isWindows = platform === "win32";
  const names = isWindows ? ["claude.exe", "claude.cmd"] : ["claude"];
  const folders = [
    path.join(home, ".local", "bin"),
    path.join(home, ".claude", "local"),
    ...(isWindows ? [] : ["/usr/local/bin"]),
    // Homebrew installs programs here, and an editor started from the dock does not have this folder on its PATH.
    ...(platform === "darwin" ? ["/opt/homebrew/bin"] : []),
    ...(env["PATH"] ?? env["Path"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder)),
  ];
  return [...new Set(folders.flatMap((folder) => names.map((name) => path.join(folder, name))))];
}

function assertRunnable(file: string, platform: NodeJS.Platform): void {
  if (isScript(file) || platform === "win32") return;
  try {
    fs.accessSync(file, fs.constants.X_OK);
  } catch (error) {
    throw failures.cliNotExecutable(file, error);
  }
}
