import path from "node:path";
import { escapeInvisible, escapePath } from "../../base/invisible.ts";
import type { Mode } from "../../contract/modes.ts";
import { getModeLabel } from "../../text/conversation.ts";
import { folderSettingsText } from "../../text/editor.ts";
import { isOnOtherMachine, isWithin, resolveRealPath } from "../files/diskPaths.ts";

/** Modes in which something goes through without being asked. */
const permissive: ReadonlySet<string> = new Set<Mode>(["acceptEdits", "auto", "dontAsk", "bypassPermissions"]);

/** What a folder's own settings files set; unchecked. */
export interface FolderSettings {
  readonly mcpServers: Readonly<Record<string, unknown>>;
  readonly permissionMode: unknown;
  readonly workingDirectory: unknown;
  readonly claudePath: unknown;
}

/**
 * Returns what a folder's own settings do that the user has to be asked about, a line each; the whole content, so that a change asks
 * again. `userProgram`: the program that the user set for themself.
 */
export async function findRisks(own: FolderSettings, root: string, userProgram: string): Promise<string[]> {
  const { permissionMode, claudePath } = own;
  const servers = Object.entries(own.mcpServers).map(([name, server]) =>
    folderSettingsText.server(escapeInvisible(name), escapeInvisible(JSON.stringify(server))),
  );
  // An empty one takes the user's own program away.
  const isOtherProgram = typeof claudePath === "string" && claudePath !== userProgram;
  return [
    ...servers,
    ...(isOtherProgram ? [claudePath === "" ? folderSettingsText.executableFound() : folderSettingsText.executable(escapePath(claudePath))] : []),
    ...(typeof permissionMode === "string" && permissive.has(permissionMode) ? [folderSettingsText.mode(getModeLabel(permissionMode))] : []),
    ...(await folderRisk(own.workingDirectory, root)),
  ];
}

/** A working folder that lies outside, through a link too. What it leads to is part of the line: another target asks again. */
async function folderRisk(directory: unknown, root: string): Promise<string[]> {
  if (typeof directory !== "string" || directory === "") return [];
  const absolute = path.resolve(root, directory);
  const isElsewhere = isOnOtherMachine(absolute) && !isOnOtherMachine(root);
  // To look at another machine tells it who the user is.
  const real = isElsewhere ? absolute : await resolveRealPath(absolute);
  if (!isElsewhere && isWithin(real, await resolveRealPath(root))) return [];
  return [real === absolute ? folderSettingsText.workingFolder(escapePath(absolute)) : folderSettingsText.linkedFolder(escapePath(absolute), escapePath(real))];
}
