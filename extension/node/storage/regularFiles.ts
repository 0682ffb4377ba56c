import fs from "node:fs";
import path from "node:path";

/** Maximum size in bytes of a file that is read whole; Tandem writes no longer ones. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Flag against pipes: opening one waits for its writer, and blocks one of the few threads that read files for the whole
 * extension host. So a file found in a folder is opened only if it is a regular file, checked before and after opening,
 * since it can be replaced in between.
 */
const notBlocking = fs.constants.O_NONBLOCK ?? 0;

/** Opens a file that was found in a folder. Rejects with the code "ENOTREG" if it is not a regular file. */
export async function openRegular(
  file: string,
  flags: number = fs.constants.O_RDONLY,
): Promise<fs.promises.FileHandle> {
  assertRegular(file, await fs.promises.stat(file));
  const handle = await fs.promises.open(file, flags | notBlocking);
  try {
    assertRegular(file, await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a file that was found in a folder as text. Rejects if it is not a regular file, or is over 4 MiB. */
export async function readRegular(file: string, encoding: "utf8" | "latin1" = "utf8"): Promise<string> {
  const handle = await openRegular(file);
  try {
    assertSize(file, await handle.stat());
    return await handle.readFile(encoding);
  } finally {
    await handle.close();
  }
}

/** Returns whether an error says that a file does not exist, also because what should be its folder is none. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

/**
 * Returns the stats of a path that was found; undefined if it does not exist or cannot be read, such as a link to
 * itself.
 */
export function statExisting(file: string): fs.Stats | undefined {
  try {
    return fs.statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Returns a text that changes with a file, also with one that cannot be read, and with the target of a link. */
export async function describeState(file: string): Promise<string> {
  const found = await Promise.all([
    fs.promises.lstat(file).catch(() => undefined),
    fs.promises.stat(file).catch(() => undefined),
  ]);
  return found.flatMap((stats) => (stats ? [`${stats.size} ${stats.mtimeMs} ${stats.mode}`] : [])).join(" ");
}

/** Opens a file like `openRegular`; the caller must close the descriptor. */
export function openRegularSync(file: string): number {
  assertRegular(file, fs.statSync(file));
  const descriptor = fs.openSync(file, fs.constants.O_RDONLY | notBlocking);
  try {
    assertRegular(file, fs.fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    fs.closeSync(descriptor);
    throw error;
  }
}

/** Reads a file like `readRegular`. `isLimited` also rejects a file over 4 MiB. */
export function readRegularSync(file: string, { isLimited = true } = {}): string {
  const descriptor = openRegularSync(file);
  try {
    if (isLimited) assertSize(file, fs.fstatSync(descriptor));
    return fs.readFileSync(descriptor, "utf8");
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Returns the JSON of a file of at most 4 MiB; undefined if it cannot be read. */
export function readJsonSync(file: string): unknown {
  try {
    return JSON.parse(readRegularSync(file));
  } catch {
    return undefined;
  }
}

/**
 * Writes a file atomically, in place of any entry of its name. It never opens the existing entry: others may have put a
 * pipe there, which would block forever, or a link to another file. Throws if the entry is a folder.
 */
export function replaceFileSync(file: string, text: string): void {
  const beside = fs.mkdtempSync(`${file}.`);
  try {
    fs.writeFileSync(path.join(beside, "new"), text, { mode: 0o600 });
    fs.renameSync(path.join(beside, "new"), file);
  } finally {
    fs.rmSync(beside, { recursive: true, force: true });
  }
}

function assertRegular(file: string, stats: fs.Stats): void {
  if (!stats.isFile()) throw Object.assign(new Error(`not a regular file: ${file}`), { code: "ENOTREG" });
}

function assertSize(file: string, { size }: fs.Stats): void {
  if (size > maxBytes) throw new Error(`too large: ${file}`);
}
