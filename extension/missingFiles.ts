import { access, constants, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { asset, damagedFile } from "./shared/base/asset.ts";

/**
 * Returns an error for the first file of the package that does not exist in the extension's folder, or that cannot be
 * read; undefined if there is none. Some of them are needed only later, by a diagram or when an editor dies, which is
 * too late for a message.
 */
export async function findMissingFile(folder: string): Promise<Error | undefined> {
  const list = path.join(folder, asset("dist/files.json"));
  try {
    await checkFile(list);
    // regular: checked above
    const text = await readFile(list, "utf8");
    for (const name of parseNames(list, text)) await checkFile(path.join(folder, name));
  } catch (error) {
    return error as Error;
  }
  return undefined;
}

/** Rejects with an error that names the file. */
async function checkFile(file: string): Promise<void> {
  await access(file, constants.R_OK);
  if (!(await stat(file)).isFile())
    throw Object.assign(new Error(`${file} is no file`), { code: "EISDIR", path: file });
}

/** Returns what the build packed. */
function parseNames(file: string, text: string): readonly string[] {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damagedFile(file, error);
  }
}
