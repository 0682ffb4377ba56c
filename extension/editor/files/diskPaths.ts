import fs from "node:fs";
import path from "node:path";
import type { FileLocation } from "../../session/ports.ts";
import { attachedText } from "../../text/prompts.ts";

/** Whether Windows would take a path for one of another machine: looking at it goes there, and says there who the user is. */
export function isOnOtherMachine(file: string): boolean {
  return /^[\\/]{2}/.test(file);
}

/** Where a path, absolute or as seen from `folder`, leads to: in one of the roots or outside of them. */
export async function locatePath(file: string, folder: string, roots: readonly string[]): Promise<FileLocation> {
  const absolute = path.resolve(folder, file);
  if (isOnOtherMachine(absolute) && !isOnOtherMachine(folder)) return { isOutside: true, isReadOnly: false };
  const real = await resolveRealPath(absolute);
  const inside = await Promise.all([folder, ...roots].map(async (root) => isWithin(real, await resolveRealPath(root))));
  const isLink = (await fs.promises.lstat(absolute).catch(() => undefined))?.isSymbolicLink() === true;
  return { isOutside: !inside.includes(true), isReadOnly: await isReadOnly(real), ...(isLink ? { target: real } : {}) };
}

/** A file that may not be written; one that is not there may be, as far as this tells. */
async function isReadOnly(file: string): Promise<boolean> {
  const code = await fs.promises.access(file, fs.constants.W_OK).catch((error: NodeJS.ErrnoException) => error.code);
  return code === "EACCES" || code === "EPERM" || code === "EROFS";
}

/** Whether there is a file to read. Rejects for what cannot be read as one: a pipe or a device would be waited for without an end. */
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

/** Links in links, as far as anybody follows them. */
const maxLinks = 40;

/** The path with its links resolved; of one that does not exist yet, those of the part that does, also of a link that leads nowhere yet. */
export async function resolveRealPath(file: string, links = 0): Promise<string> {
  const parent = path.dirname(file);
  try {
    return await fs.promises.realpath(file);
  } catch {
    if (parent === file) return file;
    const target = links < maxLinks ? await fs.promises.readlink(file).catch(() => undefined) : undefined;
    return target === undefined
      ? path.join(await resolveRealPath(parent, links), path.basename(file))
      : resolveRealPath(path.resolve(parent, target), links + 1);
  }
}

/** Whether a path is a folder or lies in it; both with their links resolved. */
export function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
