import fs from "node:fs";
import path from "node:path";
import type { PrivateGit } from "../git/privateGit.ts";

/** Lists the empty folders below `prefix` that no ignore rule leaves out, relative to it. Rejects when git fails. */
export async function listEmptyFolders(git: PrivateGit, index: string, prefix: string, signal?: AbortSignal): Promise<readonly string[]> {
  const below = prefix === "" ? "." : prefix;
  const listed = await git.run(["ls-files", "-z", "--others", "--directory", "--exclude-standard", "--", below], { index, signal });
  const folders = listed
    .toString("utf8")
    .split("\0")
    .filter((name) => name.endsWith("/") && name.startsWith(prefix));
  const empty: string[] = [];
  // A folder that contains only empty folders is listed as one; its files, if it has any, are listed elsewhere.
  const look = async (folder: string): Promise<void> => {
    const entries = await fs.promises.readdir(path.join(git.workTree, folder), { withFileTypes: true }).catch(() => undefined);
    if (entries?.length === 0) empty.push(folder.slice(prefix.length, -1));
    for (const entry of entries ?? []) if (entry.isDirectory() && entry.name !== ".git") await look(`${folder}${entry.name}/`);
  };
  for (const folder of folders) await look(folder);
  return empty.filter((folder) => folder !== "");
}
