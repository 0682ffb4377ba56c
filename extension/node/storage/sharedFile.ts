import fs from "node:fs";
import type { SharedValue, TellUnread, UnreadFile } from "../../core/conversations/ports.ts";
import { parseJson } from "../../shared/base/read.ts";
import { readVersion } from "../../shared/base/savedText.ts";
import type { FileLocks } from "./fileLocks.ts";
import { JsonFiles } from "./jsonFiles.ts";
import { findFree, findOwn } from "./ownFile.ts";

export interface SharedFileOptions {
  readonly locks: FileLocks;
  /** Folder for earlier versions of the file. */
  readonly backups: string;
  /** Receives the reason for which the file is not read, once. */
  readonly tellUnread: TellUnread;
}

/** Version of the format. */
const version = 1;
/** `change` refuses longer files, and such a file is none of Tandem. */
const limits = { isLimited: true };

/**
 * A JSON object in a file of Tandem that all windows read and change, unlike the editor's own memory, of which each
 * window writes its own copy. A file of a newer version stays as it is, and a damaged one is kept before a change
 * replaces it.
 */
export class SharedFile implements SharedValue {
  readonly #path: string;
  readonly #options: SharedFileOptions;
  readonly #files: JsonFiles;
  /** The value that was read last, and the state of the file then. */
  #last: { readonly state: string; readonly value: unknown } | undefined;
  #isTold = false;

  constructor(file: string, options: SharedFileOptions) {
    this.#path = file;
    this.#options = options;
    this.#files = new JsonFiles(options);
  }

  read(): unknown {
    const state = describe(this.#path);
    // In place of a file that cannot be read, another one is used.
    if (this.#last?.state !== state || this.#isTold) this.#last = { state, value: this.#read() };
    return this.#last.value;
  }

  async change(update: (now: unknown) => object | undefined): Promise<void> {
    const { path: file } = findOwn(this.#path, limits);
    const change = (text: string): string => {
      if (readVersion(text) > version) throw new Error(`a newer version of Tandem changed ${file}`);
      const now = parseObject(text);
      const next = update(now);
      if (next === undefined) return text;
      // regular: read just before. As bytes, because a damaged file is not always a text.
      if (now === undefined && text !== "") fs.copyFileSync(file, findFree(file), fs.constants.COPYFILE_EXCL);
      return `${JSON.stringify({ version, ...next })}\n`;
    };
    await this.#files.change(file, { assertSound: () => {}, change });
    this.#last = undefined;
  }

  #read(): unknown {
    const { path: file, text, unread } = findOwn(this.#path, limits);
    const value = text === undefined ? undefined : parseObject(text);
    if (unread) this.#tell(unread);
    else if (text !== undefined && value === undefined) this.#tell({ file, why: "damaged" });
    return value;
  }

  #tell(unread: UnreadFile): void {
    if (!this.#isTold) this.#options.tellUnread(unread);
    this.#isTold = true;
  }
}

function parseObject(text: string): object | undefined {
  const value = parseJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/** Returns a text that changes with the file. */
function describe(file: string): string {
  try {
    const { ino, size, mtimeNs } = fs.statSync(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    // It does not exist, or cannot be read now: a later read may succeed.
    return "";
  }
}
