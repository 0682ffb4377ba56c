import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { CompareOptions, FolderChange, FolderState, FolderStates } from "../session/ports.ts";
import { openRegular } from "../storage/regularFiles.ts";
import { listRepositoryFiles } from "./gitFiles.ts";

type Source = "repository" | "walk";

/** Files of a folder that is compared, with a repository and without one. */
const maxFiles: Readonly<Record<Source, number>> = { repository: 50_000, walk: 20_000 };

/** Milliseconds that reading a state may take. */
const timeoutMs = 3_000;

/** Files that are summed: of how many bytes each and together. */
const maxSummedBytes = 256 * 1024;
const maxSummedTotal = 16 * 1024 * 1024;

/** Files that are looked at together. */
const batchSize = 128;

/** Times of files are coarser than a clock, in milliseconds. */
const timeToleranceMs = 50;

/** Folders that a walk leaves out. */
const skippedFolders = new Set([".git", ".hg", ".svn", "node_modules"]);

interface FileState {
  /** Size, times, kind and place on the disk. */
  readonly stat: string;
  readonly size: number;
  readonly mode: number;
  /** When anything of it changed last; milliseconds since the epoch. */
  readonly changedAt: number;
  /** A sum of its content, where it is small and not tracked. */
  readonly sum?: string | undefined;
  /** What the index holds of it. */
  readonly blob?: string | undefined;
}

interface DiskState extends FolderState {
  readonly files: ReadonlyMap<string, FileState>;
  readonly source: Source;
}

/** Compares folders by their files' sizes and times; contents are read only where these leave a doubt. */
export class DiskFolderStates implements FolderStates {
  readonly #git: () => Promise<string | undefined>;

  readonly #maxFiles: Readonly<Record<Source, number>>;

  /** `git`: the program, where there is one. */
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

  /** `source`: how the state before was listed; what it left out would be told as created. */
  async #list(folder: string, source: Source | undefined, deadline: number): Promise<{ files: readonly Listed[]; source: Source } | undefined> {
    const git = source === "walk" ? undefined : await this.#git();
    const found = git === undefined ? undefined : await listRepositoryFiles(git, folder).catch(() => undefined);
    if (!found && source === "repository") return undefined;
    const from = found ? "repository" : "walk";
    const files = found ?? (await walk(folder, this.#maxFiles.walk, deadline));
    return files.length > this.#maxFiles[from] ? undefined : { files, source: from };
  }
}

type Listed = { readonly path: string; readonly blob?: string | undefined };

async function getStates(folder: string, listed: readonly Listed[], last: DiskState["files"] | undefined, deadline: number) {
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

/** Undefined for what is no file, or not there. */
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

/** Whether a file that was touched holds what it held: by its sum, or of a tracked one by what the index held. */
async function hasSameContent(file: string, before: FileState, after: FileState): Promise<boolean> {
  if (before.size !== after.size || before.mode !== after.mode) return false;
  if (before.sum !== undefined) return before.sum === (after.sum ?? (await getSum(file, "")));
  if (before.blob === undefined || after.size > maxSummedTotal) return false;
  return before.blob === (await getSum(file, `blob ${after.size}\0`));
}

/** The SHA-1 of a prefix and the file; undefined where it cannot be read. */
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

/** Files below a folder, links not followed. Ends early with more than are compared. */
async function walk(folder: string, max: number, deadline: number): Promise<readonly Listed[]> {
  const found: Listed[] = [];
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
