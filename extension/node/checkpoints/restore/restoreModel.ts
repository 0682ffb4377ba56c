import * as z from "zod";
import { parseSavedText } from "../../../shared/base/savedText.ts";
import { foldCase } from "../disk/caseNames.ts";
import { getParents, isInside } from "../index/paths.ts";
import type { SideList, TreeChange, TreeFile } from "../snapshotModel.ts";

/** A step of a restore: replaces what is at a path. */
export interface Operation {
  /** Path relative to the workspace folder, with "/". */
  readonly path: string;
  /** The name of the file before, if it differs in case only; on a disk that ignores case. */
  readonly from?: string | undefined;
  readonly before: TreeFile | undefined;
  readonly after: TreeFile | undefined;
  /** Permission bits of the new file, and of the old one, if they are not the usual ones. */
  readonly mode?: number | undefined;
  readonly modeBefore?: number | undefined;
}

/**
 * State of the path of a step after an interrupted restore: as before it, as after it, or neither, because someone
 * changed it since.
 */
export type FoundStep = "before" | "after" | "changed";

/** All steps of one restore, as they are saved before the first of them. */
export interface Journal {
  readonly id: string;
  readonly operations: readonly Operation[];
  /** Empty folders that only the state after has, and those that only the state before has. */
  readonly createFolders: readonly string[];
  readonly removeFolders: readonly string[];
  /** Files whose permission bits change and nothing else; undefined for the usual bits. */
  readonly modes: readonly {
    readonly path: string;
    readonly mode: number | undefined;
    readonly modeBefore: number | undefined;
  }[];
  /** Folders whose permission bits change; undefined for the usual bits. */
  readonly folderModes?: readonly {
    readonly path: string;
    readonly mode: number | undefined;
    readonly modeBefore: number | undefined;
  }[];
  /** Absolute path of the file that exists once the journals of all folders are written, if there are several. */
  readonly commit?: string | undefined;
}

const file = z.strictObject({
  blob: z.string().regex(/^[0-9a-f]{40,64}$/),
  kind: z.enum(["file", "executable", "link"]),
});
const bits = { mode: z.number().optional(), modeBefore: z.number().optional() };
const modeChange = z.strictObject({ path: z.string(), ...bits });
const journal = z.object({
  version: z.literal(1).default(1),
  id: z.string(),
  operations: z.array(
    z.strictObject({
      path: z.string(),
      from: z.string().optional(),
      before: file.optional(),
      after: file.optional(),
      ...bits,
    }),
  ),
  createFolders: z.array(z.string()),
  removeFolders: z.array(z.string()),
  modes: z.array(modeChange),
  folderModes: z.array(modeChange).optional(),
  commit: z.string().optional(),
});

export function serializeJournal(journal: Journal): string {
  return JSON.stringify({ version: 1, ...journal });
}

/** Returns undefined for a damaged text, and for a journal with a path outside its folder. */
export function parseJournal(text: string): Journal | undefined {
  const found = parseSavedText(text, journal);
  if (!found) return undefined;
  const { version: _, ...data } = found;
  const operations = data.operations.map((each) => ({ ...each, before: each.before, after: each.after }));
  const whole = ({ path, mode, modeBefore }: z.infer<typeof modeChange>) => ({ path, mode, modeBefore });
  const folderModes = data.folderModes?.map(whole) ?? [];
  const isMeant = operations.every(isOperationInside) && folderModes.every(({ path: name }) => isInside(name));
  return isMeant ? { ...data, operations, modes: data.modes.map(whole), folderModes } : undefined;
}

export function isOperationInside({ path: name, from }: Operation): boolean {
  return isInside(name) && (from === undefined || isInside(from));
}

export function sameFile(one: TreeFile | undefined | null, other: TreeFile | undefined | null): boolean {
  return one?.blob === other?.blob && one?.kind === other?.kind && (one === null) === (other === null);
}

/**
 * Returns the steps that lead from one snapshot to another, for the given paths only. Deletions come last, except those
 * that stand in the way of a file: a folder became a file, a file a folder, or a name is written in another case.
 * `ignoresCase`: the disk takes names that differ in case only for the same, so that a new name is a rename of the old
 * one.
 */
export function createOperations(
  changes: readonly TreeChange[],
  now: Pick<SideList, "modes">,
  target: Pick<SideList, "modes">,
  ignoresCase = false,
): readonly Operation[] {
  const each = changes.map(
    ({ path, before, after }): Operation => ({
      path,
      before,
      after,
      mode: target.modes.get(path),
      modeBefore: now.modes.get(path),
    }),
  );
  const operations = ignoresCase ? joinRenames(each) : each;
  const written = operations.filter(({ after }) => after !== undefined);
  const names = new Set(written.map(({ path }) => path));
  const parents = new Set(written.flatMap(({ path }) => getParents(path)));
  // Deletes another spelling of a written name first: on a disk that ignores case without being known to, it would
  // delete what was written.
  const folded = new Set(written.map(({ path }) => foldCase(path)));
  const isInTheWay = ({ path }: Operation): boolean =>
    parents.has(path) || folded.has(foldCase(path)) || getParents(path).some((parent) => names.has(parent));
  const deleted = operations.filter(({ after }) => after === undefined);
  return [...deleted.filter(isInTheWay), ...written, ...deleted.filter((each) => !isInTheWay(each))];
}

/** An operation with its place among all. */
export interface NumberedOperation {
  readonly number: number;
  readonly operation: Operation;
}

/**
 * Divides operations into groups to carry out one after the other: only files of one group can be written, or removed,
 * at once.
 */
export function groupOperations(operations: readonly Operation[]): readonly (readonly NumberedOperation[])[] {
  const groups: NumberedOperation[][] = [];
  let last: string | undefined;
  for (const [number, operation] of operations.entries()) {
    // A rename also changes the folders of its path.
    const kind = operation.from !== undefined ? `rename ${number}` : operation.after ? "write" : "remove";
    if (kind !== last) groups.push([]);
    groups.at(-1)?.push({ number, operation });
    last = kind;
  }
  return groups;
}

/** Joins the deletion of a name and the creation of the same name in another case. */
function joinRenames(operations: readonly Operation[]): readonly Operation[] {
  const deleted = new Map(
    operations.flatMap((each) => (each.after === undefined ? [[foldCase(each.path), each] as const] : [])),
  );
  const joined = new Set<Operation>();
  const all = operations.map((each): Operation => {
    const old = each.before === undefined && each.after !== undefined ? deleted.get(foldCase(each.path)) : undefined;
    if (!old) return each;
    joined.add(old);
    return { ...each, from: old.path, before: old.before, modeBefore: old.modeBefore };
  });
  return all.filter((each) => !joined.has(each));
}
