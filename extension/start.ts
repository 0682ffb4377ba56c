import * as vscode from "vscode";
import { ControlActions } from "./core/conversations/actions/controlActions.ts";
import { ConversationActions } from "./core/conversations/actions/conversationActions.ts";
import { ExportAction } from "./core/conversations/actions/exportAction.ts";
import { FindActions } from "./core/conversations/actions/findActions.ts";
import { ForkActions } from "./core/conversations/actions/forkActions.ts";
import { RepositoryActions } from "./core/conversations/actions/repositoryActions.ts";
import { RepositoryWatch } from "./core/conversations/actions/repositoryWatch.ts";
import { RowActions } from "./core/conversations/actions/rowActions.ts";
import { RuleActions } from "./core/conversations/actions/ruleActions.ts";
import { TerminalActions } from "./core/conversations/actions/terminalActions.ts";
import { TurnActions } from "./core/conversations/actions/turnActions.ts";
import { Banners } from "./core/conversations/banners.ts";
import { PageHealth } from "./core/conversations/lifecycle/pageHealth.ts";
import { ListActions } from "./core/conversations/list/listActions.ts";
import type { SessionSummary } from "./core/conversations/list/sessionCatalog.ts";
import { WaitingRequests } from "./core/conversations/requests/waitingRequests.ts";
import { SettingsRules } from "./node/storage/ruleFiles.ts";
import { CachedServerLogs } from "./node/transcripts/serverLogs.ts";
import { getErrorMessage } from "./shared/base/failure.ts";
import { later } from "./shared/base/later.ts";
import { systemClock as clock, delayClock } from "./systemClock.ts";
import { ChatPanels } from "./vscode/chat/chatPanels.ts";
import type { ShowChat } from "./vscode/chat/earlyView.ts";
import type { EditorTabs } from "./vscode/chat/editorTabs.ts";
import type { PageFailures } from "./vscode/chat/startFailures.ts";
import { type Commands, createAllCommands, createCommandRunner } from "./vscode/commands/allCommands.ts";
import { createPageActions } from "./vscode/commands/pageActions.ts";
import { NativeDialogs } from "./vscode/dialogs/dialogs.ts";
import { reportError } from "./vscode/dialogs/reportError.ts";
import { watchFolderFacts } from "./vscode/files/folderFacts.ts";
import { watchRepository } from "./vscode/files/repositoryWatch.ts";
import { onFirstFolders } from "./vscode/files/workingFolder.ts";
import { createApiParts } from "./wiring/apiParts.ts";
import { createChatParts } from "./wiring/chatParts.ts";
import { createCheckpointParts } from "./wiring/checkpointParts.ts";
import { createCliParts } from "./wiring/cliParts.ts";
import { createComposerParts } from "./wiring/composerParts.ts";
import { createConversationParts } from "./wiring/conversationParts.ts";
import { createIdeToolParts } from "./wiring/ideToolParts.ts";
import { createDeleteData } from "./wiring/laterDataParts.ts";
import { createLaterIsolationActions } from "./wiring/laterIsolationParts.ts";
import { createLaterPageParts } from "./wiring/laterPageParts.ts";
import { createLaterAccountActions, createLaterTraceActions } from "./wiring/laterWindowParts.ts";
import { createListParts } from "./wiring/listParts.ts";
import { addParticipants } from "./wiring/participantParts.ts";
import { createRequestParts } from "./wiring/requestParts.ts";
import { createReviewParts } from "./wiring/reviewParts.ts";
import { createRewindParts } from "./wiring/rewindParts.ts";
import { createSandboxedAction } from "./wiring/sandboxParts.ts";
import { createSavedFiles } from "./wiring/savedFiles.ts";
import { createSettingParts } from "./wiring/settingParts.ts";
import { createTurnParts } from "./wiring/turnParts.ts";
import { createViews } from "./wiring/viewParts.ts";

