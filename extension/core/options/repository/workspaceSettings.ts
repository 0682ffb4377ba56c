import { needsConsent } from "../consent.ts";
import { optionRows, type SettingName } from "../options.ts";
import { asObject, type FoundEntry } from "./parsedFile.ts";
import { describeServer } from "./serverEntries.ts";

/** Settings whose entries are found in another way. */
const separate: ReadonlySet<string> = new Set(["mcpServers", "workingDirectory"]);

/** One settings file of a workspace. */
export interface SettingsOfFile {
  /** Returns the value of a setting in the file, not validated. */
  readonly own: (name: SettingName) => unknown;
  /** Path of the file; undefined if it is on another machine. */
  readonly file: string | undefined;
}

/**
 * Returns an entry for each value of a settings file of a workspace that needs the user's consent. `users` returns the
 * user's own value of a setting, not validated; `outside` are folders that settings of the file name and that are
 * outside of the workspace.
 */
export function findSettingEntries(
  { own, file }: SettingsOfFile,
  outside: { readonly [N in SettingName]?: readonly string[] },
  users: (name: SettingName) => unknown,
): FoundEntry[] {
  return [
    ...Object.entries(asObject(own("mcpServers")) ?? {}).map(([name, server]) => ({
      ...describeServer(name, server, file, undefined),
      isOptional: true,
      isOfTandem: true,
    })),
    ...Object.entries(outside).flatMap(([name, values]) => values.map((value) => describeSetting(name, value, file))),
    ...[...optionRows].flatMap(([each, row]) => {
      const name = each as SettingName;
      const value = own(name);
      return separate.has(name) || value === undefined || !needsConsent(row, value, users(name))
        ? []
        : [describeSetting(name, value, file)];
    }),
  ];
}

/** Describes a value of a workspace's settings file. */
function describeSetting(name: string, value: unknown, file: string | undefined): FoundEntry {
  const text = typeof value === "string" ? value : (JSON.stringify(value, undefined, 1) ?? "");
  return { kind: "tandemSetting", name: `tandem.${name}`, value: text, path: file, isOfTandem: true };
}

/**
 * Returns whether a value of a workspace's settings file is in force: it allows no more than the user's own one, or the
 * user has decided to start with it in this form. `knows` tells that of an entry, the same that a card lists.
 */
export function isInForce(name: string, value: unknown, { users, file, knows }: InForceOptions): boolean {
  const row = optionRows.get(name);
  // Each server has an entry of its own, which the reader of servers asks for; the working folder is asked for where it
  // is chosen.
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
