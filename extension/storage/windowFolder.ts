import path from "node:path";

/** What the editor keeps for one window, also for one without a folder; `vscode.Memento` is one. */
export interface WindowMemory {
  get(key: string): unknown;
  update(key: string, value: string): PromiseLike<void>;
}

export interface WindowFolderOptions {
  /** The storage of the workspace; undefined for a window without a folder. */
  readonly workspace: string | undefined;
  /** The storage that all windows share. */
  readonly shared: string;
  readonly memory: WindowMemory;
  readonly newId: () => string;
}

/** Where a window's conversations are saved. Windows without a folder share one storage: each has a folder of its own in it. */
export function windowFolder({ workspace, shared, memory, newId }: WindowFolderOptions): string {
  if (workspace !== undefined) return path.join(workspace, "conversations");
  const known = memory.get("window");
  const id = typeof known === "string" && /^[A-Za-z0-9-]{1,64}$/.test(known) ? known : newId();
  if (id !== known) void memory.update("window", id);
  return path.join(shared, "conversations", id);
}