/** The interface of the loaded extension for its entry, `extension.ts`. */
export interface LoadedExtension {
  readonly showChat: ShowChat;
  readonly tabs: Pick<EditorTabs, "resolveCustomEditor">;
  /** Runs a command of the manifest; logs and shows its errors. */
  readonly run: (id: string, given: readonly unknown[]) => Promise<void>;
  /** Ends the processes and waits for them. */
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
  log: vscode.LogOutputChannel,
  failures: PageFailures,
): LoadedExtension {
  const { follow, ...ofFiles } = createSettingParts(context, clock, log);
  const saved = createSavedFiles(context, log);
  const cli = createCliParts(context, { ...ofFiles, saved }, clock, log);
  const { settings } = cli;
  const files = createCheckpointParts({
    ...cli,
    context,
    clock,
    log,
    listDeleted: () => listing.sessions.listDeleted(),
  });
  const window = createConversationParts({
    context,
    cli,
    source: ofFiles.source,
    saved,
    checkpoints: files,
    clock,
    log,
  });
  const { conversations, folders, editors, attachments } = window;
  const { newFilter, list, recordings, ...listing } = createListParts({
    ...cli,
    conversations,
    context,
    saved,
    clock,
    log,
  });
  const panels = new ChatPanels(conversations);
  const banners = new Banners({
    find: () => panels.shown,
    clock,
    onError: (error) => log.error(`a banner failed: ${getErrorMessage(error)}`),
  });
  const dialogs = new NativeDialogs(newFilter, panels, banners, delayClock);
  const review = createReviewParts({
    ...{ conversations, clock, dialogs },
    comments: window.openOwn("comments"),
    opening: (folder) => settings.read("diff.open", folder),
    warn: (message) => log.warn(message),
  });
  const trouble = new PageHealth((error) => reportError("views", error, log));
  const waiting = new WaitingRequests(conversations, clock, log, delayClock);
  const actions = new ConversationActions(conversations, list, dialogs, panels, folders);
  const turns = new TurnActions(conversations, dialogs, panels);
  const exports = new ExportAction(conversations, actions, dialogs, clock, cli.maskGiven);
  const checkpoints = files.connect(conversations, dialogs);
  const composer = createComposerParts({
    ...{
      ...cli,
      conversations,
      attachments,
      list,
      dialogs,
      panels,
      clock,
      ripgrep: listing.ripgrep,
      extension: context.extensionUri,
    },
    read: (key, use) => exports.read(key, use),
  });
  addParticipants({ ...cli, conversations, mentions: composer.actions.mentions, clock, log });
  const { callTool, showPlanned } = createIdeToolParts({
    ...cli,
    context,
    conversations,
    review,
    terminals: () => composer.terminal.list(),
    clock,
    log,
  });
  const { requests, prompts } = createRequestParts({
    ...{ ...cli, ...review, showPlanned, conversations, waiting, dialogs, panels, editors },
  });
  const { rewind, mergeEditors, ...rewinding } = createRewindParts({
    ...{ conversations, dialogs, panels, review, editors, locks: cli.locks, merges: window.openOwn("merges"), log },
  });
  const isElsewhere = async (session: SessionSummary): Promise<boolean> =>
    (await cli.live.find(session))?.certainty === "certain";
  const find = new FindActions(conversations, dialogs, panels, async () =>
    (await import("./vscode/texts/conversationTexts.ts")).createConversationSearch(),
  );
  const forks = new ForkActions(conversations, dialogs, panels, rewind, {
    read: () => settings.read("chat.editAndResend"),
    remember: (way) => ofFiles.source.write("chat.editAndResend", way, "user"),
  });
  const traces = createLaterTraceActions({ ...cli, context, conversations, dialogs, panels, clock });
  const repository = new RepositoryActions(conversations, cli.trust, dialogs, panels);
  const terminal = new TerminalActions({
    ...{ conversations, list, dialogs, panels, isElsewhere },
    call: (place) => cli.starter.inTerminal(place),
    show: (call, title, sessionId) => cli.terminals.show(call, title, sessionId),
    isWindows: process.platform === "win32",
  });
  const rules = new SettingsRules(cli.config, (file, error) => reportError(file, error, log, dialogs.messages));
  const controls = new ControlActions(conversations, dialogs, () => settings.read("allowDangerouslySkipPermissions"));
  const { applyServers, disposables, ...pageParts } = createLaterPageParts({
    ...{ ...cli, context, failures, conversations, rules, messages: dialogs.messages, clock, log, ...ofFiles },
    ...{ listSecrets: cli.listAllSecrets, measureCheckpoints: files.measure, checkpoints },
    offered: { ...cli, admit: (folder) => cli.trust.admit(folder) },
    selectOption: (name) => controls.select(name),
    run: (id) => commands[id](),
    prepare: (folder) => cli.starter.prepareServers(folder),
    logs: new CachedServerLogs(cli.environment),
  });
  const ofSettings = follow({ ...cli, conversations, list, messages: dialogs.messages, applyServers });
  const isolating = createLaterIsolationActions({
    ...cli,
    mergeEditors,
    conversations,
    actions,
    folders,
    dialogs,
    review,
    clock,
    log,
  });
  const forExtensions = createApiParts({
    ...{ ...cli, saved, context, conversations, launcher: cli.recorder, folders, editors, actions, panels, clock, log },
    loadIsolated: isolating.loadIsolated,
  });
  const commands: Commands = createAllCommands({
    ...{ ...pageParts, ...review, ...isolating, ...ofSettings, ...forExtensions },
    ...{
      conversations,
      actions,
      turns,
      controls,
      requests,
      rewind,
      checkpoints,
      find,
      forks,
      terminal,
      exports,
      traces,
      repository,
      panels,
      log,
    },
    filter: listing.filter,
    ...{
      follow: composer.follow,
      drafts: composer.drafts,
      rewindPreview: rewinding.preview,
      comparisons: rewinding.comparisons,
    },
    serverFolder: () =>
      conversations.current?.conversation.state.folder || vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    listActions: new ListActions({
      ...listing,
      conversations,
      list,
      dialogs,
      isElsewhere,
      turnFrom: (id) => actions.turnFrom(id),
    }),
    rules: new RuleActions(
      conversations,
      rules,
      later(async () => (await import("./vscode/dialogs/ruleDialogs.ts")).ruleDialogs),
      clock,
      cli.trust,
    ),
    sandboxed: createSandboxedAction({
      messages: dialogs.messages,
      conversations,
      actions,
      folders,
      findProblem: cli.findSandbox,
    }),
    rows: new RowActions({ ...composer.actions, conversations, turns, changes: review.changes, dialogs, panels }),
    deleteAllData: createDeleteData({
      context,
      saved,
      conversations,
      isolated: cli.isolation.folders,
      files,
      locks: cli.locks,
    }),
    extensionId: context.extension.id,
    account: createLaterAccountActions({ ...cli, conversations }),
  });
  const { view, tabs } = createChatParts({
    ...{ context, failures, conversations, waiting, trouble, dialogs, settings, panels, clock, log },
    actions: {
      ...{
        ...composer.actions,
        ...review.panel,
        conversations: actions,
        turns,
        requests,
        find,
        rewind,
        forks,
        traces,
        repository,
      },
      run: createPageActions({ commands, actions, terminal, panels }),
    },
  });
  context.subscriptions.push(
    ...[
      ...review.disposables,
      ...rewinding.disposables,
      ...disposables,
      ...composer.disposables,
      ...ofSettings.disposables,
      ...recordings,
    ],
    ...[cli.terminals, view, tabs, waiting, listing.filter, list, repository, prompts],
    new RepositoryWatch({ conversations, trust: cli.trust, watch: watchRepository, clock }),
    ...createViews({ ...cli, ...listing, conversations, list, waiting, trouble, clock, log }),
    ...createTurnParts({
      ...cli,
      conversations,
      clock,
      idleMinutes: () => settings.read("pauseAfterMinutes"),
      extension: context.extension,
      log,
    }),
    onFirstFolders(() => actions.onFirstFolders()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => panels.refreshOptions()),
    watchFolderFacts(log, () => panels.renewStarters()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => actions.onTrusted()),
    settings.onDidChange(({ names }) => {
      if (names.has("allowDangerouslySkipPermissions") || [...names].some((name) => name.startsWith("chat.")))
        panels.refreshOptions();
      if (names.has("maxRunningConversations")) conversations.room.startNext();
    }),
  );
  return {
    showChat: (chat, received) => view.show(chat, received),
    tabs,
    forExtensions,
    callTool,
    run: createCommandRunner(commands, log, dialogs.messages),
    stop: window.stop,
  };
}
