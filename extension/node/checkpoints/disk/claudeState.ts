import fs from "node:fs";
import path from "node:path";
import { statExisting } from "../../storage/regularFiles.ts";
import { toRelative } from "../index/paths.ts";

/** The settings and the sign-in of `claude`, beside its usual configuration folder and in every other one. */
const userFile = ".claude.json*";

/**
 * The files and folders that `claude` itself keeps in its configuration folder (2.0.77 to 2.1.332: the names that a
 * session leaves behind; sign-in, caches and teams from its documentation). Documents of the user in it, such as agents
 * and hooks, are none of these.
 */
const kept = [
  userFile,
  ".credentials.json",
  "backups/",
  "cache/",
  "debug/",
  "file-history/",
  "history.jsonl",
  "ide/",
  "image-cache/",
  "paste-cache/",
  "plugins/",
  "projects/",
  "session-env/",
  "sessions/",
  "shell-snapshots/",
  "stats-cache.json",
  "statsig/",
  "tasks/",
  "teams/",
  "telemetry/",
  "todos/",
];

/**
 * Returns the ignore patterns, from the folder `top`, of what `claude` keeps in its configuration folders, and beside
 * the usual one: going back must neither sign the user out nor take back what conversations wrote.
 */
export function formatClaudeState(top: string, configFolders: readonly string[]): string {
  const usual = configFolders.filter((folder) => path.basename(folder) === ".claude");
  const homes = findReal(usual.map((folder) => path.dirname(folder)));
  const patterns = [
    ...findReal(configFolders).flatMap((folder) => formatPatterns(top, folder)),
    ...homes.flatMap((folder) => formatNames(top, folder, [userFile])),
  ];
  return patterns.map((each) => `${each}\n`).join("");
}

function findReal(folders: readonly string[]): readonly string[] {
  const real = folders.flatMap((folder) => (statExisting(folder) ? [fs.realpathSync(folder)] : []));
  return [...new Set(real)];
}

function formatPatterns(top: string, folder: string): readonly string[] {
  // The workspace can be a part of what `claude` keeps.
  const [part = ""] = (toRelative([folder], top) ?? "").split("/");
  return kept.includes(`${part}/`) ? ["/*"] : formatNames(top, folder, kept);
}

/** Returns the patterns of names in a folder; none for a folder outside of `top`. */
function formatNames(top: string, folder: string, names: readonly string[]): readonly string[] {
  const name = top === folder ? "" : toRelative([top], folder);
  if (name === undefined) return [];
  const start = name === "" ? "/" : `/${name.replaceAll(/[\\*?[]/g, "\\$&")}/`;
  return names.map((each) => start + each);
}
