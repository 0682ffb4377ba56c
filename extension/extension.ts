import { randomUUID } from "node:crypto";
import os from "node:os";
import * as vscode from "vscode";
import type { Clock } from "./base/clock.ts";
import { toDisposable } from "./base/disposable.ts";
import { VersionCheck } from "./cli/cliVersion.ts";
import { makeEnvironment } from "./cli/environment.ts";
import { SavedTranscripts } from "./cli/savedTranscripts.ts";
import { ClaudeStarter } from "./cli/startClaude.ts";
import { approveCommand } from "./commands/approve.ts";
import { approveAlwaysCommand } from "./commands/approveAlways.ts";
import { chooseProgramCommand } from "./commands/chooseProgram.ts";
import { registerCommands } from "./commands/command.ts";
import { copyLastReplyCommand } from "./commands/copyLastReply.ts";
import { denyCommand } from "./commands/deny.ts";
import { focusCommand } from "./commands/focus.ts";
import { logInCommand } from "./commands/logIn.ts";
import { newConversationCommand } from "./commands/newConversation.ts";
import { openSettingsCommand } from "./commands/openSettings.ts";
import { retryCommand } from "./commands/retry.ts";
import { reviewAcceptCommand } from "./commands/reviewAccept.ts";
import { reviewOpenCommand } from "./commands/reviewOpen.ts";
import { reviewRejectCommand } from "./commands/reviewReject.ts";
import { rewindCommand } from "./commands/rewind.ts";
import { selectModelCommand } from "./commands/selectModel.ts";
import { selectPermissionModeCommand } from "./commands/selectPermissionMode.ts";
import { showLogCommand } from "./commands/showLog.ts";
import { stopCommand } from "./commands/stop.ts";
import { ContextKeys } from "./editor/contextKeys.ts";
import { DiffReview } from "./editor/diffReview.ts";
import { editorFiles } from "./editor/editorFiles.ts";
import { openFile, openLink } from "./editor/openPlace.ts";
import { SavedFile } from "./editor/savedFile.ts";
import { goodSetting, readSetting, readStartSettings } from "./editor/settings.ts";
import { chooseWorkingFolder, otherRoots } from "./editor/workingFolder.ts";
import { Chat, type SavedChat } from "./panel/chat.ts";
import { ChatView, chatViewId } from "./panel/chatView.ts";
import { describeFailure } from "./panel/failureText.ts";
import { readPanelOptions } from "./panel/panelOptions.ts";
import { Conversation } from "./session/conversation.ts";

const clock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return toDisposable(() => clearTimeout(timer));
  },
};

let running: Chat | undefined;

/** Builds every object and wires them; no logic. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Tandem", { log: true });
  const clientVersion: string = context.extension.packageJSON.version;
  const environment = (): Record<string, string> => makeEnvironment({ inherited: process.env, extra: readSetting("environment"), clientVersion });
  const transcripts = new SavedTranscripts(environment);
  const starter = new ClaudeStarter({
    isTrusted: () => vscode.workspace.isTrusted,
    environment,
    settings: (folder, mode) => ({ ...readStartSettings(vscode.Uri.file(folder), mode, process.env), additionalDirectories: otherRoots(folder) }),
    saved: transcripts,
    clock,
    versions: new VersionCheck(),
  });

  const saved = new SavedFile<SavedChat>(context.storageUri ?? context.globalStorageUri, "chat.json", log);
  const chat = new Chat({
    makeConversation: (options) =>
      new Conversation({ launcher: starter, files: editorFiles, describeFailure, clock, logger: log, newId: randomUUID, ...options }),
    chooseFolder: () => chooseWorkingFolder(os.homedir()),
    history: transcripts,
    load: () => saved.load(),
    save: (chat) => saved.save(chat),
  });
  running = chat;
  const review = new DiffReview();
  const panelOptions = () => readPanelOptions(process.env, goodSetting("chat.sendKey", "enter", log));
  const view = new ChatView({ chat, extension: context.extensionUri, clock, logger: log, panelOptions, openFile, openLink });
  const contextKeys = new ContextKeys();

  context.subscriptions.push(
    log,
    review,
    view,
    vscode.window.registerWebviewViewProvider(chatViewId, view),
    chat.onDidReplace((conversation) => contextKeys.follow(conversation, review)),
    contextKeys,
    vscode.workspace.onDidGrantWorkspaceTrust(() => void chat.restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("tandem.chat")) view.refreshOptions();
    }),
    registerCommands(
      [
        focusCommand(view),
        newConversationCommand(chat, view),
        stopCommand(chat),
        rewindCommand(chat, view),
        approveCommand(chat, view),
        approveAlwaysCommand(chat),
        denyCommand(chat),
        reviewOpenCommand(chat, review),
        reviewAcceptCommand(chat, review),
        reviewRejectCommand(chat, review),
        selectModelCommand(chat),
        selectPermissionModeCommand(chat),
        copyLastReplyCommand(chat),
        showLogCommand(log),
        openSettingsCommand(context.extension.id),
        retryCommand(chat),
        chooseProgramCommand(chat),
        logInCommand(() => starter.inTerminal(chat.conversation?.state.folder || os.homedir())),
      ],
      log,
    ),
  );
}

/** Ends the process and waits for it; VS Code gives a few seconds. */
export async function deactivate(): Promise<void> {
  await running?.close();
}
