import path from "node:path";
import { describeState } from "../storage/regularFiles.ts";

/** Time in ms after which the files of a folder are counted again: some may be deleted by then. */
const recountMs = 5 * 60 * 1000;

interface LargeFolder {
  /** The limit that it exceeds. */
  readonly maxFiles: number;
  readonly rules: string;
  readonly until: number;
}

/** Folders with too many files, until their ignore rules or the limit change, or some minutes have passed. */
export class LargeFolders {
  readonly #now: () => number;
  readonly #folders = new Map<string, LargeFolder>();

  constructor(now: () => number) {
    this.#now = now;
  }

  async add(root: string, maxFiles: number): Promise<void> {
    this.#folders.set(root, { maxFiles, rules: await describeRules(root), until: this.#now() + recountMs });
  }

  /** Returns false for a folder whose files should be counted. */
  async has(root: string, maxFiles: number): Promise<boolean> {
    const known = this.#folders.get(root);
    return (
      known !== undefined &&
      known.maxFiles === maxFiles &&
      this.#now() < known.until &&
      known.rules === (await describeRules(root))
    );
  }
}

async function describeRules(root: string): Promise<string> {
  return (
    await Promise.all([".gitignore", ".git/info/exclude"].map((name) => describeState(path.join(root, name))))
  ).join("\n");
}
