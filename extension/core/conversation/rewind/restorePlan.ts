import type { Checkpoint, FileDifference, UncoveredFile } from "../../../shared/contract/changes/checkpoints.ts";
import type { FileChoice, PlannedFile, RestorePlan } from "../../../shared/contract/changes/rewind.ts";
import type { Comparison, DeletedFile, RestoreStep } from "../ports/fileHistory.ts";

export interface PlanInput {
  /** The state to restore, and the present one. */
  readonly target: Checkpoint;
  readonly now: Checkpoint;
  /** Changes from the target to the present state. */
  readonly comparison: Comparison;
  /** Paths that the user or another program changed since the target. */
  readonly byOthers: ReadonlySet<string>;
  /** Those that changed while commands of the conversation ran in the background. */
  readonly inBackground?: ReadonlySet<string>;
  /** Files that calls since the target name, and that it does not cover. */
  readonly named?: readonly UncoveredFile[];
  /** Ignored files that are gone since the target. */
  readonly deleted?: readonly DeletedFile[];
}

/** Plans a restore: restores what the conversation changed, and keeps what others changed until the user decides. */
export function planRestore({
  target,
  now,
  comparison,
  byOthers,
  inBackground,
  named = [],
  deleted = [],
}: PlanInput): RestorePlan {
  const known = new Set([...comparison.differences, ...comparison.uncovered].map(({ path }) => path));
  const moved = new Map(
    comparison.differences.flatMap(({ path, movedFrom }) =>
      movedFrom === undefined ? [] : [[movedFrom, path] as const],
    ),
  );
  const lost = deleted.map(
    ({ path, size }): UncoveredFile => ({ path, reason: "deleted", ...(size === undefined ? {} : { size }) }),
  );
  return {
    files: comparison.differences.map((difference) => {
      const planned = planFile(difference, byOthers.has(difference.path), moved.get(difference.path));
      return planned.isForeign && inBackground?.has(difference.path) ? { ...planned, inBackground: true } : planned;
    }),
    uncovered: [
      ...getUncoveredFolders(target, now),
      ...comparison.uncovered,
      ...[...named, ...lost].filter(({ path }) => !known.has(path)),
    ],
    folders: comparison.folders,
  };
}

/** Returns the folders that one of two states does not cover, so that nothing in them can be compared. */
function getUncoveredFolders(target: Checkpoint, now: Checkpoint): RestorePlan["uncovered"] {
  const then = new Map(target.folders.map((part) => [part.folder, part]));
  const present = now.folders.filter(({ folder }) => then.get(folder)?.uncovered === undefined);
  return [
    ...target.folders.flatMap(({ folder, uncovered }) =>
      uncovered === undefined ? [] : [{ path: folder, reason: uncovered }],
    ),
    ...present.flatMap(({ folder, uncovered }): RestorePlan["uncovered"] => {
      if (uncovered !== undefined) return [{ path: folder, reason: uncovered }];
      return then.has(folder) ? [] : [{ path: folder, reason: "notIncluded" }];
    }),
  ];
}

function planFile(
  { path, kind, lines }: FileDifference,
  isForeign: boolean,
  movedFrom: string | undefined,
): PlannedFile {
  return {
    path,
    effect: kind === "added" ? "delete" : kind === "removed" ? "create" : "change",
    // Restoring is the opposite of the change.
    lines: lines && { added: lines.removed, removed: lines.added },
    ...(movedFrom === undefined ? {} : { movedFrom }),
    isForeign,
    choice: isForeign ? "keep" : "restore",
  };
}

/** Returns the plan with the choices of the user by path. */
export function withFileChoices(plan: RestorePlan, choices: ReadonlyMap<string, FileChoice>): RestorePlan {
  return { ...plan, files: plan.files.map((file) => ({ ...file, choice: choices.get(file.path) ?? file.choice })) };
}

/**
 * Returns the steps of a plan. `contents`: the texts to write for files that are merged or restored in part, by path; a
 * merge without one is left out.
 */
export function getSteps(
  plan: RestorePlan,
  contents: ReadonlyMap<string, Uint8Array> = new Map(),
): readonly RestoreStep[] {
  return plan.files.flatMap(({ path, choice }): RestoreStep[] => {
    const content = contents.get(path);
    if (choice === "keep") return [];
    if (content !== undefined) return [{ path, kind: "write", content }];
    return choice === "restore" ? [{ path, kind: "restore" }] : [];
  });
}

/**
 * Returns the plan without the files that cannot come back, because a file that is kept is in a folder in their place,
 * or in the place of one of their folders; `taken` are these. Where such a file was only moved, it stays where it is.
 */
export function keepTaken(plan: RestorePlan): { readonly plan: RestorePlan; readonly taken: readonly string[] } {
  const found = findTaken(plan);
  if (found.size === 0) return { plan, taken: [] };
  const moved = plan.files.flatMap(({ path, movedFrom }) => (found.has(path) ? (movedFrom ?? []) : []));
  const choices = new Map([...found, ...moved].map((path): [string, FileChoice] => [path, "keep"]));
  // Files that stay can be in the place of others.
  const rest = keepTaken(withFileChoices(plan, choices));
  return { plan: rest.plan, taken: [...found, ...rest.taken] };
}

function findTaken({ files }: RestorePlan): ReadonlySet<string> {
  const kept = new Set(
    files.flatMap(({ path, choice, effect }) => (choice === "keep" && effect === "delete" ? path : [])),
  );
  const folders = new Set([...kept].flatMap(listFolders));
  const isTaken = (path: string): boolean => folders.has(path) || listFolders(path).some((each) => kept.has(each));
  return new Set(
    files.flatMap(({ path, choice, effect }) =>
      choice !== "keep" && effect === "create" && isTaken(path) ? path : [],
    ),
  );
}

/** Returns the folders around an absolute path. */
function listFolders(path: string): readonly string[] {
  return [...path.matchAll(/[\\/]/g)].map(({ index }) => path.slice(0, index));
}
