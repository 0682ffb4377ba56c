import { randomUUID } from "node:crypto";
import os from "node:os";
import path from "node:path";
import type * as vscode from "vscode";
import type { ConversationOptions } from "../core/conversation/conversationOptions.ts";
import { AttachmentStore } from "../core/conversations/composer/attachmentStore.ts";
import { Conversations } from "../core/conversations/conversations.ts";
import { describeOwnPermissions } from "../core/options/repository/ownPermissions.ts";
import type { ProfileEnvironment } from "../node/processes/environment.ts";
import { KeptTexts } from "../node/storage/keptTexts.ts";
import { openWindowFolder } from "../node/storage/windowFolder.ts";
import { getCurrentConfigFolder } from "../node/transcripts/projectFolder.ts";
import { background } from "../shared/base/background.ts";
import type { Clock } from "../shared/base/clock.ts";
import { editorFiles } from "../vscode/files/editorFiles.ts";
import { OpenEditors } from "../vscode/files/unsavedFiles.ts";
import { WorkingFolders } from "../vscode/files/workingFolder.ts";
import type { CheckpointParts } from "./checkpointParts.ts";
import type { CliParts } from "./cliParts.ts";
import type { SavedFiles } from "./savedFiles.ts";
import type { SettingParts } from "./settingParts.ts";

export interface ConversationPartsOptions {
  readonly context: vscode.ExtensionContext;
  readonly cli: CliParts;
  readonly source: SettingParts["source"];
  readonly saved: SavedFiles;
  readonly checkpoints: CheckpointParts;
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the registry of conversations, and the objects that keep their state for this window. */
export function createConversationParts({
  context,
  cli,
  source,
  saved,
  checkpoints,
  clock,
  log,
}: ConversationPartsOptions) {
  const { trust, settings } = cli;
  const own = openWindowFolder({
    workspace: context.storageUri?.fsPath,
    shared: context.globalStorageUri.fsPath,
    memory: context.workspaceState,
    newId: randomUUID,
  });
  const folders = new WorkingFolders(os.homedir(), trust, settings, context.workspaceState);
  const editors = new OpenEditors(settings, source);
  const openOwn = (name: string) => saved.open(path.join(own.path, name));
  const attachments = new AttachmentStore(openOwn("attachments"), randomUUID);
  const texts = new KeptTexts(path.join(context.globalStorageUri.fsPath, "texts"));
  const conversations = new Conversations({
    files: editorFiles,
    texts,
    paths: createPaths(cli.environment),
    maxProcesses: () => settings.read("maxRunningConversations"),
    launcher: cli.recorder,
    fileHistory: checkpoints.historyOf,
    unsavedFiles: editors,
    folders,
    profiles: cli.profiles,
    history: cli.transcripts,
    live: cli.live,
    isolation: cli.isolation.view,
    store: saved.open(own.path),
    shown: saved.openShared("shown"),
    attachments,
    allowsIsolatedEdits: () => settings.read("isolation.allowEdits"),
    onStoredPermissions: (folder, stored) =>
      background(trust.acknowledge(describeOwnPermissions(folder, stored)), log, "remembering given permissions"),
    clock,
    logger: cli.maskedLog,
    newId: randomUUID,
  });
  return {
    conversations,
    folders,
    editors,
    attachments,
    /** Opens a folder of named texts of this window. */
    openOwn,
    /** Ends the processes and waits for them. */
    stop: async () => {
      // The claim is released first, because a window that reloads looks for its folder while this window still closes.
      texts.dispose();
      own.claim.dispose();
      await conversations.close();
    },
  };
}

/** `environment` returns the environment for a process that starts now under a profile. */
function createPaths(environment: ProfileEnvironment): ConversationOptions["paths"] {
  return {
    home: os.homedir(),
    isWindows: process.platform === "win32",
    configFolder: (profile) => getCurrentConfigFolder(environment, profile),
  };
}
