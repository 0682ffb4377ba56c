import type { FolderState, FolderStates } from "../../extension/session/ports.ts";

/** Compares the files of a folder, which is a map from paths to texts. */
export class MemoryFolder implements FolderStates {
  readonly #files: ReadonlyMap<string, string>;
  /** Number of states that were read. */
  reads = 0;
  /** Limits that were passed to comparisons. */
  readonly limits: object[] = [];
  /** Reads of states wait until this promise is settled. */
  gate: Promise<unknown> = Promise.resolve();
  isTooLarge = false;

  constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
  }

  async read(folder: string): Promise<FolderState | undefined> {
    this.reads++;
    await this.gate;
    return this.isTooLarge ? undefined : { folder, files: new Map(this.#files) };
  }

  compare: FolderStates["compare"] = async ({ files: before }, { files: after }, limits) => {
    this.limits.push(limits);
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
      if (before.get(path) === after.get(path)) return [];
      return [{ path, state: before.has(path) ? (after.has(path) ? "changed" : "deleted") : "created" } as const];
    });
  };
}
