import type { PathLookupResults } from "../../shared/contract/toWebview.ts";
import { getWebPage } from "./git.ts";
import { getPathKind } from "./pathKind.ts";

/** Returns the kinds of the paths, relative to `folder`, and the web page of the folder's repository. Never rejects. */
export async function inspectPaths(folder: string, paths: readonly string[]): Promise<Omit<PathLookupResults, "type">> {
  const [found, repository] = await Promise.all([
    Promise.all(paths.map(async (path) => ({ path, kind: await getPathKind(folder, path) }))),
    getWebPage(folder),
  ]);
  return { found, repository };
}
