import fs from "node:fs";
import { hashFile } from "../index/blobNames.ts";

/** Calls on files that a system can refuse while another program has them open. */
export interface FileCalls {
  /** Begins a restore. */
  readonly begin?: () => void;
  /** Returns the name of a content, as `hashFile`. */
  readonly hash: (file: string) => Promise<string>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (file: string) => Promise<void>;
}

/**
 * Time in ms that a step may take before several are carried out at once: for less, a thread costs more than it saves.
 */
const maxStepMs = 0.2;

/** Number of steps over which their time is averaged. */
const averaged = 8;

/** Calls on the disk: one after the other, or several at once where each of them waits for the disk. */
export class DiskCalls implements FileCalls {
  readonly hash = hashFile;
  /** Average time of a step in ms, which begins at 0. */
  #stepMs = 0;

  begin(): void {
    this.#stepMs = 0;
  }

  rename(from: string, to: string): Promise<void> {
    return this.#isSlow ? fs.promises.rename(from, to) : this.#timed(() => fs.renameSync(from, to));
  }

  remove(file: string): Promise<void> {
    return this.#isSlow ? fs.promises.rm(file, { force: true }) : this.#timed(() => fs.rmSync(file, { force: true }));
  }

  get #isSlow(): boolean {
    return this.#stepMs > maxStepMs;
  }

  async #timed(step: () => void): Promise<void> {
    const began = performance.now();
    step();
    this.#stepMs += (performance.now() - began - this.#stepMs) / averaged;
  }
}
