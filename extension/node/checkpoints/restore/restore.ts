import fs from "node:fs";
import path from "node:path";
import { eachConcurrently } from "../../../shared/base/eachConcurrently.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import { UnreadableFile } from "./diskStates.ts";
import { findSteps } from "./foundSteps.ts";
import { readJournal, removeJournal, setJournalAside, writeJournal } from "./journalFile.ts";
import { journalName, stagedPrefix } from "./leftRestore.ts";
import type { RestoreFiles } from "./restoreFiles.ts";
import { groupOperations, isOperationInside, type Journal, type Operation, sameFile } from "./restoreModel.ts";
import { deepestFirst, listTouched, maxConcurrent, rollBack, withParents } from "./rollBack.ts";
import { LostContent } from "./stageContents.ts";

/** The outcome of a restore. `path` and `reason` name what prevented it. */
export type RestoreOutcome =
  | { readonly kind: "done" /** Files that are not as planned nevertheless. */; readonly different: readonly string[] }
  /**
   * Nothing changed, or all changes were taken back. `kept`: files that someone changed since the restore was
   * interrupted, which stay as they are.
   */
  | { readonly kind: "rolledBack"; readonly path: string; readonly reason: string; readonly kept?: readonly string[] }
  /** Some changes could be neither finished nor taken back. */
  | { readonly kind: "partial"; readonly path: string; readonly reason: string; readonly notBack: readonly string[] };

export interface RestoreOptions {
  readonly files: RestoreFiles;
  /** Folder of the journal, which only the user can write. */
  readonly folder: string;
  readonly staging: StagingFolder;
}

/** Folder for staged files, on the disk of the workspace. */
export interface StagingFolder {
  /** Returns it if it exists. */
  find(): Promise<string | undefined>;
  /** Creates it on demand. Rejects where that is not possible, and for anything but a folder in its place. */
  create(): Promise<string>;
  /** Removes it if it is in the workspace and nothing else is in it. */
  remove(): Promise<void>;
}

/** A restore whose files are staged and whose journal is written: after a crash it is finished. */
export interface PreparedRestore {
  /** Carries out the steps, or takes them back where one fails. Call once. */
  apply(): Promise<RestoreOutcome>;
  /** Takes the steps of a finished `apply` back. Returns the paths where that failed. */
  takeBack(): Promise<readonly string[]>;
  /** Ends the restore: a crash later does not repeat it. */
  finish(): Promise<void>;
}

/** A restore that cannot begin. Nothing changed. */
export type RestoreRefusal = Extract<RestoreOutcome, { kind: "rolledBack" }>;

/**
 * Restores files all or not at all: everything is staged first, then a journal is written, then files move into place.
 * After a crash `recover` finishes what the journal lists.
 */
export class Restore {
  readonly #options: RestoreOptions;

  constructor(options: RestoreOptions) {
    this.#options = options;
  }

