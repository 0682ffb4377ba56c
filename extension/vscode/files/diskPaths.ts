import fs from "node:fs";
import path from "node:path";
import type { FileLocation } from "../../core/conversation/ports/ports.ts";
import { attachedText } from "../../shared/text/prompts.ts";

/**
 * Returns true if Windows would resolve the path on another machine. Any access to it contacts that machine and reveals
 * the user's identity to it.
 */
export function isOnOtherMachine(file: string): boolean {
  return /^[\\/]{2}/.test(file);
}

/**
 * Returns where a path, absolute or relative to `folder`, leads: inside or outside `folder` and the roots, read-only or
 * not, and the real path if the file or a folder on the way is a link. The path to `folder` or to a root may be a link
 * itself.
 */
export async function locatePath(file: string, folder: string, roots: readonly string[]): Promise<FileLocation> {
  const absolute = path.resolve(folder, file);
  if (isOnOtherMachine(absolute) && !isOnOtherMachine(folder)) return { isOutside: true, isReadOnly: false };
  const real = await resolveRealPath(absolute);
  const places = await Promise.all(
    [folder, ...roots].map(async (root) => ({ root, real: await resolveRealPath(root) })),
  );
  const isOutside = !places.some((place) => isRealPathWithin(real, place.real));
  const around = places
    .filter(({ root }) => isRealPathWithin(absolute, root))
    .map((place) => path.join(place.real, path.relative(place.root, absolute)));
  const isDirect = (around.length === 0 ? [absolute] : around).some((expected) => isSamePath(expected, real));
  return { isOutside, isReadOnly: await isReadOnly(real), ...(isDirect ? {} : { target: real }) };
}

/**
 * Compares resolved paths. On Windows and macOS, names that differ in case or in the composition of letters usually are
 * the same file.
 */
function isSamePath(one: string, other: string): boolean {
  const plain = (text: string): string =>
    process.platform === "win32" || process.platform === "darwin" ? text.normalize("NFC").toLowerCase() : text;
  return plain(one) === plain(other);
}

/**
 * Returns true if an existing file cannot be written. Returns false for a missing file, even if it cannot be created.
 */
async function isReadOnly(file: string): Promise<boolean> {
  const code = await fs.promises.access(file, fs.constants.W_OK).catch((error: NodeJS.ErrnoException) => error.code);
  return code === "EACCES" || code === "EPERM" || code === "EROFS";
}

/**
 * Returns true for a regular file and false if nothing exists at the path. Rejects for anything else: reading a pipe or
 * a device would wait without end.
 */
export async function isFile(file: string, folder: string): Promise<boolean> {
  if (isOnOtherMachine(file) && !isOnOtherMachine(folder)) throw new Error(attachedText.onOtherMachine());
  try {
    if ((await fs.promises.stat(file)).isFile()) return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  throw new Error(attachedText.notFile());
}

/** Maximum number of links in a chain that are followed. */
const maxLinks = 40;

/**
 * Returns the path with its links resolved. If it does not exist, resolves the existing part, and also follows a link
 * whose target does not exist. Leaves the folder of a link in `..`, as the system does: its real one.
 */
export async function resolveRealPath(file: string, links = 0): Promise<string> {
  try {
    return await fs.promises.realpath(file);
  } catch {
    const [parent, name] = [path.dirname(file), path.basename(file)];
    if (parent === file) return file;
    const folder = await resolveRealPath(parent, links);
    if (name === "..") return path.dirname(folder);
    const place = path.join(folder, name);
    const target = links < maxLinks ? await fs.promises.readlink(place).catch(() => undefined) : undefined;
    if (target === undefined) return place;
    // Not joined with `path`, which would cut `..` before links are followed.
    return resolveRealPath(path.isAbsolute(target) ? target : folder + path.sep + target, links + 1);
  }
}

/** Returns true if `file` is the folder or is inside it. Both paths must have their links resolved. */
export function isRealPathWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/**
 * Returns where a folder, absolute or relative to `root`, leads if that is outside the root, also through a link;
 * undefined if it is inside.
 */
export async function findOutside(
  directory: string,
  root: string,
): Promise<{ readonly absolute: string; readonly real: string } | undefined> {
  const absolute = path.resolve(root, directory);
  // Access to another machine would reveal the user's identity to it.
  if (isOnOtherMachine(absolute) && !isOnOtherMachine(root)) return { absolute, real: absolute };
  const real = await resolveRealPath(absolute);
  return isRealPathWithin(real, await resolveRealPath(root)) ? undefined : { absolute, real };
}

/** Returns true if a path is in a folder by its name, or once links are followed. */
export function leadsIntoFolder(file: string, folder: string): boolean {
  if (isRealPathWithin(file, folder)) return true;
  // Access to another machine would reveal the user's identity to it.
  if (isOnOtherMachine(file)) return false;
  try {
    return isRealPathWithin(fs.realpathSync.native(file), fs.realpathSync.native(folder));
  } catch {
    return false;
  }
}
