import type { CheckpointId } from "../../../shared/contract/changes/checkpoints.ts";
import type { FileHistory, RestoreStep } from "../../conversation/ports/fileHistory.ts";

/** Files that a rewind restored, and the states around it. */
export interface RestoredFiles {
  readonly paths: readonly string[];
  /** State to which the rewind led. */
  readonly to: CheckpointId;
  /** State right before it. */
  readonly undo: CheckpointId;
  /** Contents that it wrote instead of those of `to`, by path, as far as they are known. */
  readonly written?: ReadonlyMap<string, Uint8Array> | undefined;
}

/**
 * State of the files of a rewind on disk: those that are as it left them, as before it, or neither, because someone
 * changed them since.
 */
export interface FoundFiles {
  readonly restored: readonly string[];
  readonly unchanged: readonly string[];
  readonly changed: readonly string[];
}

/**
 * Finds out how far a rewind had come at a checkpoint. A file that is the same before and after it counts for neither.
 */
export async function findFiles(
  history: FileHistory,
  { paths, to, undo, written }: RestoredFiles,
  now: CheckpointId,
): Promise<FoundFiles> {
  const [fromTarget, fromBefore] = await Promise.all([
    listDifferent(history, to, now),
    listDifferent(history, undo, now),
  ]);
  const restored: string[] = [];
  const unchanged: string[] = [];
  const changed: string[] = [];
  for (const path of paths) {
    const isWritten = written?.has(path) && (await hasContent(history, now, path, written.get(path)));
    const isAsTarget = isWritten || (!written?.has(path) && !fromTarget.has(path));
    const isAsBefore = !fromBefore.has(path);
    if (isAsTarget !== isAsBefore) (isAsTarget ? restored : unchanged).push(path);
    else if (!isAsTarget) changed.push(path);
  }
  return { restored, unchanged, changed };
}

/** Outcome of the return of files. */
export type ReturnOutcome =
  /** All files are as before the rewind, except those that someone changed since, which stay. */
  | { readonly kind: "returned"; readonly changed: readonly string[] }
  | { readonly kind: "failed"; readonly message: string };

/**
 * Returns files to the state before a rewind: those that are still as it left them. Others stay, since someone changed
 * them since. Afterwards the rewind cannot be undone, because it did not happen; where files stay, the state before it
 * remains a checkpoint.
 */
export async function returnFiles(history: FileHistory, files: RestoredFiles): Promise<ReturnOutcome> {
  const { undo } = files;
  const now = await history.take({ kind: "preview" });
  const { restored, changed } = await findFiles(history, files, now.id);
  const done = [undo];
  if (restored.length > 0) {
    const steps = restored.map((path): RestoreStep => ({ path, kind: "restore" }));
    const result = await history.restore(undo, steps, now.id, { kind: "rewind", to: undo });
    if (result.kind !== "done") return { kind: "failed", message: result.message };
    done.push(result.undo.id);
  }
  // An earlier return may have ended before it was noted.
  for (const { id, cause } of await history.list()) if (cause.kind === "rewind" && cause.to === undo) done.push(id);
  if (changed.length === 0) await history.cancel(done);
  return { kind: "returned", changed };
}

async function listDifferent(history: FileHistory, from: CheckpointId, to: CheckpointId): Promise<ReadonlySet<string>> {
  return new Set((await history.compare(from, to)).differences.map(({ path }) => path));
}

async function hasContent(
  history: FileHistory,
  state: CheckpointId,
  path: string,
  content: Uint8Array | undefined,
): Promise<boolean> {
  const found = await history.read(state, path);
  return (
    found instanceof Uint8Array && found.length === content?.length && found.every((byte, at) => byte === content[at])
  );
}
