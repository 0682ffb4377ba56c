import type { RestoreFiles } from "./restoreFiles.ts";
import type { FoundStep, Journal, Operation } from "./restoreModel.ts";

/** The steps of an interrupted restore, compared with the disk. */
export interface FoundSteps {
  /** The journal without the permissions that someone changed since. */
  readonly journal: Journal;
  /** The steps that were carried out, at least in part. */
  readonly done: readonly Operation[];
  /** Paths that someone changed since: they stay as they are. */
  readonly kept: readonly string[];
  /** Returns what was found for a step. */
  readonly of: (operation: Operation) => FoundStep;
}

/** Compares every step of an interrupted restore with the disk. */
export async function findSteps(files: RestoreFiles, whole: Journal): Promise<FoundSteps> {
  const { folderModes: allFolders = [] } = whole;
  const folderModes = allFolders.filter((each) => files.hasFolderMode(each.path, [each.mode, each.modeBefore]));
  // A folder that the restore closed already hides its files.
  await files.openFolders(folderModes);
  const found = new Map<Operation, FoundStep>();
  const steps = new Set(whole.operations.map(({ path: name }) => name));
  for (const operation of whole.operations) found.set(operation, await files.find(operation, steps));
  const of = (operation: Operation): FoundStep => found.get(operation) ?? "changed";
  const modes = whole.modes.filter(({ path: name, mode, modeBefore }) => files.hasMode(name, [mode, modeBefore]));
  const changed = [
    ...whole.operations.filter((each) => of(each) === "changed"),
    ...whole.modes.filter((each) => !modes.includes(each)),
    ...allFolders.filter((each) => !folderModes.includes(each)),
  ];
  // A rename can be half done: the content is new, and the spelling of the name is not.
  const done = whole.operations.filter(
    (each) => of(each) === "after" || (each.from !== undefined && of(each) === "before"),
  );
  return { journal: { ...whole, modes, folderModes }, done, kept: changed.map(({ path: name }) => name), of };
}
