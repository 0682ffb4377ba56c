import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Returns the first program of that name on PATH; undefined if there is none. */
export function findOnPath(name) {
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .flatMap((folder) => names.map((file) => path.join(folder, file)))
    .find((file) => path.isAbsolute(file) && fs.statSync(file, { throwIfNoEntry: false })?.isFile());
}

/** Finds the user's own claude where Tandem looks when its setting is empty. */
export function findOwnClaude() {
  const places = [".local/bin", ".claude/local"].map((folder) => path.join(os.homedir(), folder));
  const name = process.platform === "win32" ? "claude.exe" : "claude";
  const candidates = [
    process.env.CLAUDE_BIN,
    ...[...places, "/usr/local/bin"].map((folder) => path.join(folder, name)),
  ];
  return (
    candidates.find((file) => file && fs.statSync(file, { throwIfNoEntry: false })?.isFile()) ?? findOnPath("claude")
  );
}
