import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import type { FileLocks } from "./fileLocks.ts";
import { isMissing, readRegular } from "./regularFiles.ts";

const byteOrderMark = "\ufeff";
/** Maximum number of attempts at a change if another program writes the file at the same time. */
const maxAttempts = 5;
/** Maximum depth of links to links. */
const maxLinks = 40;
/** Number of earlier versions of a file that are kept. */
const maxBackups = 5;

/** Folders for the locks of changes and for earlier versions of files. Both belong to Tandem. */
export interface ChangeFolders {
  readonly locks: FileLocks;
  readonly backups: string;
}

/**
 * A change of a file as text. Both functions get the text without a byte order mark; a file that does not exist is
 * empty.
 */
export interface TextChange {
  /** Throws if the file must not be written as it is. Also checks the changed text before it replaces the file. */
  readonly assertSound: (text: string) => void;
  readonly change: (text: string) => string;
}

/**
 * Changes of files that other programs write too. A file is replaced atomically, links stay links, and its permissions
 * and byte order mark stay. Changes of a file run one after another; a concurrent change by another program is never
 * overwritten.
 */
export class JsonFiles {
  readonly #folders: ChangeFolders | undefined;
  readonly #onChange: (file: string) => void;
  /** The last change of each file. */
  readonly #changing = new Map<string, Promise<void>>();

  /**
   * Without `folders`, changes of other windows are only noticed, and no earlier version is kept. `onChange` receives
   * each file before it is changed.
   */
  constructor(folders?: ChangeFolders, onChange: (file: string) => void = () => {}) {
    this.#folders = folders;
    this.#onChange = onChange;
  }

  /** Rejects if the file is not sound or read-only, and then leaves it unchanged. */
  async change(file: string, change: TextChange): Promise<void> {
    const before = this.#changing.get(file) ?? Promise.resolve();
    const changed = before.catch(() => {}).then(() => this.#locked(file, change));
    this.#changing.set(file, changed);
    await changed;
  }

  async #locked(file: string, change: TextChange): Promise<void> {
    const target = await findTarget(file);
    this.#onChange(file);
    const run = (): Promise<void> => changeFile(target, change, this.#folders?.backups);
    return this.#folders ? this.#folders.locks.hold(target, run) : run();
  }
}

/**
 * Returns the text without its byte order mark, which `claude` accepts; empty if the file does not exist. Rejects for
 * anything but a file.
 */
export async function readText(file: string): Promise<string> {
  const text = await readRaw(file);
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

/** Returns the final target of a link, even if it does not exist yet; the file itself if it is not a link. */
export async function findTarget(file: string): Promise<string> {
  let at = file;
  for (let links = 0; links < maxLinks; links++) {
    const target = await fs.readlink(at).catch(() => undefined);
    if (target === undefined) return at;
    at = path.resolve(path.dirname(at), target);
  }
  throw new Error(`too many links: ${file}`);
}

async function changeFile(
  file: string,
  { assertSound, change }: TextChange,
  backups: string | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const raw = await readRaw(file);
    const mark = raw.startsWith(byteOrderMark) ? byteOrderMark : "";
    const text = raw.slice(mark.length);
    assertSound(text);
    const changed = change(text);
    if (changed === text) return;
    assertSound(changed);
    if (await replaceFile(file, raw, mark + changed, backups)) return;
    if (attempt === maxAttempts) throw new Error(`${file} is written by another program all the time`);
  }
}

/** Replaces a file if it still contains `raw`; returns false otherwise. */
async function replaceFile(file: string, raw: string, changed: string, backups: string | undefined): Promise<boolean> {
  await fs.mkdir(path.dirname(file), { recursive: true });
  const mode = (await fs.stat(file).catch(() => undefined))?.mode;
  // A rename would replace a file that its owner protected.
  if (mode !== undefined && (mode & 0o200) === 0)
    throw Object.assign(new Error(`${file} is read-only`), { code: "EROFS" });
  // An unpredictable name that does not exist yet.
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await fs.writeFile(temporary, changed, { flag: "wx", flush: true, ...(mode === undefined ? {} : { mode }) });
    if (backups !== undefined && mode !== undefined) await backUp(file, raw, backups);
    if ((await readRaw(file)) !== raw) {
      await fs.rm(temporary, { force: true });
      return false;
    }
    await fs.rename(temporary, file);
    return true;
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/** Keeps a version of a file where only the user can read it, and removes the oldest versions. */
async function backUp(file: string, raw: string, backups: string): Promise<void> {
  const folder = path.join(backups, createHash("sha256").update(file).digest("hex").slice(0, 16));
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}-${path.basename(file)}`;
  await fs.writeFile(path.join(folder, name), raw, { flag: "wx", mode: 0o600 });
  const all = (await fs.readdir(folder)).sort();
  for (const old of all.slice(0, -maxBackups)) await fs.rm(path.join(folder, old), { force: true });
}

async function readRaw(file: string): Promise<string> {
  try {
    return await readRegular(file);
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}
