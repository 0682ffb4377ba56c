import fs from "node:fs";
import os from "node:os";
import { parse } from "jsonc-parser";
import * as vscode from "vscode";
import type { ProfiledFolder } from "../core/conversation/ports/ports.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import type { CheckpointActions } from "../core/conversations/rewind/checkpointActions.ts";
import { StatusReader } from "../core/conversations/status/statusReader.ts";
import { readRegular } from "../node/storage/regularFiles.ts";
import { orLogged } from "../shared/base/background.ts";
import { createMask } from "../shared/base/maskSecrets.ts";
import type { CheckpointStorage } from "../shared/contract/pages/statusFacts.ts";
import type { StatusContent } from "../shared/contract/pages/statusPage.ts";
import { maskStatus } from "../shared/pages/status/maskStatus.ts";
import { getStatusContent, statusPageText } from "../shared/pages/status/statusPage.ts";
import { formatStatusReport } from "../shared/pages/status/statusReport.ts";
import type { Commands } from "../vscode/commands/allCommands.ts";
import type { Messages } from "../vscode/dialogs/messages.ts";
import { selectOutputStyle } from "../vscode/dialogs/outputStyle.ts";
import { listOtherTools } from "../vscode/ideTools/extensionTools.ts";
import { listInstructions } from "../vscode/mentions/instructionFiles.ts";
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
  const { packageJSON } = context.extension;
  const shown = new ShownSettings({
    order: getSettingOrder(packageJSON),
    readJson: async (path) => parse(await readRegular(path).catch(() => "")),
    settings,
    source,
  });
  const newReader = (): StatusReader =>
    new StatusReader({
      conversations,
      settings: shown,
      listInstructions: async (place) => (await orLogged(listAt(place), log, "listing instruction files")) ?? [],
      listExtensionTools: listOtherTools,
      measureCheckpoints,
      getSettingsFile,
      logger: log,
    });
  // A wrong setting of the environment must not keep the status from being shown.
  const getSettingsFile = (source: string, { folder, profile }: ProfiledFolder): string | undefined => {
    try {
      return findSettingsFile(source, folder, () => config(profile));
    } catch {
      return undefined;
    }
  };
  const listAt = async ({ folder, profile }: ProfiledFolder): ReturnType<typeof listInstructions> =>
    listInstructions(folder, config(profile));
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
  let secrets: readonly string[] = [];
  const mask = createMask(() => secrets);
  const maskAll = (content: StatusContent): StatusContent => {
    secrets = listSecrets();
    return maskStatus(content, mask);
  };
  return {
    newPage: () => new StatusPage(newReader(), actions, maskAll),
    copy: async () => {
      const reader = newReader();
      await reader.whenAnswered();
      const report = formatStatusReport(maskAll(getStatusContent(reader.facts)), {
        tandem: packageJSON.version,
        editor: `${vscode.env.appName} ${vscode.version}`,
        platform: `${process.platform} ${process.arch}`,
        homes: [fs.realpathSync(os.homedir()), os.homedir()],
      });
      reader.dispose();
      await vscode.env.clipboard.writeText(report);
      void vscode.window.showInformationMessage(statusPageText.copied());
    },
  };
}
