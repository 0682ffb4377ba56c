import os from "node:os";
import type * as vscode from "vscode";
import type { Conversations } from "../core/conversations/conversations.ts";
import type { ConversationList } from "../core/conversations/list/conversationList.ts";
import type { RepositoryTrust } from "../core/conversations/repositoryTrust.ts";
import { SettingsFollower, type SettingsFollowerOptions } from "../core/conversations/settingsFollower.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import { readRegular } from "../node/storage/regularFiles.ts";
import type { Clock } from "../shared/base/clock.ts";
import { getErrorMessage } from "../shared/base/failure.ts";
import type { ConversationId } from "../shared/contract/ids.ts";
import { Messages } from "../vscode/dialogs/messages.ts";
import { EditorSettings } from "../vscode/settings/editorSettings.ts";
import { ProblemPlaces } from "../vscode/settings/problemPlaces.ts";
import { selectProfile } from "../vscode/settings/selectProfile.ts";
import { selectProgram } from "../vscode/settings/selectProgram.ts";
import { SettingPlaces } from "../vscode/settings/settingPlaces.ts";
import { SettingReports } from "../vscode/settings/settingReports.ts";
import type { SettingsProfiles } from "../vscode/settings/settingsProfiles.ts";
import { SettingWatch } from "../vscode/settings/settingWatch.ts";
import { keepIn } from "./keepIn.ts";

export interface FollowedParts extends Pick<SettingsFollowerOptions, "applyServers"> {
  readonly settings: FolderSettings;
  readonly conversations: Conversations;
  readonly list: ConversationList;
  readonly profiles: SettingsProfiles;
  readonly trust: RepositoryTrust;
  /** The messages that show wrong settings once there is a panel. */
  readonly messages: Messages;
}

/** Builds the objects that read settings, that report wrong ones, and that bring changes to conversations. */
export function createSettingParts(context: vscode.ExtensionContext, clock: Clock, log: vscode.LogOutputChannel) {
  const keep = keepIn(context);
  const source = new EditorSettings((error) =>
    log.error(`a listener of the settings failed: ${getErrorMessage(error)}`),
  );
  keep(source);
  const places = new SettingPlaces({ source, storage: context.globalStorageUri, readText: readRegular, logger: log });
  const reports = new SettingReports(places, log, new Messages());
  const follow = ({ settings, conversations, list, profiles, trust, messages, applyServers }: FollowedParts) => {
    reports.showIn(messages);
    const problems = new ProblemPlaces(conversations, places, settings);
    const find = (id: ConversationId | undefined) => (id === undefined ? conversations.current : conversations.get(id));
    const selections = { settings, source, writer: source, profiles, places, messages };
    const follower = new SettingsFollower({
      conversations,
      read: (folder, origin) => settings.layers(folder, origin, "run"),
      originIn: (folder) => trust.originIn(folder),
      ...(applyServers ? { applyServers } : {}),
    });
    for (const each of [problems, new SettingWatch({ settings, source, reports, clock })]) keep(each);
    keep(follower.follow({ settings, list, logger: log }));
    return {
      openSettingsFile: (id: ConversationId | undefined) => problems.open(id),
      selectProgram: (id: ConversationId | undefined) => selectProgram(selections, find(id)?.conversation.state),
      selectProfile: () => selectProfile(selections, conversations.current?.conversation.state.folder || os.homedir()),
    };
  };
  return { source, places, reports, follow };
}

export type SettingParts = ReturnType<typeof createSettingParts>;
