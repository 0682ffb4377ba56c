import { randomUUID } from "node:crypto";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { background } from "./base/background.ts";
import { type Commands, createAllCommands, createCommandRunner } from "./commands/allCommands.ts";
import { createPageActions } from "./commands/pageActions.ts";
import { describeOwnPermissions } from "./configuration/repository/ownPermissions.ts";
import { ControlActions } from "./conversations/actions/controlActions.ts";
import { ConversationActions } from "./conversations/actions/conversationActions.ts";
import { ExportAction } from "./conversations/actions/exportAction.ts";
import { FindActions } from "./conversations/actions/findActions.ts";
import { ForkActions } from "./conversations/actions/forkActions.ts";
import { RepositoryActions } from "./conversations/actions/repositoryActions.ts";
import { RepositoryWatch } from "./conversations/actions/repositoryWatch.ts";
import { RowActions } from "./conversations/actions/rowActions.ts";
import { RuleActions } from "./conversations/actions/ruleActions.ts";
import { TerminalActions } from "./conversations/actions/terminalActions.ts";
import { BaseNote } from "./conversations/baseNote.ts";
import { AttachmentStore } from "./conversations/composer/attachmentStore.ts";
import { Conversations } from "./conversations/conversations.ts";
import { PageHealth } from "./conversations/lifecycle/pageHealth.ts";
import { ListActions } from "./conversations/list/listActions.ts";
import type { SessionSummary } from "./conversations/list/sessionCatalog.ts";
import { WaitingRequests } from "./conversations/requests/waitingRequests.ts";
import { NativeDialogs } from "./editor/dialogs/dialogs.ts";
import { createPanelReports, reportError } from "./editor/dialogs/reportError.ts";
import { ruleDialogs } from "./editor/dialogs/ruleDialogs.ts";
import { findStarters } from "./editor/files/folderFacts.ts";
import { inspectPaths } from "./editor/files/inspectPaths.ts";
import { openFile, openLink } from "./editor/files/openTarget.ts";
import { copyText, insertCode, openCode } from "./editor/files/replyCode.ts";
import { watchRepository } from "./editor/files/repositoryWatch.ts";
import { OpenEditors } from "./editor/files/unsavedFiles.ts";
import { onFirstFolders, WorkingFolders } from "./editor/files/workingFolder.ts";
import { readChatSettings } from "./editor/settings/chatSettings.ts";
import { ChatPanels } from "./panel/chatPanels.ts";
import { ChatView } from "./panel/chatView.ts";
import type { ShowChat } from "./panel/earlyView.ts";
import { EditorTabs } from "./panel/editorTabs.ts";
import type { RunAction } from "./panel/panelActions.ts";
import { readPanelOptions } from "./panel/panelOptions.ts";
import type { PageFailures } from "./panel/startFailures.ts";
import type { PanelParts } from "./panel/webviewPanel.ts";
import { MentionGate } from "./session/prompts/mentionGate.ts";
import { TracedEvents } from "./session/trace/tracedEvents.ts";
import { KeptTexts } from "./storage/keptTexts.ts";
import { readJsonSync } from "./storage/regularFiles.ts";
import { SettingsRules } from "./storage/ruleFiles.ts";
import { openWindowFolder } from "./storage/windowFolder.ts";
import { systemClock as clock } from "./systemClock.ts";
import { CachedServerLogs } from "./transcripts/serverLogs.ts";
import { createApiParts } from "./wiring/apiParts.ts";
import { createCheckpointParts } from "./wiring/checkpointParts.ts";
import { createCliParts } from "./wiring/cliParts.ts";
import { createComposerParts } from "./wiring/composerParts.ts";
import { createFileParts } from "./wiring/fileParts.ts";
import { addGuards } from "./wiring/guardParts.ts";
import { createIdeToolParts } from "./wiring/ideToolParts.ts";
import { createDeleteData } from "./wiring/laterDataParts.ts";
import { createLaterIsolationActions } from "./wiring/laterIsolationParts.ts";
import { createLaterPageParts } from "./wiring/laterPageParts.ts";
import { createLaterAccountActions, createLaterTraceActions } from "./wiring/laterWindowParts.ts";
import { createListParts } from "./wiring/listParts.ts";
import { createRequestParts, type RequestParts } from "./wiring/requestParts.ts";
import { createReviewParts } from "./wiring/reviewParts.ts";
import { createRewindParts } from "./wiring/rewindParts.ts";
import { createSandboxedAction } from "./wiring/sandboxParts.ts";
import { createSavedFiles } from "./wiring/savedFiles.ts";
import { createSettingParts } from "./wiring/settingParts.ts";
import { createTurnParts } from "./wiring/turnParts.ts";
import { createViews } from "./wiring/viewParts.ts";

/** The interface of the loaded extension for its entry, `extension.ts`. */
export interface Host {
  readonly showChat: ShowChat;
  readonly tabs: Pick<EditorTabs, "resolveCustomEditor">;
  /** Runs a command of the manifest; logs and shows its errors. */
  readonly run: (id: string, given: readonly unknown[]) => Promise<void>;
  /** Ends the processes and waits for them. */
  readonly stop: () => Promise<void>;
  readonly forExtensions: ReturnType<typeof createApiParts>;
  readonly callTool: ReturnType<typeof createIdeToolParts>["callTool"];
}

