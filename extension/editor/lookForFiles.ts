import type { FilesFound } from "../contract/toWebview.ts";
import { webPageOf } from "./git.ts";
import { pathKind } from "./pathKind.ts";

/** What is at paths, as seen from a folder, and the web page of its repository. Never rejects. */
export async function lookForFiles(folder: string, paths: readonly string[]): Promise<Omit<FilesFound, "type">> {
  const [found, repository] = await Promise.all([Promise.all(paths.map(async (path) => ({ path, kind: await pathKind(folder, path) }))), webPageOf(folder)]);
  return { found, repository };
}
