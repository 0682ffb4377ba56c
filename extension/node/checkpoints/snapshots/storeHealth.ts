import type { PrivateGit } from "../../git/privateGit.ts";
import type { GitIndex } from "../index/gitIndex.ts";
import type { IndexFiles } from "../index/indexFiles.ts";
import { findLost } from "../store/readObjects.ts";
import { removeDamaged } from "../store/removeDamaged.ts";
import { sweepStore } from "../store/storeFiles.ts";

/** Number of contents that each snapshot reads again, and the size of a file above which it is not among them. */
const sampleCount = 16;
const maxSampleBytes = 256 * 1024;

/** Finds what a store has lost, and mends it as far as the disk still has the contents. */
export class StoreHealth {
  readonly #git: PrivateGit;
  readonly #indexes: IndexFiles;
  #isDamaged = false;

  constructor(git: PrivateGit, indexes: IndexFiles) {
    this.#git = git;
    this.#indexes = indexes;
  }

  /**
   * Removes what a crash left behind, and what is damaged where something is missing. Call under the lock of the store.
   */
  async sweep(): Promise<void> {
    await sweepStore(this.#git);
    if (!(await this.#indexes.isWhole(this.#git))) await this.#heal();
  }

  /**
   * Notes that the store lost something: the next snapshot looks for all that is damaged, and stores the contents again
   * that the disk still has.
   */
  noteDamage(): void {
    this.#isDamaged = true;
  }

  /**
   * Reads every object of the store. What is damaged is stored again by the next snapshot, if the disk still has it.
   * Call under the lock of the store.
   */
  async check(): Promise<void> {
    if ((await removeDamaged(this.#git)) || !(await this.#indexes.isWhole(this.#git))) await this.#indexes.remove();
  }

  /**
   * Removes what is damaged, if damage was noted, so that the next snapshot stores it again. Rejects only if it is
   * aborted: a snapshot of a store that cannot be mended is worth more than none.
   */
  async mend(signal?: AbortSignal): Promise<void> {
    if (this.#isDamaged) await this.#heal(signal);
  }

  /** Reads a few of the contents that a snapshot takes over from the one before. */
  async sample(entries: GitIndex, signal: AbortSignal | undefined): Promise<void> {
    const picked = entries.isReadable ? entries.pickBlobs(sampleCount, maxSampleBytes) : [];
    if (picked.length > 0 && (await findLost(this.#git, picked, signal)).size > 0) this.#isDamaged = true;
  }

  async #heal(signal?: AbortSignal): Promise<void> {
    try {
      await removeDamaged(this.#git, signal);
      await this.#indexes.remove();
    } catch {
      signal?.throwIfAborted();
    }
    this.#isDamaged = false;
  }
}
