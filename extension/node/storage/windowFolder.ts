import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Disposable, toDisposable } from "../../shared/base/disposable.ts";
import { readRegularSync, replaceFileSync } from "./regularFiles.ts";

/** State that the editor keeps for one window, including a window without a folder; `vscode.Memento` implements it. */
export interface WindowMemory {
  get(key: string): unknown;
  update(key: string, value: string): PromiseLike<void>;
}

export interface WindowFolderOptions {
  /** Storage folder of the workspace; undefined for a window without a folder. */
  readonly workspace: string | undefined;
  /** Storage folder that all windows share. */
  readonly shared: string;
  readonly memory: WindowMemory;
  readonly newId: () => string;
}

export interface WindowFolder {
  readonly path: string;
  /** Ownership of the folder; disposing it lets another window claim the folder. */
  readonly claim: Disposable;
}

/**
 * Opens the folder in which a window's conversations are saved. Windows without a folder share one storage, and in a
 * browser even one memory: each has its own folder in it, owned by the process of its extension host as long as that
 * process lives.
 */
export function openWindowFolder({ workspace, shared, memory, newId }: WindowFolderOptions): WindowFolder {
  if (workspace !== undefined) return { path: path.join(workspace, "conversations"), claim: toDisposable(() => {}) };
  const known = memory.get("window");
  const folderOf = (id: string): string => path.join(shared, "conversations", id);
  const isOurs = typeof known === "string" && /^[A-Za-z0-9-]{1,64}$/.test(known) && !isOwned(folderOf(known));
  const id = isOurs ? known : newId();
  if (id !== known) void memory.update("window", id);
  return { path: folderOf(id), claim: claim(folderOf(id)) };
}

const ownerFile = "owner";

function isOwned(folder: string): boolean {
  try {
    const pid = Number(readRegularSync(path.join(folder, ownerFile)));
    const isBeforeBoot = fs.statSync(path.join(folder, ownerFile)).mtimeMs < Date.now() - os.uptime() * 1_000;
    return pid !== process.pid && !isBeforeBoot && isPidInUse(pid);
  } catch {
    return false;
  }
}

/** Returns whether a process with this id exists. */
export function isPidInUse(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signaled, but it exists.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function claim(folder: string): Disposable {
  const file = path.join(folder, ownerFile);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    replaceFileSync(file, String(process.pid));
  } catch {
    // A disk that refuses writes stores no state either, which the write of the state reports.
    return toDisposable(() => {});
  }
  return toDisposable(() => fs.rmSync(file, { force: true }));
}
