import type { FoundEntry, IdentifiedEntry, NamedFiles } from "../../core/options/repository/parsedFile.ts";
import { scanAddedInstructions } from "./addedInstructions.ts";
import {
  adoptIds,
  identifyEntry,
  isOwnFolder,
  type OwnFolders,
  scanNamedFiles,
  scanRepository,
} from "./repositoryScan.ts";

export interface WorkspaceScanOptions {
  /** Returns the isolated folder that is or contains a folder, with its original; undefined for other folders. */
  readonly findIsolated: (folder: string) => { readonly folder: string; readonly origin: string } | undefined;
  readonly findOwnFolders: () => OwnFolders;
  /** Returns the environments that `claude` has under the profiles. */
  readonly listEnvironments: () => readonly Readonly<Record<string, string>>[];
  /** Returns the other folders of the workspace, which a start in a folder passes. */
  readonly otherRoots: (folder: string) => readonly string[];
  /** Returns the files that the settings of a folder name. */
  readonly findNamedFiles: (folder: string, otherRoots: readonly string[]) => Promise<NamedFiles>;
  /** Returns the settings of a folder's workspace that need the user's consent. */
  readonly findSettings: (folder: string) => Promise<readonly FoundEntry[]>;
  /** Returns the ids of the entries about which the user has decided. */
  readonly readKnown: () => readonly string[];
}

/**
 * Returns a function that finds what a start in a folder takes from its repository, from files that settings name, and
 * from the workspace's settings. It only reads files, and runs nothing. In an isolated folder the settings are those of
 * its original, and what is equal there keeps the user's decision.
 */
export function createWorkspaceScan(
  options: WorkspaceScanOptions,
): (folder: string) => Promise<readonly IdentifiedEntry[]> {
  const { findIsolated, findOwnFolders, listEnvironments, otherRoots, findNamedFiles, findSettings, readKnown } =
    options;
  return async (folder) => {
    const isolated = findIsolated(folder);
    const configured = isolated?.origin ?? folder;
    const roots = isolated ? [] : otherRoots(folder);
    const own = findOwnFolders();
    const scanNamed = async () => {
      const files = await findNamedFiles(configured, roots);
      const added = files.additionalDirectories.filter((each) => !isOwnFolder(each, own));
      return {
        added,
        ofFiles: await scanNamedFiles({ ...files, additionalDirectories: added }, folder, own.configFolders),
      };
    };
    const [found, { added, ofFiles }] = await Promise.all([scanRepository(folder, own), scanNamed()]);
    const instructions = await scanAddedInstructions(added, [...found, ...ofFiles], listEnvironments);
    const named = [...ofFiles, ...instructions];
    // Last, so that the settings that are read after the decision are those that it is about.
    const settings = await findSettings(configured);
    const known = readKnown();
    const brought = isolated ? adoptIds(found, isolated.folder, isolated.origin, (id) => known.includes(id)) : found;
    // A setting can name a file that is found anyway.
    return [
      ...new Map([...brought, ...named, ...settings.map(identifyEntry)].map((entry) => [entry.id, entry])).values(),
    ];
  };
}
