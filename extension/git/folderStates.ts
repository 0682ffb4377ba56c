import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { CompareOptions, FolderChange, FolderState, FolderStates } from "../session/ports.ts";
import { openRegular } from "../storage/regularFiles.ts";
import { listRepositoryFiles } from "./gitFiles.ts";

type Source = "repository" | "walk";

/** Maximum number of files of a folder that is compared, with a repository and without one. */
const maxFiles: Readonly<Record<Source, number>> = { repository: 50_000, walk: 20_000 };

/** Timeout in milliseconds for reading a state. */
const timeoutMs = 3_000;

/** Maximum size in bytes of a file that is hashed, and of all such files together. */
const maxSummedBytes = 256 * 1024;
const maxSummedTotal = 16 * 1024 * 1024;

/** Number of files that are read in parallel. */
const batchSize = 128;

/** Tolerance in milliseconds for file times, which are coarser than the clock. */
const timeToleranceMs = 50;

/** Folders that a walk skips. */
const skippedFolders = new Set([".git", ".hg", ".svn", "node_modules"]);

interface FileState {
  /** Size, modification time, inode and mode. */
  readonly stat: string;
  readonly size: number;
  readonly mode: number;
  /** Time of the last change to content or metadata; milliseconds since the epoch. */
  readonly changedAt: number;
  /** SHA-1 of the content, for small untracked files. */
  readonly sum?: string | undefined;
  /** Blob id in the index. */
  readonly blob?: string | undefined;
}

interface DiskState extends FolderState {
  readonly files: ReadonlyMap<string, FileState>;
  readonly source: Source;
}

/** Compares folders by the sizes and times of their files; reads contents only where these leave a doubt. */
export class DiskFolderStates implements FolderStates {
  readonly #git: () => Promise<string | undefined>;

  readonly #maxFiles: Readonly<Record<Source, number>>;

  /** `git` returns the path of the program; undefined where there is none. */
  constructor(git: () => Promise<string | undefined>, limits: Readonly<Record<Source, number>> = maxFiles) {
    this.#git = git;
    this.#maxFiles = limits;
  }

  async read(folder: string, last?: FolderState): Promise<DiskState | undefined> {
    const deadline = Date.now() + timeoutMs;
    const known = last?.folder === folder ? (last as DiskState) : undefined;
    try {
      const listed = await this.#list(folder, known?.source, deadline);
      return listed && { folder, source: listed.source, files: await getStates(folder, listed.files, known?.files, deadline) };
    } catch {
      return undefined;
    }
  }

  async compare(before: FolderState, after: FolderState, { since, lateSince }: CompareOptions): Promise<readonly FolderChange[]> {
    const [old, now] = [(before as DiskState).files, (after as DiskState).files];
    const changes: FolderChange[] = [];
    for (const [file, state] of now) {
      if (since !== undefined && state.changedAt < since - timeToleranceMs) continue;
      const known = old.get(file);
      if (!known) changes.push({ path: file, state: "created" });
      else if (lateSince !== undefined && known.changedAt >= lateSince - timeToleranceMs) changes.push({ path: file, state: "changed" });
      else if (known.stat !== state.stat && !(await hasSameContent(file, known, state))) changes.push({ path: file, state: "changed" });
    }
    for (const file of old.keys()) if (!now.has(file) && (await isGone(file))) changes.push({ path: file, state: "deleted" });
    return changes;
  }

  /** Lists the files of a folder. `source` is how the state before was listed; another source would report the files that it left out as created. */
  async #list(folder: string, source: Source | undefined, deadline: number): Promise<{ files: readonly ListedFile[]; source: Source } | undefined> {
    const git = source === "walk" ? undefined : await this.#git();
    const found = git === undefined ? undefined : await listRepositoryFiles(git, folder).catch(() => undefined);
    if (!found && source === "repository") return undefined;
    const from = found ? "repository" : "walk";
    const files = found ?? (await walk(folder, this.#maxFiles.walk, deadline));
    return files.length > this.#maxFiles[from] ? undefined : { files, source: from };
  }
}

type ListedFile = { readonly path: string; readonly blob?: string | undefined };

async function getStates(folder: string, listed: readonly ListedFile[], last: DiskState["files"] | undefined, deadline: number) {
  const files = new Map<string, FileState>();
  const budget = { left: maxSummedTotal };
  for (let start = 0; start < listed.length; start += batchSize) {
    if (Date.now() > deadline) throw new Error("takes too long");
    await Promise.all(
      listed.slice(start, start + batchSize).map(async ({ path: name, blob }) => {
        const file = path.join(folder, name);
        const state = await getState(file, blob, last?.get(file), budget);
        if (state) files.set(file, state);
      }),
    );
  }
  return files;
}

/** Returns undefined for a path that does not exist or is neither a file nor a link. */
async function getState(file: string, blob: string | undefined, last: FileState | undefined, budget: { left: number }): Promise<FileState | undefined> {
  const stats = await fs.promises.lstat(file).catch(() => undefined);
  if (!stats?.isFile() && !stats?.isSymbolicLink()) return undefined;
  const { size, mtimeMs, ctimeMs, ino, mode } = stats;
  const state = { stat: [size, mtimeMs, ino, mode].join(" "), size, mode, changedAt: Math.max(ctimeMs, mtimeMs), blob };
  if (blob !== undefined || !stats.isFile() || size > maxSummedBytes) return state;
  if (last?.stat === state.stat) return { ...state, sum: last.sum };
  if (size > budget.left) return state;
  budget.left -= size;
  return { ...state, sum: await getSum(file, "") };
}

/** Returns true if a touched file has the same content: compares its hash, or for a tracked file the blob id in the index. */
async function hasSameContent(file: string, before: FileState, after: FileState): Promise<boolean> {
  if (before.size !== after.size || before.mode !== after.mode) return false;
  if (before.sum !== undefined) return before.sum === (after.sum ?? (await getSum(file, "")));
  if (before.blob === undefined || after.size > maxSummedTotal) return false;
  return before.blob === (await getSum(file, `blob ${after.size}\0`));
}

/** Returns the SHA-1 of a prefix and the file; undefined where the file cannot be read. */
async function getSum(file: string, prefix: string): Promise<string | undefined> {
  try {
    const handle = await openRegular(file);
    try {
      return createHash("sha1")
        .update(prefix)
        .update(await handle.readFile())
        .digest("hex");
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

async function isGone(file: string): Promise<boolean> {
  return fs.promises.lstat(file).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT" || error.code === "ENOTDIR",
  );
}

/** Lists the files below a folder without following links. Ends early with more files than can be compared. */
async function walk(folder: string, max: number, deadline: number): Promise<readonly ListedFile[]> {
  const found: ListedFile[] = [];
  const folders = [""];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    if (Date.now() > deadline) throw new Error("takes too long");
    // A folder that cannot be read has nothing to compare.
    for (const entry of await fs.promises.readdir(path.join(folder, at), { withFileTypes: true }).catch(() => [])) {
      const name = path.join(at, entry.name);
      if (!entry.isDirectory()) found.push({ path: name });
      else if (!skippedFolders.has(entry.name)) folders.push(name);
      if (found.length > max) return found;
    }
  }
  return found;
}
