import { parse } from "jsonc-parser";
import * as vscode from "vscode";
import type { ProfiledFolder } from "../core/conversation/ports/ports.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import type { CheckpointActions } from "../core/conversations/rewind/checkpointActions.ts";
import { StatusReader } from "../core/conversations/status/statusReader.ts";
import { readRegular } from "../node/storage/regularFiles.ts";
import { orLogged } from "../shared/base/background.ts";
import type { CheckpointStorage } from "../shared/contract/pages/statusFacts.ts";
import type { Commands } from "../vscode/commands/allCommands.ts";
import type { Messages } from "../vscode/dialogs/messages.ts";
import { selectOutputStyle } from "../vscode/dialogs/outputStyle.ts";
import { listOtherTools } from "../vscode/ideTools/extensionTools.ts";
import { listInstructions } from "../vscode/mentions/instructionFiles.ts";
import { copyStatus } from "../vscode/pages/copyStatus.ts";
import { createStatusMask } from "../vscode/pages/statusMask.ts";
import { type StatusActions, StatusPage } from "../vscode/pages/statusPage.ts";
import { findSettingsFile } from "../vscode/servers/claudeSettingsFiles.ts";
import { getSettingOrder, ShownSettings, type ShownSettingsOptions } from "../vscode/settings/shownSettings.ts";

export interface StatusPartsOptions extends Pick<ShownSettingsOptions, "settings" | "source"> {
  readonly context: vscode.ExtensionContext;
  readonly conversations: Conversations;
  readonly log: vscode.LogOutputChannel;
  /** Returns the configuration folder of `claude` under a profile. */
  readonly config: (profile?: string) => string;
  /** Returns what must not be shown: the values of environments and servers that the user gave. */
  readonly listSecrets: () => readonly string[];
  readonly measureCheckpoints: () => Promise<CheckpointStorage>;
  readonly checkpoints: Pick<CheckpointActions, "cleanUp">;
  /** Lets the user choose the value of an option for the current conversation. */
  readonly selectOption: (name: string) => Promise<void>;
  readonly run: (command: keyof Commands) => unknown;
  readonly messages: Messages;
}

/** Builds the status page, and the report of the status for the clipboard. */
export function createStatusParts({
  context,
  conversations,
  log,
  config,
  listSecrets,
  settings,
  source,
  measureCheckpoints,
  checkpoints,
  selectOption,
  run,
  messages,
}: StatusPartsOptions) {
  const version: string = context.extension.packageJSON.version;
  const shown = new ShownSettings({
    order: getSettingOrder(context.extension.packageJSON),
    readJson: async (path) => parse(await readRegular(path).catch(() => "")),
    settings,
    source,
  });
  const listAt = async ({ folder, profile }: ProfiledFolder) => listInstructions(folder, config(profile));
  const newReader = (): StatusReader =>
    new StatusReader({
      conversations,
      settings: shown,
      listInstructions: async (place) => (await orLogged(listAt(place), log, "listing instruction files")) ?? [],
      listExtensionTools: listOtherTools,
      measureCheckpoints,
      getSettingsFile: (source, { folder, profile }) => findSettingsFile(source, folder, () => config(profile)),
      logger: log,
    });
  const actions: StatusActions = {
    copy: () => run("status.copy"),
    manageServers: () => run("mcp.manage"),
    manageRules: () => run("permissions.manage"),
    logIn: () => run("logIn"),
    selectOption,
    selectStyle: () => conversations.current && selectOutputStyle(conversations.current.conversation, messages),
    cleanUpCheckpoints: () => checkpoints.cleanUp(),
    openSetting: (name) => vscode.commands.executeCommand("workbench.action.openSettings", `tandem.${name}`),
    openFile: (file) => vscode.window.showTextDocument(vscode.Uri.file(file)),
  };
  const mask = createStatusMask(listSecrets);
  return {
    newPage: () => new StatusPage(newReader(), actions, mask),
    copy: () => copyStatus(newReader(), mask, version),
  };
}
