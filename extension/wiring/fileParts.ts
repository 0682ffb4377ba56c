import os from "node:os";
import type { ConversationOptions } from "../core/conversation/conversationOptions.ts";
import type { TextStore } from "../core/conversation/ports/ports.ts";
import type { ProfileEnvironment } from "../node/processes/environment.ts";
import { getCurrentConfigFolder } from "../node/transcripts/projectFolder.ts";
import { editorFiles } from "../vscode/files/editorFiles.ts";

/**
 * Builds the objects through which conversations access files. `environment` returns the environment
 * for a process that starts now under a profile.
 */
export function createFileParts(environment: ProfileEnvironment, texts: TextStore) {
  return {
    files: editorFiles,
    texts,
    paths: {
      home: os.homedir(),
      isWindows: process.platform === "win32",
      configFolder: (profile) => getCurrentConfigFolder(environment, profile),
    },
  } satisfies Partial<ConversationOptions>;
}
