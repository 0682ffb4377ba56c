import fs from "node:fs";
import path from "node:path";
import type { StateStore, TellUnread, UnreadFile } from "../../core/conversations/ports.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { findOwn, getStateName, isBesideOther, setAside } from "./ownFile.ts";
import { statExisting } from "./regularFiles.ts";
import { syncFolder } from "./syncFolder.ts";

/** Age in milliseconds of a temporary file after which its write was certainly cut off. */
const cutOffMs = 3_600_000;

/** A text, or a removal, that the disk refused. */
interface FailedWrite {
  readonly text: string | undefined;
  readonly message: string;
}

export interface StateFilesOptions {
  /** Receives the reason when the disk starts to refuse writes, and undefined once all writes succeed again. */
  readonly tellFailing?: (reason: string | undefined) => void;
  /** Receives each file that cannot be read, once. */
  readonly tellUnread?: TellUnread;
}

/**
 * One file per saved state on the disk of the extension host. The editor writes its own memory seconds later and, in a
 * browser, from the window; a draft must survive a window that dies now. A file of a newer version, or one that the
 * disk refuses to read, stays as it is: this version keeps its own text of that name in a file beside it.
 */
export class StateFiles implements StateStore {
  readonly #folder: string;
  readonly #logger: Logger;
  /** Texts that wait to be written; undefined means a removal. */
  readonly #next = new Map<string, string | undefined>();
  readonly #failed = new Map<string, FailedWrite>();
  readonly #options: StateFilesOptions;
  /** Paths of the files in use, by name, once they were looked at. */
  readonly #files = new Map<string, string>();
  /** Names of damaged texts that the disk did not let be set aside yet. Nothing replaces or removes them before. */
  readonly #damaged = new Set<string>();
  /** Paths of the files that `tellUnread` received. */
  readonly #reported = new Set<string>();
  #isFailing = false;
  #isEnded = false;
  #isSwept = false;
  #writing: Promise<void> | undefined;

  /** `folder` is created on demand. */
  constructor(folder: string, logger: Logger, options: StateFilesOptions = {}) {
    this.#folder = folder;
    this.#logger = logger;
    this.#options = options;
  }

  names(): readonly string[] {
    return [...new Set(this.#list().flatMap((file) => (file.endsWith(".json") ? [getStateName(file)] : [])))];
  }

  get hasUnread(): boolean {
    return this.#reported.size > 0 || this.#list().some(isBesideOther);
  }

  load(name: string): string | undefined {
    const { path: file, text, unread } = findOwn(this.#path(name));
    this.#files.set(name, file);
    this.#damaged.delete(name);
    if (unread) this.#tell(unread);
    return text;
  }

  isKept(name: string): boolean {
    return this.#file(name) !== this.#path(name);
  }

  save(name: string, text: string): void {
    this.#enqueue(name, text);
  }

  remove(name: string): void {
    this.#enqueue(name, undefined);
  }

  setAside(name: string): void {
    const file = this.#file(name);
    try {
      setAside(file);
      this.#damaged.delete(name);
      this.#tell({ file, why: "damaged" });
    } catch (error) {
      this.#damaged.add(name);
      this.#tell({ file, why: "unreadable", reason: getErrorMessage(error) });
    }
  }

  async flush(name?: string): Promise<void> {
    // The disk may accept by now what it refused.
    this.#retry();
    if (this.#next.size > 0) this.#writing ??= this.#writeAll();
    await this.#writing;
    if (name === undefined) return;
    const reason = this.#failed.get(name);
    if (reason !== undefined) throw new Error(reason.message);
    // The new name of a file is durable only with its folder.
    await syncFolder(this.#folder);
  }

  /** Saves nothing anymore. Resolves when nothing is being written. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#next.clear();
    await this.#writing;
  }

  #enqueue(name: string, text: string | undefined): void {
    if (this.#isEnded) return;
    this.#retry();
    // At the end: a text that moves from one name to another must be on disk there before it is gone here.
    this.#next.delete(name);
    this.#next.set(name, text);
    this.#writing ??= this.#writeAll();
  }

  /** Lets what the disk refused wait to be written again. */
  #retry(): void {
    if (this.#isEnded) return;
    for (const [failed, { text }] of this.#failed) if (!this.#next.has(failed)) this.#next.set(failed, text);
    this.#failed.clear();
  }

  async #writeAll(): Promise<void> {
    try {
      for (let entry = this.#take(); entry; entry = this.#take()) {
        await this.#writeOne(...entry);
        if (this.#isFailing && this.#failed.size + this.#next.size === 0) {
          this.#isFailing = false;
          this.#options.tellFailing?.(undefined);
        }
      }
    } finally {
      // At once, not when the promise settles: a text that is saved in between would wait for the next one.
      this.#writing = undefined;
    }
  }

  async #writeOne(name: string, text: string | undefined): Promise<void> {
    try {
      // The file in its place may be another version's.
      if (!this.#files.has(name)) this.load(name);
      if (this.#damaged.has(name)) setAside(this.#file(name));
      this.#damaged.delete(name);
      if (text === undefined) await fs.promises.rm(this.#file(name), { force: true });
      else await this.#write(name, text);
    } catch (error) {
      this.#logger.warn(`could not save ${this.#file(name)}: ${getErrorMessage(error)}`);
      this.#failed.set(name, { text, message: getErrorMessage(error) });
      const isFirst = !this.#isFailing;
      this.#isFailing = true;
      if (isFirst) this.#options.tellFailing?.(getErrorMessage(error));
    }
  }

  #take(): readonly [string, string | undefined] | undefined {
    const [entry] = this.#next;
    if (entry) this.#next.delete(entry[0]);
    return entry;
  }

  /** Writes a temporary file and renames it: after a crash either the old or the new text exists. */
  async #write(name: string, text: string): Promise<void> {
    await fs.promises.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#sweep();
    // Several windows can share a folder.
    const beside = `${this.#file(name)}.${process.pid}.new`;
    // An entry that a crash or another program left here is removed, not opened: opening a pipe would block.
    await fs.promises.rm(beside, { force: true });
    const handle = await fs.promises.open(beside, "wx", 0o600);
    try {
      await handle.writeFile(text);
      // Without it a power failure can leave the new name on an empty file.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.promises.rename(beside, this.#file(name));
  }

  /** Removes, once, the temporary files of windows that died while they wrote. */
  async #sweep(): Promise<void> {
    if (this.#isSwept) return;
    this.#isSwept = true;
    for (const name of this.#list().filter((each) => /\.json\.\d+\.new$/.test(each))) {
      const file = path.join(this.#folder, name);
      const written = statExisting(file)?.mtimeMs ?? Number.POSITIVE_INFINITY;
      if (Date.now() - written > cutOffMs) await fs.promises.rm(file, { force: true }).catch(() => {});
    }
  }

  #tell(unread: UnreadFile): void {
    const { file, why, reason } = unread;
    if (this.#reported.has(file)) return;
    this.#reported.add(file);
    this.#logger.warn(`${file} is ${why}${reason === undefined ? "" : `: ${reason}`}`);
    this.#options.tellUnread?.(unread);
  }

  #list(): readonly string[] {
    try {
      return fs.readdirSync(this.#folder);
    } catch {
      // Nothing was saved yet.
      return [];
    }
  }

  #path(name: string): string {
    return path.join(this.#folder, `${name}.json`);
  }

  /** Returns the path of the file in use. */
  #file(name: string): string {
    return this.#files.get(name) ?? this.#path(name);
  }
}