  /**
   * Stages the files, checks the disk once `ready` resolves, and writes the journal. Rejects with the error of `ready`,
   * and if the files cannot be staged; then nothing changed.
   */
  async prepare(
    journal: Journal,
    ready: Promise<unknown> = Promise.resolve(),
  ): Promise<PreparedRestore | RestoreRefusal> {
    const { files, folder } = this.#options;
    const wrong = journal.operations.find((each) => !isOperationInside(each));
    if (wrong) return { kind: "rolledBack", path: wrong.path, reason: "outside" };
    const staged = await this.#stagedFolder(journal.id);
    const removeStaged = (): Promise<void> => this.#removeStaged(staged);
    try {
      const staging = files.stage(journal.operations, staged);
      // The files are read while the staged ones are written and become durable. The journal is written when both are
      // done.
      const [checked, stagedAll] = await Promise.allSettled([ready.then(() => this.#check(journal)), staging]);
      if (checked.status === "rejected") throw checked.reason;
      if (checked.value) {
        await removeStaged();
        return checked.value;
      }
      if (stagedAll.status === "rejected") {
        const lost = journal.operations.find(
          ({ after }) => stagedAll.reason instanceof LostContent && after?.blob === stagedAll.reason.blob,
        );
        if (!lost) throw stagedAll.reason;
        files.noteDamage();
        await removeStaged();
        return { kind: "rolledBack", path: lost.path, reason: getErrorMessage(stagedAll.reason) };
      }
      await writeJournal(folder, journal);
    } catch (error) {
      await removeStaged();
      throw error;
    }
    const done: Operation[] = [];
    return {
      apply: () => this.#apply(journal, staged, done),
      takeBack: () => this.#rollBack(journal, done),
      finish: async () => {
        await removeJournal(folder);
        await removeStaged();
      },
    };
  }

  /** Returns a refusal if the disk is not as the operations expect it. */
  async #check({ operations }: Journal): Promise<RestoreRefusal | undefined> {
    try {
      const disk = await this.#options.files.read(operations.map(({ path: name }) => name));
      const unexpected = operations.find(
        ({ path: name, before }) => !sameFile(disk.get(name), before) && !isFolderToReplace(disk.get(name), before),
      );
      return unexpected && { kind: "rolledBack", path: unexpected.path, reason: "changed" };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      return { kind: "rolledBack", path: error.path, reason: error.message };
    }
  }

  /** Removes what is left of a restore that is known to be finished. */
  async forget(): Promise<void> {
    await removeJournal(this.#options.folder);
    await this.#sweep();
  }

  /**
   * Finishes a restore that was interrupted. Returns undefined if there is none. A damaged journal is set aside, and
   * nothing is restored by it.
   */
  async recover(): Promise<RestoreOutcome | undefined> {
    const { files, folder } = this.#options;
    const journal = await readJournal(folder);
    if (journal === "damaged") {
      await setJournalAside(folder);
      await this.#sweep();
      return { kind: "partial", path: "", reason: "its journal is damaged", notBack: [] };
    }
    if (!journal || (journal.commit !== undefined && !fs.existsSync(journal.commit))) {
      await removeJournal(folder);
      await this.#sweep();
      return undefined;
    }
    await this.#sweep();
    const staged = await this.#stagedFolder(journal.id);
    try {
      const outcome = await this.#end(journal, staged);
      await removeJournal(folder);
      return outcome;
    } finally {
      files.removeLeft(journal.operations, staged);
      await this.#removeStaged(staged);
    }
  }

  /**
   * Ends an interrupted restore by what the disk has: finishes all its steps, or takes all of them back if someone
   * changed a file since. A restore of several folders is finished in any case, because others of them may be. What
   * someone changed stays.
   */
  async #end(whole: Journal, staged: string): Promise<RestoreOutcome> {
    const { files } = this.#options;
    const { journal, done, kept, of } = await findSteps(files, whole);
    let reason = "changed";
    if (kept.length === 0 || journal.commit !== undefined) {
      try {
        await files.stage(journal.operations, staged, (each) => of(each) === "before");
        return withKept(await this.#apply(journal, staged, [...done], (each) => of(each) !== "changed"), kept);
      } catch (error) {
        // It can never be finished, and no checkpoint could be taken while its journal exists.
        if (!(error instanceof LostContent)) throw error;
        reason = error.message;
      }
    }
    const notBack = await this.#rollBack(journal, done);
    const failed = { path: kept[0] ?? "", reason };
    return withKept(
      notBack.length === 0 ? { kind: "rolledBack", ...failed } : { kind: "partial", ...failed, notBack },
      kept,
    );
  }

  async #stagedFolder(id: string): Promise<string> {
    return path.join(await this.#options.staging.create(), `${stagedPrefix}${id}`);
  }

  async #removeStaged(staged: string): Promise<void> {
    await fs.promises.rm(staged, { recursive: true, force: true });
    await this.#options.staging.remove().catch(() => {});
  }

  /** Removes the files that were staged before a crash. */
  async #sweep(): Promise<void> {
    const { folder, staging } = this.#options;
    for (const each of new Set([folder, (await staging.find()) ?? folder]))
      for (const name of await fs.promises.readdir(each).catch(() => []))
        if (name.startsWith(stagedPrefix) && name !== journalName) await this.#removeStaged(path.join(each, name));
  }

  /** Carries out those steps that are `meant`; `done` receives them. */
  async #apply(
    journal: Journal,
    staged: string,
    done: Operation[],
    isMeant: (operation: Operation) => boolean = () => true,
  ): Promise<RestoreOutcome> {
    const { files } = this.#options;
    const kept = withParents(journal.createFolders);
    let current = journal.operations[0]?.path;
    let isFailed = false;
    const { folderModes = [] } = journal;
    try {
      await files.openFolders(folderModes);
      for (const folder of deepestFirst(journal.removeFolders, (name) => name)) await files.removeFolder(folder, kept);
      for (const group of groupOperations(journal.operations))
        await eachConcurrently(
          group.filter(({ operation }) => isMeant(operation)),
          maxConcurrent,
          async ({ number, operation }) => {
            try {
              await files.apply(operation, path.join(staged, String(number)), kept);
              done.push(operation);
            } catch (error) {
              current = isFailed ? current : operation.path;
              isFailed = true;
              throw error;
            }
          },
        );
      await files.createFolders(journal.createFolders);
      for (const { path: name, mode } of journal.modes) {
        current = name;
        await files.setMode(name, mode);
      }
      // A folder that its owner may not enter hides those in it.
      for (const { path: name, mode } of deepestFirst(folderModes, (each) => each.path)) {
        current = name;
        await files.setFolderMode(name, mode);
      }
      const [different] = await Promise.all([
        files.verify(journal.operations.filter(isMeant)),
        files.sync(listTouched(journal)),
      ]);
      return { kind: "done", different };
    } catch (error) {
      const failed = { path: current ?? "", reason: getErrorMessage(error) };
      const notBack = await this.#rollBack(journal, done);
      return notBack.length === 0 ? { kind: "rolledBack", ...failed } : { kind: "partial", ...failed, notBack };
    }
  }

  #rollBack(journal: Journal, done: readonly Operation[]): Promise<readonly string[]> {
    return rollBack({
      files: this.#options.files,
      journal,
      done,
      createStaged: () => this.#stagedFolder(`${journal.id}-back`),
      removeStaged: (staged) => this.#removeStaged(staged),
    });
  }
}

/** Names the files that someone changed since a restore was interrupted. */
function withKept(outcome: RestoreOutcome, kept: readonly string[]): RestoreOutcome {
  if (kept.length === 0) return outcome;
  if (outcome.kind === "done") return { ...outcome, different: [...outcome.different, ...kept] };
  return outcome.kind === "partial" ? { ...outcome, notBack: [...outcome.notBack, ...kept] } : { ...outcome, kept };
}

/**
 * Returns true for a folder in the place of a file that did not exist: its own files are removed first, and if others
 * are in it the step fails.
 */
function isFolderToReplace(disk: unknown, before: unknown): boolean {
  return disk === null && before === undefined;
}
