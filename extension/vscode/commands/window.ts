import * as vscode from "vscode";
import type { AccountActions } from "../../core/conversations/actions/accountActions.ts";
import type { ConversationActions } from "../../core/conversations/actions/conversationActions.ts";
import type { RepositoryActions } from "../../core/conversations/actions/repositoryActions.ts";
import type { TraceActions } from "../../core/conversations/actions/traceActions.ts";
import type { Conversations } from "../../core/conversations/conversations.ts";
import type { Later } from "../../shared/base/later.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import { installCommand } from "../../shared/text/problems.ts";
import { readConversationArgument, readTextArgument } from "./arguments.ts";
import { commandTable } from "./commandTable.ts";

/** The vendor's page about installing `claude` and logging in. */
const setupGuide = "https://code.claude.com/docs/en/setup";

export interface WindowCommandsOptions {
  readonly conversations: Conversations;
  readonly actions: ConversationActions;
  readonly traces: Later<TraceActions>;
  readonly repository: RepositoryActions;
  /** Opens the settings file at the setting that is wrong in a conversation. */
  readonly openSettingsFile: (id: ConversationId | undefined) => Promise<void>;
  /**
   * Lets the user select the executable of `claude`, and saves it. Resolves to whether the conversation uses it now.
   */
  readonly selectProgram: (id: ConversationId | undefined) => Promise<boolean>;
  /** Lets the user select the profile of a folder. */
  readonly selectProfile: () => Promise<void>;
  readonly log: vscode.LogOutputChannel;
  readonly extensionId: string;
  readonly account: Later<AccountActions>;
  /** Lets the user choose the extensions that may use `claude`. */
  readonly manageExtensionAccess: () => Promise<void>;
  /** Lets the user delete what Tandem saved. */
  readonly deleteAllData: () => Promise<void>;
}

/** Returns the commands for the first steps, the executable, the profile, the account, the log and the settings. */
export function createWindowCommands(options: WindowCommandsOptions) {
  const {
    conversations,
    actions,
    repository,
    traces,
    openSettingsFile,
    selectProfile,
    log,
    extensionId,
    account,
    manageExtensionAccess,
    deleteAllData,
  } = options;
  return commandTable({
    chooseProgram: async (argument) => {
      const id = readConversationArgument(conversations, argument);
      if (await options.selectProgram(id)) await actions.retry(id);
    },
    openSetupGuide: () => vscode.env.openExternal(vscode.Uri.parse(setupGuide)),
    copyInstallCommand: () => vscode.env.clipboard.writeText(installCommand),
    updateProgram: (argument) => account.updateProgram(readConversationArgument(conversations, argument)),
    openWalkthrough: () => openWalkthrough(`${extensionId}#start`),
    manageTrust: () => vscode.commands.executeCommand("workbench.trust.manage"),
    openFolder: () => vscode.commands.executeCommand("workbench.action.files.openFolder"),
    useHomeFolder: () => actions.useHomeFolder(),
    selectProfile,
    logIn: (argument) => account.logIn(readConversationArgument(conversations, argument)),
    logOut: (argument) => account.logOut(readConversationArgument(conversations, argument)),
    manageExtensionAccess,
    showLog: () => log.show(),
    deleteAllData,
    recordTrace: (argument) => traces.record(readConversationArgument(conversations, argument)),
    replayTrace: (argument) => traces.replay(readTextArgument(argument)),
    showWholeReplay: (argument) => traces.showAll(readConversationArgument(conversations, argument)),
    "trust.review": (argument) => repository.review(readConversationArgument(conversations, argument)),
    openSettingsFile: (argument) => openSettingsFile(readConversationArgument(conversations, argument)),
    openSettings: () => vscode.commands.executeCommand("workbench.action.openSettings", `@ext:${extensionId}`),
  });
}

/**
 * Opens a walkthrough. The editor marks a step as done when its condition becomes true while it lists the step, not
 * when it is true already (VS Code 1.106 to 1.139): the key in each condition is unset until then.
 */
async function openWalkthrough(id: string): Promise<void> {
  const follow = (isFollowing: boolean) =>
    vscode.commands.executeCommand("setContext", "tandem.followsSteps", isFollowing);
  await follow(false);
  try {
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", id, false);
  } finally {
    await follow(true);
  }
}
