import fs from "node:fs";
import path from "node:path";
import type { RestoreStep } from "../../../core/conversation/ports/fileHistory.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import { syncFolder } from "../../storage/syncFolder.ts";
import type { FolderParts } from "../folderParts.ts";
import { getParents, toAbsolute } from "../index/paths.ts";
import type { TreeChange, TreeFile } from "../snapshotModel.ts";
import { listModes } from "../snapshots/compareSnapshots.ts";
import { compareFolderModes } from "./folderModeChanges.ts";
import { openRestore } from "./openRestore.ts";
import type { PreparedRestore, Restore, RestoreOutcome } from "./restore.ts";
import { createOperations, type Journal } from "./restoreModel.ts";

/** The part of a restore in one folder. */
export interface FolderRestore {
  /** Absolute path of the folder, for the paths of the outcome. */
  readonly folder: string;
  readonly parts: FolderParts;
  /** Snapshot to restore, and the one that the plan was made from. */
  readonly target: string;
  readonly expected: string;
  /** Steps by path relative to the folder. */
  readonly steps: ReadonlyMap<string, RestoreStep>;
  /**
   * True if empty folders and permissions of folders follow, but where a file stays: not where single files are
   * reverted.
   */
  readonly foldersFollow: boolean;
}

/**
 * Carries out the parts of a restore in several folders, all or none. Call under the locks of all their stores. Nothing
 * is restored before `ready` resolves, or if it rejects; then this rejects too, and only if nothing changed. The paths
 * of the outcome are absolute.
 */
export async function restoreAll(
  folders: readonly FolderRestore[],
  options: RestoreAllOptions,
): Promise<RestoreOutcome> {
  const parts: JournalRestore[] = [];
  for (const each of folders) {
    parts.push({
      store: each.parts.store,
      restore: openRestore(each.parts),
      journal: await createJournal(each, options.newId()),
      toName: (name) => toAbsolute(each.folder, name),
    });
  }
  return restoreJournals(parts, options);
}

/** A journal to carry out. */
export interface JournalRestore {
  /** Folder of the journal. */
  readonly store: string;
  readonly restore: Restore;
  readonly journal: Journal;
  /** Returns a path of the journal as the outcome names it. */
  readonly toName: (name: string) => string;
}

export interface RestoreAllOptions {
  readonly newId: () => string;
  /** Resolves when files may change; until then they are only staged. */
  readonly ready?: Promise<unknown>;
  /** Runs before the journals are removed, if all were carried out. `different`: files that are not as planned. */
  readonly onDone?: (different: readonly string[]) => Promise<void>;
}

/** Carries out several journals, all or none. Rejects only if nothing changed. */
export async function restoreJournals(
  parts: readonly JournalRestore[],
  { newId, ready, onDone }: RestoreAllOptions,
): Promise<RestoreOutcome> {
  const prepared: NamedRestore[] = [];
  const [first] = parts;
  const commit = first && parts.length > 1 ? path.join(first.store, `${commitPrefix}${newId()}`) : undefined;
  let removeCommit: (() => Promise<void>) | undefined;
  const finishAll = async (): Promise<void> => {
    for (const each of prepared) await each.finish();
    await removeCommit?.();
  };
  // The note goes first, since a crash in between would carry out the journals that are left.
  const giveUp = async (): Promise<void> => {
    await removeCommit?.();
    for (const each of prepared) await each.finish();
  };
  try {
    for (const { restore, journal, toName } of parts) {
      const result = await restore.prepare({ ...journal, commit }, ready);
      if ("kind" in result) {
        await giveUp();
        return { ...result, path: toName(result.path) };
      }
      prepared.push({ ...result, toName });
    }
    if (commit !== undefined) removeCommit = await commitAll(commit);
  } catch (error) {
    await giveUp();
    throw error;
  }
  try {
    return await applyAll(prepared, { finishAll, giveUp, onDone });
  } catch (error) {
    return { kind: "partial", path: "", reason: getErrorMessage(error), notBack: [] };
  }
}

type NamedRestore = PreparedRestore & Pick<JournalRestore, "toName">;

interface Endings {
  readonly onDone: RestoreAllOptions["onDone"];
  readonly finishAll: () => Promise<void>;
  /** Ends a restore that was taken back. */
  readonly giveUp: () => Promise<void>;
}

