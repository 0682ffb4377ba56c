import type * as vscode from "vscode";
import { systemClock as clock } from "./systemClock.ts";
import type { ShowChat } from "./vscode/chat/earlyView.ts";
import type { EditorTabs } from "./vscode/chat/editorTabs.ts";
import type { ChatFailures } from "./vscode/chat/startFailures.ts";
import { type Commands, createCommandRunner } from "./vscode/commands/allCommands.ts";
import { createPageActions } from "./vscode/commands/pageActions.ts";
import { createMaskedChannel } from "./vscode/maskedChannel.ts";
import { createActionParts } from "./wiring/actionParts.ts";
import { createApiParts } from "./wiring/apiParts.ts";
import { createChatParts } from "./wiring/chatParts.ts";
import { createCheckpointParts } from "./wiring/checkpointParts.ts";
import { createCliParts } from "./wiring/cliParts.ts";
import { createCommands } from "./wiring/commandParts.ts";
import { createComposerParts } from "./wiring/composerParts.ts";
import { createConversationParts } from "./wiring/conversationParts.ts";
import { createDialogParts } from "./wiring/dialogParts.ts";
import { createIdeToolParts } from "./wiring/ideToolParts.ts";
import { keepIn } from "./wiring/keepIn.ts";
import { createLaterIsolationActions } from "./wiring/laterIsolationParts.ts";
import { createLaterPageParts } from "./wiring/laterPageParts.ts";
import { createListParts } from "./wiring/listParts.ts";
import { addParticipants } from "./wiring/participantParts.ts";
import { createRequestParts } from "./wiring/requestParts.ts";
import { createReviewParts } from "./wiring/reviewParts.ts";
import { createRewindParts } from "./wiring/rewindParts.ts";
import { createSavedFiles } from "./wiring/savedFiles.ts";
import { createSettingParts } from "./wiring/settingParts.ts";
import { createWindowParts } from "./wiring/windowParts.ts";

/** The interface of the loaded extension for its entry, `extension.ts`. */
export interface LoadedExtension {
  readonly showChat: ShowChat;
  readonly tabs: Pick<EditorTabs, "resolveCustomEditor">;
  /** Runs a command of the manifest; logs and shows its errors. */
  readonly run: (id: string, given: readonly unknown[]) => Promise<void>;
  /** Ends the processes and waits for them, and for all texts. */
  readonly stop: () => Promise<void>;
  readonly forExtensions: ReturnType<typeof createApiParts>;
  readonly callTool: ReturnType<typeof createIdeToolParts>["callTool"];
}

/**
 * Builds every object and connects them, in the order in which they need each other. Contains no logic. Two functions
 * reach to what is built later: the deleted conversations for the clean-up of checkpoints, and the commands for the
 * buttons of pages.
 */
export function startHost(
  context: vscode.ExtensionContext,
  channel: vscode.LogOutputChannel,
  failures: ChatFailures,
): LoadedExtension {
  const { log, maskWith } = createMaskedChannel(channel);
  const host = { context, keep: keepIn(context), clock, log };
  const { follow, ...settingParts } = createSettingParts(context, clock, log);
  const saved = createSavedFiles(context, log);
  const cli = createCliParts(context, { ...settingParts, saved }, clock, channel);
  maskWith(cli.maskLog);
  const checkpointFiles = createCheckpointParts({
    ...cli,
    ...host,
    listDeleted: () => listParts.sessions.listDeleted(),
  });
  const conversationParts = createConversationParts({
    ...host,
    cli,
    source: settingParts.source,
    saved,
    checkpoints: checkpointFiles,
  });
  const { conversations, folders, editors } = conversationParts;
  const { newFilter, ...listParts } = createListParts({ ...cli, ...host, conversations, saved });
  const { list } = listParts;
  const { panels, dialogs, trouble, waiting } = createDialogParts({ ...host, conversations, newFilter });
  const common = {
    ...cli,
    ...host,
    ...settingParts,
    saved,
    checkpointFiles,
    conversations,
    folders,
    editors,
    list,
    dialogs,
    panels,
  };
  const review = createReviewParts({
    ...common,
    comments: conversationParts.openOwn("comments"),
    opening: (folder) => cli.settings.read("diff.open", folder),
    warn: (message) => log.warn(message),
  });
  const actionParts = createActionParts({ ...common, ...listParts });
  const { actions } = actionParts;
  const checkpoints = checkpointFiles.connect(conversations, dialogs);
  const composer = createComposerParts({
    ...common,
    attachments: conversationParts.attachments,
    ripgrep: listParts.ripgrep,
    extension: context.extensionUri,
    read: async (key, use) => (await actionParts.loadExports()).read(key, use),
  });
  addParticipants({ ...common, mentions: composer.actions.mentions });
  const { callTool, showPlanned } = createIdeToolParts({
    ...common,
    review,
    terminals: () => composer.terminal.list(),
  });
  const { requests } = createRequestParts({ ...common, ...review, showPlanned, waiting });
  const rewindParts = createRewindParts({ ...common, review, merges: conversationParts.openOwn("merges") });
  const { applyServers, ...pageParts } = createLaterPageParts({
    ...common,
    failures,
    checkpoints,
    rules: actionParts.ruleFiles,
    messages: dialogs.messages,
    listSecrets: cli.listAllSecrets,
    measureCheckpoints: checkpointFiles.measure,
    offered: { ...cli, admit: (folder) => cli.trust.admit(folder) },
    selectOption: (name) => actionParts.controls.select(name),
    run: (id) => commands[id](),
    prepare: (folder) => cli.starter.prepareServers(folder),
  });
  const settingActions = follow({ ...common, messages: dialogs.messages, applyServers });
  const { mergeEditors } = rewindParts;
  const isolationActions = createLaterIsolationActions({ ...common, actions, mergeEditors, review });
  const { loadIsolated } = isolationActions;
  const forExtensions = createApiParts({
    ...common,
    launcher: cli.recorder,
    actions,
    loadIsolated,
  });
  const commands: Commands = createCommands({
    ...common,
    ...actionParts,
    ...rewindParts,
    ...pageParts,
    ...review,
    ...isolationActions,
    ...settingActions,
    ...forExtensions,
    requests,
    checkpoints,
    composer,
    filter: listParts.filter,
  });
  const { view, tabs } = createChatParts({
    ...common,
    failures,
    waiting,
    trouble,
    actions: {
      ...composer.actions,
      ...review.panel,
      ...actionParts,
      ...rewindParts,
      conversations: actions,
      requests,
      run: createPageActions({ ...actionParts, commands, panels }),
    },
  });
  createWindowParts({ ...common, ...listParts, actions, waiting, trouble });
  return {
    tabs,
    forExtensions,
    callTool,
    stop: () => conversationParts.stop().then(saved.flush),
    showChat: (chat, received) => view.show(chat, received),
    run: createCommandRunner(commands, log, dialogs.messages),
  };
}
