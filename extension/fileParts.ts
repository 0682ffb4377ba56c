import os from "node:os";
import { DiskFolderStates } from "./cli/folderStates.ts";
import { currentConfigFolder } from "./cli/projectFolder.ts";
import { editorFiles } from "./editor/editorFiles.ts";
import { gitProgram } from "./editor/git.ts";
import type { ConversationOptions } from "./session/conversationOptions.ts";

/** Builds what conversations know of files. No logic. `environment`: that of a program which starts now. */
export function fileParts(environment: () => Readonly<Record<string, string>>) {
  return {
    files: editorFiles,
    folderStates: new DiskFolderStates(() => gitProgram().catch(() => undefined)),
    paths: { home: os.homedir(), isWindows: process.platform === "win32", configFolder: () => currentConfigFolder(environment) },
  } satisfies Partial<ConversationOptions>;
}