async function applyAll(
  prepared: readonly NamedRestore[],
  { finishAll, giveUp, onDone }: Endings,
): Promise<RestoreOutcome> {
  const different: string[] = [];
  const applied: NamedRestore[] = [];
  for (const each of prepared) {
    const outcome = await each.apply();
    const { toName } = each;
    if (outcome.kind === "done") {
      different.push(...outcome.different.map(toName));
      applied.push(each);
      continue;
    }
    const notBack = outcome.kind === "partial" ? outcome.notBack.map(toName) : [];
    for (const other of applied.reverse()) notBack.push(...(await other.takeBack()).map(other.toName));
    await giveUp();
    const failed = { path: toName(outcome.path), reason: outcome.reason };
    return notBack.length === 0 ? { kind: "rolledBack", ...failed } : { kind: "partial", ...failed, notBack };
  }
  await onDone?.(different);
  // The files are as they should be, whatever becomes of the journals.
  await finishAll().catch(() => {});
  return { kind: "done", different };
}

/** Prefix of the files whose existence means that the journals of all folders are written. */
export const commitPrefix = "committed-";

/**
 * Creates the file whose existence means that the journals of all folders are written. Returns a function that removes
 * it.
 */
async function commitAll(file: string): Promise<() => Promise<void>> {
  await fs.promises.writeFile(file, "", { flag: "wx", mode: 0o600, flush: true });
  await syncFolder(path.dirname(file));
  return () => fs.promises.rm(file, { force: true });
}

/** Creates the journal that leads the paths of the steps from the expected state to the target. */
async function createJournal(
  { parts, target, expected, steps, foldersFollow }: FolderRestore,
  id: string,
): Promise<Journal> {
  const { snapshots } = parts;
  const [now, then, { changes: differences }] = await Promise.all([
    snapshots.readSideList(expected),
    snapshots.readSideList(target),
    snapshots.compare(expected, target, expected),
  ]);
  const changes: TreeChange[] = [];
  const modesAfter = new Map(then.modes);
  const current = await snapshots.find(
    expected,
    [...steps].flatMap(([name, { kind }]) => (kind === "write" ? [name] : [])),
  );
  for (const [name, step] of steps) {
    if (step.kind !== "write") continue;
    const before = current.get(name);
    const mode = now.modes.get(name);
    if (before && mode !== undefined) modesAfter.set(name, mode);
    else if (before) modesAfter.delete(name);
    const kind: TreeFile["kind"] = before?.kind === "executable" ? "executable" : "file";
    changes.push({ path: name, before, after: { blob: await snapshots.store(step.content), kind } });
  }
  const isRestored = (name: string): boolean => steps.get(name)?.kind === "restore";
  const restored = differences.filter(({ path }) => isRestored(path));
  const modes = listModes(differences, now, then).filter(isRestored);
  // Empty folders, and permissions of folders, follow where no covered file stays; a folder that is created again gets
  // its own.
  const gaps = new Set([...now.gaps, ...then.gaps].map(({ path }) => path));
  const staying = differences.flatMap(({ path }) => (isRestored(path) || gaps.has(path) ? [] : [path]));
  const withStaying = new Set(staying.flatMap((name) => [name, ...getParents(name)]));
  const isStaying = (folder: string): boolean =>
    withStaying.has(folder) || getParents(folder).some((parent) => staying.includes(parent));
  const follows = (folder: string): boolean => (foldersFollow || staying.length === 0) && !isStaying(folder);
  const created = new Set(restored.flatMap(({ path, before, after }) => (after && !before ? getParents(path) : [])));
  const emptied = new Set(restored.flatMap(({ path, after }) => (after ? [] : getParents(path))));
  const folderModes = await compareFolderModes(
    parts,
    { before: now, after: then, target },
    (name) => follows(name) || created.has(name),
  );
  return {
    id,
    operations: createOperations([...restored, ...changes], now, { modes: modesAfter }, snapshots.git.ignoresCase),
    createFolders: then.emptyFolders.filter(
      (name) => !now.emptyFolders.includes(name) && (follows(name) || (emptied.has(name) && !isStaying(name))),
    ),
    removeFolders: now.emptyFolders.filter((name) => !then.emptyFolders.includes(name) && follows(name)),
    modes: modes.map((name) => ({ path: name, mode: then.modes.get(name), modeBefore: now.modes.get(name) })),
    folderModes,
  };
}
