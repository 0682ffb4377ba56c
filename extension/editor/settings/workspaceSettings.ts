import { optionRows } from "../../configuration/options.ts";
import { asObject, type FoundEntry } from "../../configuration/repository/parsedFile.ts";
import { describeServer } from "../../configuration/repository/serverEntries.ts";
import type { Mode } from "../../contract/modes.ts";
import { findOutside } from "../files/diskPaths.ts";

/** Modes in which some tool calls run without a permission request. */
const permissive: ReadonlySet<string> = new Set<Mode>(["acceptEdits", "auto", "dontAsk", "bypassPermissions"]);

/** Settings whose value decides whether they need consent. */
const askedByValue: ReadonlySet<string> = new Set(["mcpServers", "permissionMode", "claudePath", "workingDirectory"]);

/** Settings that need the user's consent regardless of their value: they run programs, widen what `claude` may do, or steer it. */
const alwaysAsked = [...optionRows].flatMap(([name, { needsConsent }]) => (needsConsent && !askedByValue.has(name) ? [name] : []));

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
  /** The executable that the user's own settings name. */
  readonly userProgram: string;
}

/**
 * Returns an entry for each value of a workspace's settings files that needs the user's consent, also if another file overrides it: the keys of an
 * object all count, and a list or a text counts again once the other file has no valid value. The values are read at the end and at once, so that a
 * caller who reads them then gets the same ones.
 */
export async function findWorkspaceSettings({ files, root, userProgram }: WorkspaceSettings): Promise<FoundEntry[]> {
  const outside = await Promise.all(files.map(({ own }) => findOutsideFolder(own("workingDirectory"), root)));
  return files.flatMap((file, index) => findInFile(file, outside[index] ?? [], userProgram));
}

function findInFile({ own, file }: SettingsOfFile, outside: readonly string[], userProgram: string): FoundEntry[] {
  const [mode, program] = [own("permissionMode"), own("claudePath")];
  const entry = (name: string, value: unknown): FoundEntry => ({
    kind: "tandemSetting",
    name: `tandem.${name}`,
    value: typeof value === "string" ? value : (JSON.stringify(value, undefined, 1) ?? ""),
    path: file,
    isOfTandem: true,
  });
  return [
    ...Object.entries(asObject(own("mcpServers")) ?? {}).map(([name, server]) => ({
      ...describeServer(name, server, file, undefined),
      isOptional: true,
      isOfTandem: true,
    })),
    // An empty path counts too, because it overrides the user's own executable.
    ...(typeof program === "string" && program !== userProgram ? [entry("claudePath", program)] : []),
    ...(typeof mode === "string" && permissive.has(mode) ? [entry("permissionMode", mode)] : []),
    ...outside.map((value) => entry("workingDirectory", value)),
    ...alwaysAsked.flatMap((name) => (own(name) === undefined ? [] : [entry(name, own(name))])),
  ];
}

/** Returns the working folder if it is outside the root; with the target of a link, so that another target asks again. */
async function findOutsideFolder(directory: unknown, root: string): Promise<string[]> {
  if (typeof directory !== "string" || directory === "") return [];
  const outside = await findOutside(directory, root);
  if (!outside) return [];
  return [outside.real === outside.absolute ? outside.absolute : `${outside.absolute} → ${outside.real}`];
}
