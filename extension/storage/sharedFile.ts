import fs from "node:fs";
import { parseJson } from "../base/read.ts";
import type { SharedValue } from "../conversations/ports.ts";
import type { FileLocks } from "./fileLocks.ts";
import { JsonFiles } from "./jsonFiles.ts";
import { readRegularSync } from "./regularFiles.ts";

/** A JSON value in a file of Tandem that all windows read and change, unlike the editor's own memory, of which each window writes its own copy. */
export class SharedFile implements SharedValue {
  readonly #file: string;
  readonly #files: JsonFiles;
  /** The value that was read last, and the state of the file then. */
  #last: { readonly state: string; readonly value: unknown } | undefined;

  /** `backups` keeps earlier versions of the file, also one that is damaged. */
  constructor(file: string, folders: { readonly locks: FileLocks; readonly backups: string }) {
    this.#file = file;
    this.#files = new JsonFiles(folders);
  }

  read(): unknown {
    try {
      const { ino, size, mtimeNs } = fs.statSync(this.#file, { bigint: true });
      const state = `${ino} ${size} ${mtimeNs}`;
      if (this.#last?.state !== state) this.#last = { state, value: parseJson(readRegularSync(this.#file)) };
      return this.#last.value;
    } catch {
      // It does not exist, or cannot be read now: a later read may succeed.
      return undefined;
    }
  }

  async change(update: (now: unknown) => unknown): Promise<void> {
    const change = (text: string): string => {
      const next = update(parseJson(text));
      return next === undefined ? text : `${JSON.stringify(next)}\n`;
    };
    await this.#files.change(this.#file, { assertSound: () => {}, change });
    this.#last = undefined;
  }
}
