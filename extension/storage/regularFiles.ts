import fs from "node:fs";
import path from "node:path";

/** Bytes of a file that is read whole; a longer one is none of ours. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Opening a pipe waits for its writer, and occupies one of the few threads that read files for the whole extension host. So a file that
 * was found in a folder is opened only if it is a regular one. That is checked before and after: it can be replaced in between.
 */
const notBlocking = fs.constants.O_NONBLOCK ?? 0;

/** Opens a file that was found in a folder. Rejects for what is no regular file, with the code "ENOTREG". */
export async function openRegular(file: string, flags: number = fs.constants.O_RDONLY): Promise<fs.promises.FileHandle> {
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

/** Reads a file that was found in a folder as text, whole. Rejects for what is no regular file, and for one of over 4 MiB. */
export async function readRegular(file: string): Promise<string> {
  const handle = await openRegular(file);
  try {
    assertSize(file, await handle.stat());
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

/** What stands under a name that was found; undefined where nothing does, or nothing that can be looked at, such as a link to itself. */
export function statExisting(file: string): fs.Stats | undefined {
  try {
    return fs.statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** As `openRegular`; the descriptor has to be closed. */
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

/** As `readRegular`. `isLimited`: one of over 4 MiB is refused too. */
export function readRegularSync(file: string, { isLimited = true } = {}): string {
  const descriptor = openRegularSync(file);
  try {
    if (isLimited) assertSize(file, fs.fstatSync(descriptor));
    return fs.readFileSync(descriptor, "utf8");
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Puts a file of ours in the place of whatever stands there, whole or not at all. Nothing there is opened: others can have put a pipe there,
 * whose opening would never end, or a link to another file. Throws where a folder is in the way.
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
