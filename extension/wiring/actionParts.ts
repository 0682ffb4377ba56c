import type * as vscode from "vscode";
import { ControlActions } from "../core/conversations/actions/controlActions.ts";
import { ConversationActions } from "../core/conversations/actions/conversationActions.ts";
import { FindActions } from "../core/conversations/actions/findActions.ts";
import { RepositoryActions } from "../core/conversations/actions/repositoryActions.ts";
import { TerminalActions } from "../core/conversations/actions/terminalActions.ts";
import { TurnActions } from "../core/conversations/actions/turnActions.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import { SandboxedAction } from "../core/conversations/isolation/sandboxedAction.ts";
import type { ConversationList } from "../core/conversations/list/conversationList.ts";
import { ListActions, type ListActionsOptions } from "../core/conversations/list/listActions.ts";
import type { SessionSummary } from "../core/conversations/list/sessionCatalog.ts";
import type { Folders } from "../core/conversations/ports.ts";
import { SettingsRules } from "../node/storage/ruleFiles.ts";
import type { Clock } from "../shared/base/clock.ts";
import { later, once } from "../shared/base/later.ts";
import type { ChatPanels } from "../vscode/chat/chatPanels.ts";
import type { NativeDialogs } from "../vscode/dialogs/dialogs.ts";
import { reportError } from "../vscode/dialogs/reportError.ts";
import { createSandboxDialogs } from "../vscode/dialogs/sandboxDialogs.ts";
import type { CheckpointParts } from "./checkpointParts.ts";
import type { CliParts } from "./cliParts.ts";
import type { Keep } from "./keepIn.ts";

export interface ActionPartsOptions
  extends CliParts,
    Pick<ListActionsOptions, "conversations" | "list" | "sessions" | "pins" | "rewound"> {
  readonly context: vscode.ExtensionContext;
  readonly keep: Keep;
  readonly conversations: Conversations;
  readonly checkpointFiles: Pick<CheckpointParts, "noteSave">;
  readonly list: ConversationList;
  readonly folders: Folders;
  readonly dialogs: NativeDialogs;
  readonly panels: ChatPanels;
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the actions on conversations, without those on requests, files and servers. */
export function createActionParts(options: ActionPartsOptions) {
  const { conversations, list, folders, dialogs, panels, settings, trust, clock, log } = options;
  const actions = new ConversationActions({ conversations, list, dialogs, panels, folders });
  const isElsewhere = async (session: SessionSummary): Promise<boolean> =>
    (await options.live.find(session))?.certainty === "certain";
  const ruleFiles = new SettingsRules(
    options.config,
    (file, error) => reportError(file, error, log, dialogs.messages),
    options.checkpointFiles.noteSave,
  );
  const loadExports = once(async () => {
    const { ExportAction } = await import("../core/conversations/actions/exportAction.ts");
    return new ExportAction({ conversations, actions, dialogs, clock, mask: options.maskGiven });
  });
  return {
    actions,
    turns: new TurnActions(conversations, dialogs, panels),
    controls: new ControlActions(conversations, dialogs, () => settings.read("allowDangerouslySkipPermissions")),
    loadExports,
    exports: later(loadExports),
    find: new FindActions({
      conversations,
      dialogs,
      panels,
      loadSearching: async () => (await import("../vscode/texts/conversationTexts.ts")).createConversationSearch(),
    }),
    repository: options.keep(new RepositoryActions({ conversations, trust, dialogs, panels })),
    terminal: new TerminalActions({
      conversations,
      list,
      dialogs,
      panels,
      isElsewhere,
      call: (place) => options.starter.inTerminal(place),
      show: (call, title, sessionId) => options.terminals.show(call, title, sessionId),
      isWindows: process.platform === "win32",
    }),
    listActions: new ListActions({ ...options, isElsewhere, turnFrom: (id) => actions.turnFrom(id) }),
    ruleFiles,
    rules: later(async () =>
      (await import("./ruleParts.ts")).createRules({ conversations, files: ruleFiles, clock, trust }, dialogs.messages),
    ),
    sandboxed: new SandboxedAction({
      conversations,
      actions,
      folders,
      dialogs: createSandboxDialogs(dialogs.messages),
      findProblem: options.findSandbox,
    }),
    traces: later(async () => (await import("./traceParts.ts")).createTraceActions(options)),
    account: later(async () => (await import("./accountParts.ts")).createAccountActions(options)),
  };
}
