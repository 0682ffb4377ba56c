import type { ConversationActions } from "../conversations/conversationActions.ts";
import type { DraftActions } from "../conversations/draftActions.ts";
import type { RewindAction } from "../conversations/rewindAction.ts";
import type { WindowActions } from "../panel/panelActions.ts";
import type { allCommands } from "./allCommands.ts";

/** What a panel has done that is also a command: for its own conversation, where it concerns one. */
export function windowActionsOf(
  commands: ReturnType<typeof allCommands>,
  actions: ConversationActions,
  rewind: RewindAction,
  drafts: DraftActions,
): WindowActions {
  return {
    selectModel: (id, typed) => actions.controls.selectModel(id, typed),
    selectEffort: (id, typed) => actions.controls.selectEffort(id, typed),
    selectThinking: (id, typed) => actions.controls.selectThinking(id, typed),
    selectFastMode: (id, typed) => actions.controls.selectFastMode(id, typed),
    editMessage: (id) => drafts.edit(id),
    promptHistory: (id) => drafts.takeEarlier(id),
    compact: (id) => actions.compact(id),
    selectMode: (id, typed) => actions.controls.selectMode(id, typed),
    cycleMode: (id) => actions.controls.cycleMode(id),
    retry: (id) => actions.retry(id),
    newConversation: () => actions.startNew(),
    rename: (id, title) => commands.renameConversation.run(id, title),
    chooseProgram: () => commands.chooseProgram.run(),
    logIn: () => commands.logIn.run(),
    showLog: () => commands.showLog.run(),
    openSettings: () => commands.openSettings.run(),
    rewind: (id) => rewind.run(id),
    export: (id) => commands.exportConversation.run(id),
    openConversation: () => commands.openConversation.run(),
    managePermissions: () => commands["permissions.manage"].run(),
    continueInTerminal: (id) => commands.continueInTerminal.offer(id),
    askAside: (id) => actions.explainAside(id),
    showStatus: (id) => actions.showStatus(id),
    showServers: (id) => actions.showServers(id),
  };
}
