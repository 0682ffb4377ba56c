import fs from "node:fs";
import path from "node:path";
import { getErrorMessage } from "../base/failure.ts";
import { openRegular } from "../storage/regularFiles.ts";
import type { RestoreFiles } from "./restoreFiles.ts";
import { isInside, type Journal, type Operation, parseJournal, sameFile } from "./restoreModel.ts";

/** The outcome of a restore. `path` and `reason` name what prevented it. */
export type RestoreOutcome =
  | { readonly kind: "done" /** Files that are not as planned all the same. */; readonly different: readonly string[] }
  /** Nothing changed, or all changes were taken back. */
  | { readonly kind: "rolledBack"; readonly path: string; readonly reason: string }
  /** Some changes could be neither finished nor taken back. */
  | { readonly kind: "partial"; readonly path: string; readonly reason: string; readonly notBack: readonly string[] };

export interface RestoreOptions {
  readonly files: RestoreFiles;
  /** Folder of the journal and of staged files, on the disk of the workspace if possible. */
  readonly folder: string;
}

const journalName = "restore-journal.json";

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
 * Restores files all or not at all: everything is staged first, then a journal is written, then files move into place. After a crash `recover`
 * finishes what the journal lists.
 */
export class Restore {
  readonly #files: RestoreFiles;
  readonly #folder: string;

  constructor({ files, folder }: RestoreOptions) {
    this.#files = files;
    this.#folder = folder;
  }

  /** Checks the disk, stages the files and writes the journal. Rejects if the files cannot be staged; then nothing changed. */
  async prepare(journal: Journal): Promise<PreparedRestore | RestoreRefusal> {
    const wrong = journal.operations.find(({ path: name }) => !isInside(name));
    if (wrong) return { kind: "rolledBack", path: wrong.path, reason: "outside" };
    const disk = await this.#files.read(journal.operations.map(({ path: name }) => name));
    const unexpected = journal.operations.find(({ path: name, before }) => !sameFile(disk.get(name), before) && !isFolderToReplace(disk.get(name), before));
    if (unexpected) return { kind: "rolledBack", path: unexpected.path, reason: "changed" };
    const staging = path.join(this.#folder, `restore-${journal.id}`);
    try {
      await this.#files.stage(journal.operations, staging);
      await this.#writeJournal(journal);
    } catch (error) {
      await fs.promises.rm(staging, { recursive: true, force: true });
      throw error;
    }
    const done: Operation[] = [];
    return {
      apply: () => this.#apply(journal, staging, done),
      takeBack: () => this.#takeBack(done, journal.id),
      finish: async () => {
        await this.#removeJournal();
        await fs.promises.rm(staging, { recursive: true, force: true });
      },
    };
  }

  /** Finishes a restore that was cut off. Returns undefined if none was. */
  async recover(): Promise<RestoreOutcome | undefined> {
    const text = await readJournal(path.join(this.#folder, journalName));
    const journal = text === undefined ? undefined : parseJournal(text);
    for (const name of await fs.promises.readdir(this.#folder).catch(() => []))
      if (name.startsWith("restore-") && name !== journalName) await fs.promises.rm(path.join(this.#folder, name), { recursive: true, force: true });
    if (!journal?.operations.every(({ path: name }) => isInside(name))) {
      await this.#removeJournal();
      return undefined;
    }
    const staging = path.join(this.#folder, `restore-${journal.id}`);
    try {
      await this.#files.stage(journal.operations, staging);
      const outcome = await this.#apply(journal, staging, []);
      await this.#removeJournal();
      return outcome;
    } finally {
      await fs.promises.rm(staging, { recursive: true, force: true });
    }
  }

  async #apply(journal: Journal, staging: string, done: Operation[]): Promise<RestoreOutcome> {
    let current: Operation | undefined;
    try {
      for (const folder of deepestFirst(journal.removeFolders)) await this.#files.removeFolder(folder);
      for (const [number, operation] of journal.operations.entries()) {
        current = operation;
        await this.#files.apply(operation, path.join(staging, String(number)));
        done.push(operation);
      }
      await this.#files.createFolders(journal.createFolders);
      for (const { path: name, mode } of journal.modes) await this.#files.setMode(name, mode);
    } catch (error) {
      const failed = { path: current?.path ?? "", reason: getErrorMessage(error) };
      const notBack = await this.#takeBack(done, journal.id);
      return notBack.length === 0 ? { kind: "rolledBack", ...failed } : { kind: "partial", ...failed, notBack };
    }
    const disk = await this.#files.read(journal.operations.map(({ path: name }) => name));
    const different = journal.operations.filter(
      ({ path: name, after }) => !sameFile(disk.get(name), after) && !(after === undefined && disk.get(name) === null),
    );
    return { kind: "done", different: different.map(({ path: name }) => name) };
  }

  /** Takes steps back, the last one first. Returns the paths where that failed. */
  async #takeBack(done: readonly Operation[], id: string): Promise<readonly string[]> {
    const back = [...done].reverse().map(({ path: name, before, after }): Operation => ({ path: name, before: after, after: before }));
    const staging = path.join(this.#folder, `restore-${id}-back`);
    const failed: string[] = [];
    try {
      await this.#files.stage(back, staging);
      for (const [number, operation] of back.entries())
        await this.#files.apply(operation, path.join(staging, String(number))).catch(() => failed.push(operation.path));
    } catch {
      return back.map(({ path: name }) => name);
    } finally {
      await fs.promises.rm(staging, { recursive: true, force: true });
    }
    return failed;
  }

  async #writeJournal(journal: Journal): Promise<void> {
    const target = path.join(this.#folder, journalName);
    const beside = `${target}.${journal.id}`;
    const file = await fs.promises.open(beside, "wx", 0o600);
    try {
      await file.writeFile(JSON.stringify(journal));
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.promises.rename(beside, target);
    await syncFolder(this.#folder);
  }

  async #removeJournal(): Promise<void> {
    await fs.promises.rm(path.join(this.#folder, journalName), { force: true });
    await syncFolder(this.#folder);
  }
}

/** Returns undefined without a journal. One of many files is longer than other files of Tandem. */
async function readJournal(file: string): Promise<string | undefined> {
  const handle = await openRegular(file).catch(() => undefined);
  const text = await handle?.readFile("utf8");
  await handle?.close();
  return text;
}

/** Returns true for a folder in the place of a file that did not exist: its own files are removed first, and if others are in it the step fails. */
function isFolderToReplace(disk: unknown, before: unknown): boolean {
  return disk === null && before === undefined;
}

function deepestFirst(folders: readonly string[]): readonly string[] {
  return [...folders].sort((one, other) => other.length - one.length);
}

/** Makes the entries of a folder durable, where the system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.promises.open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
