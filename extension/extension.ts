import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import os from "node:os";
import * as vscode from "vscode";
import type { Clock } from "./base/clock.ts";
import { toDisposable } from "./base/disposable.ts";
import { failures } from "./base/failure.ts";
import { VersionCheck } from "./cli/cliVersion.ts";
import { commandFor } from "./cli/command.ts";
import { makeEnvironment } from "./cli/environment.ts";
import { findClaude } from "./cli/findClaude.ts";
import { launchClaude } from "./cli/launchClaude.ts";
import { configFolder, transcriptPath } from "./cli/projectFolder.ts";
import { entryBefore, readTranscript } from "./cli/readTranscript.ts";
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
import { goodSetting, readMcpServers, readPermissionMode, readSetting } from "./editor/settings.ts";
import { chooseWorkingFolder, otherRoots } from "./editor/workingFolder.ts";
import { Chat, type SavedChat } from "./panel/chat.ts";
import { ChatView, chatViewId } from "./panel/chatView.ts";
import { describeFailure } from "./panel/failureText.ts";
import { readPanelOptions } from "./panel/panelOptions.ts";
import { Conversation } from "./session/conversation.ts";
import type { History, Launcher } from "./session/ports.ts";

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
  const versions = new VersionCheck();

  const cliEnvironment = (): Record<string, string> => makeEnvironment({ inherited: process.env, extra: readSetting("environment"), clientVersion });
  const homeOf = (env: Record<string, string>): string => env["HOME"] || env["USERPROFILE"] || os.homedir();
  const transcriptOf = (sessionId: string, folder: string): string => {
    const env = cliEnvironment();
    return transcriptPath(configFolder(env, homeOf(env)), folder, sessionId);
  };

  const launcher: Launcher = {
    async launch({ folder, resume, forkBefore, permissionMode, model }) {
      const uri = vscode.Uri.file(folder);
      const known = resume !== undefined && existsSync(transcriptOf(resume, folder)) ? resume : undefined;
      if (resume !== undefined && known === undefined && forkBefore !== undefined)
        throw failures.requestRefused("fork", "The program has saved nothing of this conversation.", undefined);
      const cutAt = known !== undefined && forkBefore !== undefined ? await entryBefore(transcriptOf(known, folder), forkBefore) : null;
      if (cutAt === undefined) throw failures.requestRefused("fork", "The program's own history does not hold this message.", undefined);
      // Before the first message there is nothing to go on with.
      const isResumed = known !== undefined && (forkBefore === undefined || cutAt !== null);
      const launched = await launchClaude({
        claudePath: readSetting("claudePath", uri),
        environment: readSetting("environment"),
        cwd: folder,
        options: {
          permissionMode: readPermissionMode(uri, permissionMode),
          allowDangerouslySkipPermissions: readSetting("allowDangerouslySkipPermissions"),
          model: model ?? (readSetting("model", uri) || undefined),
          resume: isResumed ? known : undefined,
          forkSession: cutAt !== null,
          resumeSessionAt: cutAt ?? undefined,
          settingSources: ["user", "project", "local"],
          additionalDirectories: otherRoots(folder),
        },
        mcpServers: readMcpServers(uri, process.env),
        clientVersion,
        clock,
        versions,
      });
      return { ...launched, isResumed };
    },
  };
  const history: History = { load: (sessionId, folder) => readTranscript(transcriptOf(sessionId, folder)) };

  const saved = new SavedFile<SavedChat>(context.storageUri ?? context.globalStorageUri, "chat.json", log);
  const chat = new Chat({
    makeConversation: (options) => new Conversation({ launcher, files: editorFiles, describeFailure, clock, logger: log, newId: randomUUID, ...options }),
    chooseFolder: () => chooseWorkingFolder(os.homedir()),
    history,
    isTrusted: () => vscode.workspace.isTrusted,
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
        logInCommand(() => {
          const env = cliEnvironment();
          const folder = chat.conversation?.state.folder || os.homedir();
          const program = findClaude({ setting: readSetting("claudePath", vscode.Uri.file(folder)), env, home: homeOf(env), platform: process.platform });
          const command = commandFor(program, env);
          return { file: command.file, args: command.args, env: { ...env, ...command.env }, cwd: folder };
        }),
      ],
      log,
    ),
  );
}

/** Ends the process and waits for it; VS Code gives a few seconds. */
export async function deactivate(): Promise<void> {
  await running?.close();
}
