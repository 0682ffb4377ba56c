import { optionRows } from "../../configuration/options.ts";
import type { FoundEntry } from "../../configuration/repository/parsedFile.ts";
import { describeServer } from "../../configuration/repository/serverEntries.ts";
import type { Mode } from "../../contract/modes.ts";
import { findOutside } from "../files/diskPaths.ts";

/** Modes in which some tool calls run without a permission request. */
const permissive: ReadonlySet<string> = new Set<Mode>(["acceptEdits", "auto", "dontAsk", "bypassPermissions"]);

/** Settings whose value decides whether they need consent. */
const askedByValue: ReadonlySet<string> = new Set(["mcpServers", "permissionMode", "claudePath", "workingDirectory"]);

/** Settings that need the user's consent regardless of their value: they run programs, widen what `claude` may do, or steer it. */
const alwaysAsked = [...optionRows].flatMap(([name, { needsConsent }]) => (needsConsent && !askedByValue.has(name) ? [name] : []));

/** The values in the settings files of a workspace, not validated. */
export interface WorkspaceSettings {
  readonly own: (name: string) => unknown;
  readonly mcpServers: Readonly<Record<string, unknown>>;
  /** Returns the path of the file that sets a setting; undefined if it is on another machine. */
  readonly fileOf: (name: string) => string | undefined;
  readonly root: string;
  /** The executable that the user's own settings name. */
  readonly userProgram: string;
}

/** Returns an entry for each value of a workspace's settings files that needs the user's consent. */
export async function findWorkspaceSettings({ own, mcpServers, fileOf, root, userProgram }: WorkspaceSettings): Promise<FoundEntry[]> {
  const [mode, program] = [own("permissionMode"), own("claudePath")];
  const entry = (name: string, value: unknown): FoundEntry => ({
    kind: "tandemSetting",
    name: `tandem.${name}`,
    value: typeof value === "string" ? value : (JSON.stringify(value, undefined, 1) ?? ""),
    path: fileOf(name),
    isOfTandem: true,
  });
  return [
    ...Object.entries(mcpServers).map(([name, server]) => ({
      ...describeServer(name, server, fileOf("mcpServers"), undefined),
      isOptional: true,
      isOfTandem: true,
    })),
    // An empty path counts too, because it overrides the user's own executable.
    ...(typeof program === "string" && program !== userProgram ? [entry("claudePath", program)] : []),
    ...(typeof mode === "string" && permissive.has(mode) ? [entry("permissionMode", mode)] : []),
    ...(await findOutsideFolder(own("workingDirectory"), root)).map((value) => entry("workingDirectory", value)),
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
