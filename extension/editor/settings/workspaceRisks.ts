import path from "node:path";
import { escapeInvisible, escapePath } from "../../base/invisible.ts";
import type { Mode } from "../../contract/modes.ts";
import { getModeLabel } from "../../text/conversation.ts";
import { folderSettingsText } from "../../text/editor.ts";
import { isOnOtherMachine, isWithin, resolveRealPath } from "../files/diskPaths.ts";

/** Modes in which some tool calls run without a permission request. */
const permissive: ReadonlySet<string> = new Set<Mode>(["acceptEdits", "auto", "dontAsk", "bypassPermissions"]);

/** The values in the settings files of a folder, not validated. */
export interface FolderSettings {
  readonly mcpServers: Readonly<Record<string, unknown>>;
  readonly permissionMode: unknown;
  readonly workingDirectory: unknown;
  readonly claudePath: unknown;
}

/**
 * Returns a line for each value of a folder's settings files that needs the user's consent. A line contains the whole value, so that a change asks
 * again. `userProgram`: the executable that the user's own settings name.
 */
export async function findRisks(own: FolderSettings, root: string, userProgram: string): Promise<string[]> {
  const { permissionMode, claudePath } = own;
  const servers = Object.entries(own.mcpServers).map(([name, server]) =>
    folderSettingsText.server(escapeInvisible(name), escapeInvisible(JSON.stringify(server))),
  );
  // An empty path counts too, because it overrides the user's own executable.
  const isOtherProgram = typeof claudePath === "string" && claudePath !== userProgram;
  return [
    ...servers,
    ...(isOtherProgram ? [claudePath === "" ? folderSettingsText.executableFound() : folderSettingsText.executable(escapePath(claudePath))] : []),
    ...(typeof permissionMode === "string" && permissive.has(permissionMode) ? [folderSettingsText.mode(getModeLabel(permissionMode))] : []),
    ...(await folderRisk(own.workingDirectory, root)),
  ];
}

/**
 * Returns a line for a working folder outside the root, also through a link. The line contains the target of the link, so that another target asks
 * again.
 */
async function folderRisk(directory: unknown, root: string): Promise<string[]> {
  if (typeof directory !== "string" || directory === "") return [];
  const absolute = path.resolve(root, directory);
  const isElsewhere = isOnOtherMachine(absolute) && !isOnOtherMachine(root);
  // Access to another machine would reveal the user's identity to it.
  const real = isElsewhere ? absolute : await resolveRealPath(absolute);
  if (!isElsewhere && isWithin(real, await resolveRealPath(root))) return [];
  return [real === absolute ? folderSettingsText.workingFolder(escapePath(absolute)) : folderSettingsText.linkedFolder(escapePath(absolute), escapePath(real))];
}
