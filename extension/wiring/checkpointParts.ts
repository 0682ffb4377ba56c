import { randomUUID } from "node:crypto";
import path from "node:path";
import type * as vscode from "vscode";
import type { MakeParticipant, ParticipantContext } from "../core/conversation/ports/participant.ts";
import { getFileWriting, getToolKind } from "../core/conversation/tools/describeCall.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import { watchOpenNames } from "../core/conversations/lifecycle/workWatch.ts";
import type { SessionStore } from "../core/conversations/list/sessionCatalog.ts";
import type { Notifier } from "../core/conversations/ports.ts";
import { CheckpointActions } from "../core/conversations/rewind/checkpointActions.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import { CheckpointParticipant } from "../node/checkpoints/checkpointParticipant.ts";
import { ConversationFiles } from "../node/checkpoints/conversationFiles.ts";
import { FolderStores } from "../node/checkpoints/folderStores.ts";
import { OpenHistories } from "../node/checkpoints/openHistories.ts";
import { OpenConversations } from "../node/checkpoints/points/openConversations.ts";
import { background } from "../shared/base/background.ts";
import type { Clock } from "../shared/base/clock.ts";
import type { Disposable } from "../shared/base/disposable.ts";
import { escapePath } from "../shared/base/invisible.ts";
import { createCheckpointDialogs } from "../vscode/dialogs/checkpointDialogs.ts";
import type { Messages } from "../vscode/dialogs/messages.ts";
import { resolveRealPath } from "../vscode/files/diskPaths.ts";
import { findGitProgram } from "../vscode/files/git.ts";
import { onFileOperation, onSave } from "../vscode/files/userChanges.ts";
import { getRoots } from "../vscode/ideTools/insideFiles.ts";
import type { IsolationParts } from "./isolationParts.ts";

export interface CheckpointPartsOptions {
  readonly context: vscode.ExtensionContext;
  readonly isolation: Pick<IsolationParts, "view">;
  readonly settings: FolderSettings;
  /** Returns the configuration folders of `claude`; relative ones lie in the working folder. */
  readonly listConfigFolders: () => readonly string[];
  readonly listDeleted: SessionStore["listDeleted"];
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

export type CheckpointParts = ReturnType<typeof createCheckpointParts>;

/** Builds the objects that record the files of conversations. */
export function createCheckpointParts(options: CheckpointPartsOptions) {
  const { context, settings, listDeleted, log } = options;
  const run = randomUUID();
  const opened = new OpenConversations({
    folder: path.join(context.globalStorageUri.fsPath, "open-conversations"),
    run,
    listDeleted,
    logger: log,
  });
  const place = path.join(context.globalStorageUri.fsPath, "checkpoints");
  const stores = createStores(place, opened, options);
  const { histories, participant } = createRecorders(options, stores, run);
  return {
    historyOf: (conversation: ParticipantContext) => histories.of(conversation),
    /** Notes a file of a workspace that Tandem changes for the user. */
    noteSave: (file: string) => histories.noteSave(file),
    isOpenElsewhere: () => opened.isOpenElsewhere(),
    /** Returns the size of all checkpoints in bytes, and their folder. */
    measure: async () => ({ bytes: await stores.measure(), place: stores.place }),
    /** Lets checkpoints be taken in all conversations. Returns the actions of the user. */
    connect: (conversations: Conversations, dialogs: Notifier & { readonly messages: Messages }): CheckpointActions => {
      conversations.addParticipant(participant);
      context.subscriptions.push(...followFiles(conversations, histories, opened, log));
      return new CheckpointActions({
        conversations,
        stores,
        isEnabled: (folder) => settings.read("checkpoints.enabled", folder),
        dialogs: createCheckpointDialogs((refusal) => dialogs.say(refusal), dialogs.messages),
      });
    },
  };
}

/** Builds the histories of files, and the participant that adds to that of its conversation. */
function createRecorders(
  { isolation, settings, clock, log }: CheckpointPartsOptions,
  stores: FolderStores,
  run: string,
): { readonly histories: OpenHistories; readonly participant: MakeParticipant } {
  const isOn = (conversation: ParticipantContext): boolean =>
    settings.read("checkpoints.enabled", conversation.state().folder);
  const includesShellChanges = (conversation: ParticipantContext): boolean =>
    settings.read("checkpoints.includeShellChanges", conversation.state().folder);
  const histories = new OpenHistories(
    (conversation) =>
      new ConversationFiles({
        conversation,
        stores,
        // A rewind in an isolated folder concerns that folder alone.
        workspaceFolders: () => (isolation.view(conversation.state().folder) ? [] : getRoots()),
        resolveRealPath,
        now: () => clock.now(),
        newId: randomUUID,
        run,
        isFollowingCalls: () => isOn(conversation) && includesShellChanges(conversation),
        logger: log,
      }),
  );
  const participant: MakeParticipant = (conversation) =>
    new CheckpointParticipant({
      conversation,
      files: histories.of(conversation),
      clock,
      isEnabled: () => isOn(conversation),
      includesShellChanges: () => includesShellChanges(conversation),
      getWriting: getFileWriting,
      isAgent: (tool) => getToolKind(tool) === "agent",
      logger: log,
    });
  return { histories, participant };
}

function createStores(
  place: string,
  opened: OpenConversations,
  { settings, listConfigFolders, clock, log }: CheckpointPartsOptions,
): FolderStores {
  return new FolderStores({
    place,
    findGit: findGitProgram,
    limits: (folder) => ({
      maxFileBytes: settings.read("checkpoints.maxFileMegabytes", folder) * 1024 * 1024,
      maxFiles: settings.read("checkpoints.maxFiles", folder),
      include: settings.read("checkpoints.include", folder),
      configFolders: listConfigFolders().map((at) => path.resolve(folder, at)),
    }),
    retention: async () => ({
      now: clock.now(),
      maxAgeMs: settings.read("checkpoints.maxAgeDays") * 24 * 60 * 60 * 1000,
      maxStoreBytes: settings.read("checkpoints.maxStoreMegabytes") * 1024 * 1024,
      isOpen: await opened.read(),
    }),
    logger: log,
    now: () => clock.now(),
    onRecovered: (folder, { kind }) => log.info(`an interrupted restore in ${escapePath(folder)} ended: ${kind}`),
  });
}

/** Tells the histories which files the user writes, and which conversations are open. */
function followFiles(
  conversations: Conversations,
  histories: OpenHistories,
  opened: OpenConversations,
  log: vscode.LogOutputChannel,
): readonly Disposable[] {
  return [
    onFileOperation((file) => histories.noteSave(file)),
    onSave((file, isByUser) => {
      if (isByUser) histories.noteSave(file);
      for (const { conversation } of conversations.all) conversation.edits.written.noteSave(file);
    }),
    watchOpenNames(conversations, (names) => background(opened.note(names), log, "noting the open conversations")),
    conversations.changes.on({ deltas: ["restored"] }, ({ id }) =>
      background(histories.finishInterrupted(id), log, "finishing an interrupted restore"),
    ),
    conversations.onDidChangeList(() => histories.keep((id) => conversations.get(id) !== undefined)),
  ];
}
