import fs from "node:fs";
import { statExisting } from "../../storage/regularFiles.ts";
import { toRelative } from "../index/paths.ts";

/**
 * What `claude` itself keeps in its configuration folder while it works (2.0.77 to 2.1.332, the names that a session
 * leaves behind; sign-in, caches and teams from its documentation). Documents of the user in it, such as agents and
 * hooks, are none of these.
 */
const kept = [
  ".claude.json*",
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
 * Returns the ignore patterns, from the folder `top`, of what `claude` keeps in its configuration folders: going back
 * must neither sign the user out nor take back what conversations wrote.
 */
export function formatClaudeState(top: string, configFolders: readonly string[]): string {
  const real = configFolders.flatMap((folder) => (statExisting(folder) ? [fs.realpathSync(folder)] : []));
  return [...new Set(real)].flatMap((folder) => formatPatterns(top, folder).map((each) => `${each}\n`)).join("");
}

function formatPatterns(top: string, folder: string): readonly string[] {
  // The workspace can be a part of what `claude` keeps.
  const [part = ""] = (toRelative([folder], top) ?? "").split("/");
  if (kept.includes(`${part}/`)) return ["/*"];
  const name = top === folder ? "" : toRelative([top], folder);
  if (name === undefined) return [];
  const start = name === "" ? "/" : `/${name.replaceAll(/[\\*?[]/g, "\\$&")}/`;
  return kept.map((each) => start + each);
}
