import fs from "node:fs";
import path from "node:path";
import type * as vscode from "vscode";
import { messageOf } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";

/**
 * A small JSON value on the disk of the extension host. The editor's own memory is written seconds
 * later and, in a browser, by the window; a draft must outlive a window that dies now.
 */
export class SavedFile<T extends object> {
  readonly #file: string;
  readonly #logger: Logger;
  #next: string | undefined;
  #isWriting = false;

  constructor(folder: vscode.Uri, name: string, logger: Logger) {
    this.#file = path.join(folder.fsPath, name);
    this.#logger = logger;
  }

  /** The value as it was saved last; empty when there is none or it cannot be read. */
  load(): Partial<T> {
    try {
      return JSON.parse(fs.readFileSync(this.#file, "utf8")) as Partial<T>;
    } catch {
      return {};
    }
  }

  /** Saves the value, whole or not at all. Calls while a write runs become one. */
  save(value: T): void {
    this.#next = JSON.stringify(value);
    if (!this.#isWriting) void this.#write();
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      while (this.#next !== undefined) {
        const text = this.#next;
        this.#next = undefined;
        await fs.promises.mkdir(path.dirname(this.#file), { recursive: true });
        await fs.promises.writeFile(`${this.#file}.new`, text, { mode: 0o600 });
        await fs.promises.rename(`${this.#file}.new`, this.#file);
      }
    } catch (error) {
      this.#logger.warn(`could not save ${this.#file}: ${messageOf(error)}`);
    } finally {
      this.#isWriting = false;
    }
  }
}
