import path from "node:path";
import type { FoundEntry, NamedFiles } from "../../core/options/repository/parsedFile.ts";
import { findSettingEntries } from "../../core/options/repository/workspaceSettings.ts";
import type { InspectedFolder } from "../../core/options/settingsSource.ts";
import { findOutside, isOnOtherMachine } from "../files/diskPaths.ts";

/**
 * Returns an entry for each value of a workspace's settings files that needs the user's consent, also if another file
 * overrides it: the keys of an object all count, and a list or a text counts again once the other file has no valid
 * value. The values are read at the end and at once, so that a caller who reads them then gets the same ones.
 */
export async function findWorkspaceEntries({ root, files, get }: InspectedFolder): Promise<FoundEntry[]> {
  const outside = await Promise.all(
    files.map(async ({ scope }) => ({
      workingDirectory: await findOutsideFolders(get("workingDirectory")[scope], root),
      additionalDirectories: (await findOutsideFolders(get("additionalDirectories")[scope], root)).filter(isLink),
    })),
  );
  return files.flatMap(({ scope, file }, index) =>
    findSettingEntries({ own: (name) => get(name)[scope], file }, outside[index] ?? {}, (name) => get(name).user),
  );
}

/**
 * Returns the files that settings name and that a start in a folder passes, as far as a repository can bring them:
 * those that the workspace names, those of the user's own settings that are in the folder, and all additional
 * directories. `otherRoots`: the other folders of the workspace, which a start passes too.
 */
export async function findNamedFiles(
  { root, get }: InspectedFolder,
  otherRoots: readonly string[],
): Promise<NamedFiles> {
  const find = async (
    name: "settingsFile" | "pluginDirectories" | "additionalDirectories",
  ): Promise<readonly string[]> => {
    const { user, workspace, folder } = get(name);
    // Files that the user's settings name are the user's wish, but a folder may be used without what it brings.
    const isWanted = async (at: string): Promise<boolean> =>
      name !== "additionalDirectories" && (await findOutside(at, root)) !== undefined;
    const own = await Promise.all(listPaths(user, root).map(async (at) => ((await isWanted(at)) ? [] : [at])));
    const named = [workspace, folder].flatMap((value) => listPaths(value, root));
    return [...new Set([...own.flat(), ...named])].filter((at) => !isOnOtherMachine(at) || isOnOtherMachine(root));
  };
  const [settingsFiles, pluginDirectories, directories] = await Promise.all([
    find("settingsFile"),
    find("pluginDirectories"),
    find("additionalDirectories"),
  ]);
  return { settingsFiles, pluginDirectories, additionalDirectories: [...new Set([...otherRoots, ...directories])] };
}

function listPaths(value: unknown, root: string): readonly string[] {
  const paths = Array.isArray(value) ? value : [value];
  return paths.flatMap((each) => (typeof each === "string" && each !== "" ? [path.resolve(root, each)] : []));
}

/** Returns those folders that are outside the root; of a link with its target, so that another target asks again. */
async function findOutsideFolders(value: unknown, root: string): Promise<string[]> {
  const outside = await Promise.all(listPaths(value, root).map((at) => findOutside(at, root)));
  return outside.flatMap((found) => {
    if (!found) return [];
    return [found.real === found.absolute ? found.absolute : `${found.absolute} → ${found.real}`];
  });
}

/** The path of a folder is in the setting, and so in its entry; the target of a link is not. */
function isLink(shown: string): boolean {
  return shown.includes(" → ");
}
