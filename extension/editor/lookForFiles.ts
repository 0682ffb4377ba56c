import type { FilesFound } from "../contract/toWebview.ts";
import { webPageOf } from "./git.ts";
import { existingFiles } from "./openTarget.ts";

/** Which files are there, as seen from a folder, and the web page of its repository. Never rejects. */
export async function lookForFiles(folder: string, paths: readonly string[]): Promise<Omit<FilesFound, "type">> {
  const [there, repository] = await Promise.all([existingFiles(folder, paths), webPageOf(folder)]);
  return { there, repository };
}
