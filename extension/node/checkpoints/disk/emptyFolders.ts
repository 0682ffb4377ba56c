import fs from "node:fs";
import path from "node:path";

export interface FoundFolders {
  /** Folders without anything in them, relative to `prefix`. */
  readonly empty: readonly string[];
  /** The given folders with files in them. */
  readonly filled: readonly string[];
  /** Folders that are closed to the user: what is in them is unknown. */
  readonly closed: readonly string[];
  /** All folders into which it looked. */
  readonly looked: readonly string[];
}

/** Looks into folders of a work tree that have no file which git knows. They end with "/". */
export async function findEmptyFolders(
  workTree: string,
  folders: readonly string[],
  prefix: string,
): Promise<FoundFolders> {
  const empty: string[] = [];
  const filled: string[] = [];
  const closed: string[] = [];
  const looked: string[] = [];
  /** Returns true if a folder has files, at any depth. */
  const look = async (folder: string): Promise<boolean> => {
    looked.push(folder);
    const entries = await fs.promises
      .readdir(path.join(workTree, folder), { withFileTypes: true })
      .catch(() => undefined);
    if (!entries) closed.push(folder);
    if (entries?.length === 0 && folder.startsWith(prefix) && folder !== prefix)
      empty.push(folder.slice(prefix.length, -1));
    let hasFiles = false;
    for (const entry of entries ?? [])
      if (!entry.isDirectory() || entry.name === ".git") hasFiles = true;
      else if (await look(`${folder}${entry.name}/`)) hasFiles = true;
    return hasFiles;
  };
  for (const folder of folders) if (await look(folder)) filled.push(folder);
  return { empty, filled, closed, looked };
}