/** Builds every object and connects them. Contains no logic. */
export function startHost(context: vscode.ExtensionContext, log: vscode.LogOutputChannel, failures: PageFailures): Host {
  const { settings, places, follow } = createSettingParts(context, clock, log);
  const saved = createSavedFiles(context, log);
  const cli = createCliParts(context, { settings, places, saved }, clock, log);
  const { environment, config, profiles, listAllSecrets, trust, secrets, servers, transcripts, starter, recorder, terminals, live, isolation } = cli;
  const own = openWindowFolder({
    workspace: context.storageUri?.fsPath,
    shared: context.globalStorageUri.fsPath,
    memory: context.workspaceState,
    newId: randomUUID,
  });
  const folders = new WorkingFolders(os.homedir(), trust, settings, context.workspaceState);
  const editors = new OpenEditors(cli.folderSettings);
  const attachments = new AttachmentStore(saved.open(path.join(own.path, "attachments")), randomUUID);
  const texts = new KeptTexts(path.join(context.globalStorageUri.fsPath, "texts"));
  const files = createCheckpointParts({ ...cli, context, settings, clock, log, listDeleted: () => listing.sessions.listDeleted() });
  const conversations = new Conversations({
    maxProcesses: () => settings.read("maxRunningConversations", 8),
    launcher: recorder,
    ...{ ...createFileParts(environment, texts), fileHistory: files.historyOf },
    unsavedFiles: editors,
    folders,
    profiles,
    history: transcripts,
    ...{ live, isolation: isolation.view },
    store: saved.open(own.path),
    shown: saved.openShared("shown"),
    attachments,
    onStoredPermissions: (folder, stored) => background(trust.acknowledge(describeOwnPermissions(folder, stored)), log, "remembering given permissions"),
    clock,
    logger: cli.maskedLog,
    newId: randomUUID,
  });
  const { newFilter, list, recordings, ...listing } = createListParts({ ...cli, settings, conversations, context, saved, clock, log });
  const { ripgrep, filter } = listing;
  const dialogs = new NativeDialogs(newFilter, settings, (refusal) => panels.say(refusal));
  const ofSettings = follow({ ...cli, conversations, list, applyServers: (...given) => applyServers(...given) });
  const review = createReviewParts({
    ...{ conversations, clock, dialogs },
    comments: saved.open(path.join(own.path, "comments")),
    opening: (folder) => cli.folderSettings.read("diff.open", folder),
    warn: (message) => log.warn(message),
  });
  const checkpoints = files.connect(conversations, dialogs);
  const trouble = new PageHealth((error) => reportError("views", error, log));
  const waiting = new WaitingRequests(conversations, clock, log);
  const composer = createComposerParts({
    conversations,
    attachments,
    list,
    read: (key, use) => exports.read(key, use),
    ripgrep,
    config,
    trust,
    dialogs,
    panels: { setDraft: (id, text) => panels.setDraft(id, text), focus: (id) => panels.focus(id) },
    clock,
    extension: context.extensionUri,
  });
  conversations.addParticipant((conversation) => new TracedEvents(recorder, conversation));
  conversations.addParticipant((conversation) => new BaseNote(isolation.readUpdate, conversation));
  conversations.addParticipant((conversation) => new MentionGate(composer.actions.mentions, conversation));
  addGuards({ ...cli, conversations, clock, log });
  const { callTool, showPlanned } = createIdeToolParts({ ...cli, context, conversations, review, terminals: () => composer.terminal.list(), clock, log });
  const parts = (): PanelParts => ({
    conversations,
    waiting,
    clock,
    logger: log,
    panelOptions: (empty) => readPanelOptions(process.env, readChatSettings(settings), empty === undefined ? undefined : findStarters(empty, readJsonSync)),
    trouble,
    ...createPanelReports(dialogs, log),
    actions: {
      ...composer.actions,
      openFile,
      openLink,
      lookForFiles: inspectPaths,
      insertCode,
      openCode,
      copyText,
      find,
      conversations: actions,
      requests,
      ...review.panel,
      rewind,
      forks,
      traces,
      repository,
      run: runAction,
    },
  });
  const view = new ChatView({ conversations, parts });
  const tabs = new EditorTabs({
    extension: context.extensionUri,
    failures,
    conversations,
    parts,
    clock,
    memory: context.workspaceState,
    find: (name) => actions.findListed(name),
    didOpen: (id) => actions.showInTab(id),
    didClose: (id) => actions.closeTab(id),
  });
  const panels = new ChatPanels(conversations, view, tabs);
  const actions: ConversationActions = new ConversationActions(conversations, list, dialogs, panels, folders);
  const { requests, prompts }: RequestParts = createRequestParts({
    ...{ ...cli, ...review, showPlanned, conversations, waiting, dialogs, panels, clock, editors, settings },
  });
  const { rewind, mergeEditors, ...rewinding } = createRewindParts({
    ...{ conversations, dialogs, panels, review, editors, locks: cli.locks, merges: saved.open(path.join(own.path, "merges")), log },
  });
  const isElsewhere = async (session: SessionSummary): Promise<boolean> => (await live.find(session))?.certainty === "certain";
  const find: FindActions = new FindActions(conversations, dialogs, panels, async () =>
    (await import("./editor/conversationTexts.ts")).createConversationSearch(),
  );
  const exports: ExportAction = new ExportAction(conversations, actions, dialogs, clock, cli.maskGiven);
  const forks: ForkActions = new ForkActions(conversations, dialogs, panels, rewind);
  const traces: ReturnType<typeof createLaterTraceActions> = createLaterTraceActions({ context, conversations, recorder, dialogs, panels, clock });
  const repository: RepositoryActions = new RepositoryActions(conversations, trust, dialogs, panels);
  const repositoryWatch = new RepositoryWatch({ conversations, trust, watch: watchRepository, clock });
  const terminal = new TerminalActions({
    conversations,
    list,
    dialogs,
    panels,
    call: (place) => starter.inTerminal(place),
    show: (call, title, sessionId) => terminals.show(call, title, sessionId),
    isElsewhere,
    isWindows: process.platform === "win32",
  });
  const rules = new SettingsRules(config, (file, error) => reportError(file, error, log));
  const controls = new ControlActions(conversations, dialogs);
  const { applyServers, disposables, ...pageParts } = createLaterPageParts({
    ...{ context, failures, conversations, rules, trust, secrets, clock, log, config, places },
    ...{ listSecrets: listAllSecrets, withheld: cli.withheld, checkpoints: files.storage },
    offered: { servers, secrets, isOn: () => settings.read("mcp.offerToEditor", false), admit: (folder) => trust.admit(folder) },
    userSettingsFiles: cli.userSettingsFiles,
    selectOption: (name) => controls.select(name),
    run: (id) => commands[id](),
    prepare: (folder) => starter.prepareServers(folder),
    logs: new CachedServerLogs(environment),
  });
  const isolating = createLaterIsolationActions({ ...cli, mergeEditors, conversations, actions, folders, settings, dialogs, review, clock, log });
  const forExtensions = createApiParts({
    saved,
    folderSettings: cli.folderSettings,
    ...{ context, conversations, launcher: recorder, folders, editors, actions, panels, clock, log },
    ...{ isolation, loadIsolated: isolating.loadIsolated },
  });
  const commands: Commands = createAllCommands({
    conversations,
    actions,
    ...pageParts,
    serverFolder: () => conversations.current?.conversation.state.folder || vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    controls,
    listActions: new ListActions({ ...listing, conversations, list, dialogs, isElsewhere, turnFrom: (id) => actions.turnFrom(id) }),
    filter,
    requests,
    ...review,
    rules: new RuleActions(conversations, rules, ruleDialogs, clock, trust),
    ...{ rewind, rewindPreview: rewinding.preview, comparisons: rewinding.comparisons, checkpoints },
    find,
    ...{ follow: composer.follow, drafts: composer.drafts },
    ...{ forks, terminal, exports, traces, repository },
    ...isolating,
    sandboxed: createSandboxedAction({ conversations, actions, folders, findProblem: cli.findSandbox }),
    rows: new RowActions({ ...composer.actions, conversations, actions, changes: review.changes, dialogs, panels }),
    ...{ panels, log },
    deleteAllData: createDeleteData({ context, saved, conversations, isolated: isolation.folders, files, locks: cli.locks }),
    extensionId: context.extension.id,
    ...{ ...ofSettings, ...forExtensions },
    account: createLaterAccountActions({ conversations, starter, terminals }),
  });
  const runAction: RunAction = createPageActions({ commands, actions, terminal, panels });
  context.subscriptions.push(
    ...[...review.disposables, ...rewinding.disposables],
    terminals,
    ...disposables,
    ...composer.disposables,
    view,
    tabs,
    waiting,
    filter,
    list,
    ...recordings,
    ...ofSettings.disposables,
    ...[repository, repositoryWatch],
    ...createViews({ conversations, profiles, list, filter, waiting, trouble, clock, log, isolation }),
    ...createTurnParts({ ...cli, conversations, clock, idleMinutes: () => settings.read("pauseAfterMinutes", 10), extension: context.extension, log }),
    prompts,
    onFirstFolders(() => actions.onFirstFolders()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => panels.refreshOptions()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => actions.onTrusted()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("tandem.chat") || event.affectsConfiguration("tandem.allowDangerouslySkipPermissions")) panels.refreshOptions();
      if (event.affectsConfiguration("tandem.maxRunningConversations")) conversations.room.startNext();
    }),
  );
  return {
    showChat: (chat, received) => view.show(chat, received),
    tabs,
    forExtensions,
    callTool,
    run: createCommandRunner(commands, log),
    stop: async () => {
      // The claim is released first, because a window that reloads looks for its folder while this window still closes.
      texts.dispose();
      own.claim.dispose();
      await conversations.close();
    },
  };
}
