import { needsConsent } from "../../configuration/consent.ts";
import { optionRows } from "../../configuration/options.ts";
import { asObject, type FoundEntry } from "../../configuration/repository/parsedFile.ts";
import { describeServer } from "../../configuration/repository/serverEntries.ts";
import { findOutside } from "../files/diskPaths.ts";

/** Settings whose entries are found in another way. */
const separate: ReadonlySet<string> = new Set(["mcpServers", "workingDirectory"]);

/** One settings file of a workspace. */
interface SettingsOfFile {
  /** Returns the value of a setting in the file, not validated. */
  readonly own: (name: string) => unknown;
  /** Path of the file; undefined if it is on another machine. */
  readonly file: string | undefined;
}

export interface WorkspaceSettings {
  readonly files: readonly SettingsOfFile[];
  readonly root: string;
  /** Returns the user's own value of a setting, not validated. */
  readonly users: (name: string) => unknown;
}

/**
 * Returns an entry for each value of a workspace's settings files that needs the user's consent, also if another file overrides it: the keys of an
 * object all count, and a list or a text counts again once the other file has no valid value. The values are read at the end and at once, so that a
 * caller who reads them then gets the same ones.
 */
export async function findWorkspaceSettings({ files, root, users }: WorkspaceSettings): Promise<FoundEntry[]> {
  const outside = await Promise.all(files.map(({ own }) => findOutsideFolder(own("workingDirectory"), root)));
  return files.flatMap((file, index) => findInFile(file, outside[index] ?? [], users));
}

function findInFile({ own, file }: SettingsOfFile, outside: readonly string[], users: WorkspaceSettings["users"]): FoundEntry[] {
  return [
    ...Object.entries(asObject(own("mcpServers")) ?? {}).map(([name, server]) => ({
      ...describeServer(name, server, file, undefined),
      isOptional: true,
      isOfTandem: true,
    })),
    ...outside.map((value) => describeSetting("workingDirectory", value, file)),
    ...[...optionRows].flatMap(([name, row]) => {
      const value = own(name);
      return separate.has(name) || value === undefined || !needsConsent(row, value, users(name)) ? [] : [describeSetting(name, value, file)];
    }),
  ];
}

/** Describes a value of a workspace's settings file. */
function describeSetting(name: string, value: unknown, file: string | undefined): FoundEntry {
  const text = typeof value === "string" ? value : (JSON.stringify(value, undefined, 1) ?? "");
  return { kind: "tandemSetting", name: `tandem.${name}`, value: text, path: file, isOfTandem: true };
}

/**
 * Returns whether a value of a workspace's settings file is in force: it allows no more than the user's own one, or the user has decided to start with
 * it in this form. `knows` tells that of an entry, the same that a card lists.
 */
export function isInForce(name: string, value: unknown, { users, file, knows }: InForceOptions): boolean {
  const row = optionRows.get(name);
  // Each server has an entry of its own, which the reader of servers asks for; the working folder is asked for where it is chosen.
  if (!row || separate.has(name) || value === undefined) return true;
  return !needsConsent(row, value, users) || knows(describeSetting(name, value, file));
}

export interface InForceOptions {
  /** The user's own value, not validated. */
  readonly users: unknown;
  /** Path of the settings file. */
  readonly file: string | undefined;
  readonly knows: (entry: FoundEntry) => boolean;
}

/** Returns the working folder if it is outside the root; with the target of a link, so that another target asks again. */
async function findOutsideFolder(directory: unknown, root: string): Promise<string[]> {
  if (typeof directory !== "string" || directory === "") return [];
  const outside = await findOutside(directory, root);
  if (!outside) return [];
  return [outside.real === outside.absolute ? outside.absolute : `${outside.absolute} → ${outside.real}`];
}
