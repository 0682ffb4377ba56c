import path from "node:path";
import type { RestoreStep } from "../../session/fileHistory.ts";
import { getParents, toAbsolute } from "../disk/paths.ts";
import type { FolderParts } from "../folderCheckpoints.ts";
import type { TreeChange, TreeFile } from "../snapshotModel.ts";
import { compareFolderModes } from "./folderModeChanges.ts";
import { commitAll, commitPrefix, type PreparedRestore, type Restore, type RestoreOutcome } from "./restore.ts";
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
}

/**
 * Carries out the parts of a restore in several folders, all or none. Call under the locks of all their stores. The paths of the outcome are
 * absolute.
 */
export async function restoreAll(folders: readonly FolderRestore[], newId: () => string): Promise<RestoreOutcome> {
  const parts: JournalRestore[] = [];
  for (const each of folders) {
    const { store, restore } = each.parts;
    parts.push({ store, restore, journal: await createJournal(each, newId()), toName: (name) => toAbsolute(each.folder, name) });
  }
  return restoreJournals(parts, newId);
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

/** Carries out several journals, all or none. `onDone` runs before they are removed, if all were carried out. */
export async function restoreJournals(parts: readonly JournalRestore[], newId: () => string, onDone?: () => Promise<void>): Promise<RestoreOutcome> {
  const prepared: (PreparedRestore & Pick<JournalRestore, "toName">)[] = [];
  const [first] = parts;
  const commit = first && parts.length > 1 ? path.join(first.store, `${commitPrefix}${newId()}`) : undefined;
  let removeCommit: (() => Promise<void>) | undefined;
  const finishAll = async (): Promise<void> => {
    for (const each of prepared) await each.finish();
    await removeCommit?.();
  };
  try {
    for (const { restore, journal, toName } of parts) {
      const result = await restore.prepare({ ...journal, commit });
      if ("kind" in result) {
        await finishAll();
        return { ...result, path: toName(result.path) };
      }
      prepared.push({ ...result, toName });
    }
    if (commit !== undefined) removeCommit = await commitAll(commit);
  } catch (error) {
    await finishAll();
    throw error;
  }
  const different: string[] = [];
  const applied: typeof prepared = [];
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
    await finishAll();
    const failed = { path: toName(outcome.path), reason: outcome.reason };
    return notBack.length === 0 ? { kind: "rolledBack", ...failed } : { kind: "partial", ...failed, notBack };
  }
  await onDone?.();
  await finishAll();
  return { kind: "done", different };
}

/** Creates the journal that leads the paths of the steps from the expected state to the target. */
async function createJournal({ parts, target, expected, steps }: FolderRestore, id: string): Promise<Journal> {
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
  const changed = new Set(differences.map(({ path }) => path));
  const withModes = [...new Set([...now.modes.keys(), ...then.modes.keys()])];
  const modes = withModes.filter((name) => isRestored(name) && !changed.has(name) && now.modes.get(name) !== then.modes.get(name));
  // Empty folders, and permissions of folders, follow where all files do that are covered; a folder that is created again gets its own.
  const gaps = new Set([...now.gaps, ...then.gaps].map(({ path }) => path));
  const isWhole = differences.every(({ path }) => isRestored(path) || gaps.has(path));
  const created = new Set(restored.flatMap(({ path, before, after }) => (after && !before ? getParents(path) : [])));
  const folderModes = await compareFolderModes(parts, { before: now, after: then, target }, (name) => isWhole || created.has(name));
  return {
    id,
    operations: createOperations([...restored, ...changes], now, { modes: modesAfter }, snapshots.git.ignoresCase),
    createFolders: isWhole ? then.emptyFolders.filter((name) => !now.emptyFolders.includes(name)) : [],
    removeFolders: isWhole ? now.emptyFolders.filter((name) => !then.emptyFolders.includes(name)) : [],
    modes: modes.map((name) => ({ path: name, mode: then.modes.get(name), modeBefore: now.modes.get(name) })),
    folderModes,
  };
}
