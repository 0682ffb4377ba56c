import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { asset } from "./shared/base/asset.ts";

/**
 * Returns an error for the first file of the package that does not exist in the extension's folder; undefined if all
 * do. Some of them are needed only later, by a diagram or when an editor dies, which is too late for a message.
 */
export async function findMissingFile(folder: string): Promise<Error | undefined> {
  // The build lists what it packs.
  // regular: a file of the package
  const names: readonly string[] = JSON.parse(await readFile(path.join(folder, asset("dist/files.json")), "utf8"));
  for (const name of names) {
    try {
      await access(path.join(folder, name));
    } catch (error) {
      return error as Error;
    }
  }
  return undefined;
}
