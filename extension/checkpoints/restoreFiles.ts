import fs from "node:fs";
import path from "node:path";
import { openRegular } from "../storage/regularFiles.ts";
import { hashFile, hashText } from "./blobNames.ts";
import { isLink } from "./links.ts";
import { type Operation, sameFile } from "./restoreModel.ts";
import type { TreeFile } from "./snapshotModel.ts";
import type { Snapshots } from "./snapshots.ts";

/** Codes with which a system refuses to replace a file that another program has open, and the attempts and pauses in ms for them. */
const heldCodes = new Set(["EPERM", "EBUSY", "EACCES"]);
const attempts = process.platform === "win32" ? 20 : 1;
const pauseMs = 100;

/** A file that is not as an operation expects it. */
export class UnexpectedFile extends Error {
  readonly path: string;

  constructor(name: string) {
    super(`${name} is not as expected`);
    this.path = name;
  }
}

/** Reads and writes the files of one workspace folder for a restore. Follows no link, and writes nothing outside the folder. */
export class RestoreFiles {
  readonly #root: string;
  readonly #snapshots: Pick<Snapshots, "readBlob" | "readBlobs">;

  /** `root`: the workspace folder with links resolved. */
  constructor(root: string, snapshots: Pick<Snapshots, "readBlob" | "readBlobs">) {
    this.#root = root;
    this.#snapshots = snapshots;
  }

  /** Returns what the disk has at these paths; undefined for nothing, null for something that no snapshot holds, such as a folder. */
  async read(paths: readonly string[]): Promise<ReadonlyMap<string, TreeFile | undefined | null>> {
    const found = new Map<string, TreeFile | undefined | null>();
    for (const batch of inBatches(paths)) await Promise.all(batch.map(async (name) => found.set(name, await this.#readOne(name))));
    return found;
  }

  async #readOne(name: string): Promise<TreeFile | undefined | null> {
    const full = path.join(this.#root, name);
    const stats = this.#isReached(name) ? await fs.promises.lstat(full).catch(() => undefined) : undefined;
    if (stats?.isFile()) return { kind: stats.mode & 0o100 ? "executable" : "file", blob: await hashFile(full) };
    if (stats?.isSymbolicLink()) return { kind: "link", blob: hashText(await fs.promises.readlink(full)) };
    return stats ? null : undefined;
  }

  /** Writes the new contents of operations into a folder, as files named by their number. */
  async stage(operations: readonly Operation[], staging: string): Promise<void> {
    await fs.promises.mkdir(staging, { recursive: true, mode: 0o700 });
    const written = operations.flatMap(({ after, mode }, number) => (after ? [{ after, mode, staged: path.join(staging, String(number)) }] : []));
    for (const batch of inBatches(written)) {
      // Large contents do not fit into one answer of git.
      const contents = await this.#snapshots.readBlobs(batch.map(({ after }) => after.blob)).catch(() => new Map<string, Buffer>());
      await Promise.all(
        batch.map(async ({ after, mode, staged }) =>
          stageOne(staged, contents.get(after.blob) ?? (await this.#snapshots.readBlob(after.blob)), after.kind, mode),
        ),
      );
    }
  }

  /** Moves the staged file of an operation into place, or removes the file. Rejects with `UnexpectedFile` where the disk is not as expected. */
  async apply(operation: Operation, staged: string): Promise<void> {
    const { path: name, before, after } = operation;
    const full = path.join(this.#root, name);
    const disk = await this.#readOne(name);
    if (sameFile(disk, after)) return;
    if (!sameFile(disk, before) && disk !== undefined) throw new UnexpectedFile(name);
    if (!after) {
      await retried(() => fs.promises.rm(full, { force: true }));
      return this.#removeEmptyParents(name);
    }
    await fs.promises.mkdir(path.dirname(full), { recursive: true });
    if (!this.#isReached(name)) throw new UnexpectedFile(name);
    await retried(() => fs.promises.rename(staged, full));
  }

  /** Creates folders that were empty. */
  async createFolders(folders: readonly string[]): Promise<void> {
    for (const name of folders) if (this.#isReached(name)) await fs.promises.mkdir(path.join(this.#root, name), { recursive: true });
  }

  /** Sets the permission bits of a file; undefined for the usual ones. */
  async setMode(name: string, mode: number | undefined): Promise<void> {
    const full = path.join(this.#root, name);
    const stats = this.#isReached(name) ? await fs.promises.lstat(full).catch(() => undefined) : undefined;
    if (stats?.isFile()) await fs.promises.chmod(full, mode ?? getUsualMode((stats.mode & 0o100) !== 0));
  }

  /** Removes a folder if it is empty, and then its parents that are empty too. */
  async removeFolder(name: string): Promise<void> {
    if (this.#isReached(name)) await this.#removeEmptyParents(`${name}/.`);
  }

  /** Removes the folders of a removed file that are empty now. */
  async #removeEmptyParents(name: string): Promise<void> {
    for (let folder = path.posix.dirname(name); folder !== "."; folder = path.posix.dirname(folder)) {
      const isRemoved = await fs.promises.rmdir(path.join(this.#root, folder)).then(
        () => true,
        () => false,
      );
      if (!isRemoved) return;
    }
  }

  #isReached(name: string): boolean {
    return isReached(this.#root, name);
  }
}

/** Number of files that are read or written at once. */
const batchSize = 50;

function inBatches<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, at) => all.slice(at * batchSize, (at + 1) * batchSize));
}

async function stageOne(staged: string, content: Buffer, kind: TreeFile["kind"], mode: number | undefined): Promise<void> {
  await fs.promises.rm(staged, { force: true });
  if (kind === "link") return fs.promises.symlink(content.toString("utf8"), staged);
  const file = await fs.promises.open(staged, "wx");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await fs.promises.chmod(staged, mode ?? getUsualMode(kind === "executable"));
}

/** Returns the content of a file, or the target of a link, below a folder; undefined for nothing and for other kinds. Follows no link. */
export async function readDiskFile(root: string, name: string): Promise<Uint8Array | undefined> {
  const full = path.join(root, name);
  const stats = isReached(root, name) ? await fs.promises.lstat(full).catch(() => undefined) : undefined;
  if (stats?.isSymbolicLink()) return Buffer.from(await fs.promises.readlink(full));
  if (!stats?.isFile()) return undefined;
  const handle = await openRegular(full);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Returns true if no part of a path before the name is a link, which could lead out of the folder. */
function isReached(root: string, name: string): boolean {
  const parts = name.split("/").slice(0, -1);
  return parts.every((_, at) => !isLink(path.join(root, ...parts.slice(0, at + 1))));
}

function getUsualMode(isExecutable: boolean): number {
  return (isExecutable ? 0o777 : 0o666) & ~process.umask();
}

async function retried(step: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await step();
      return;
    } catch (error) {
      if (attempt >= attempts || !heldCodes.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
