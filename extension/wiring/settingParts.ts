import os from "node:os";
import * as vscode from "vscode";
import { background } from "../base/background.ts";
import type { Clock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { ConversationList } from "../conversations/list/conversationList.ts";
import type { RepositoryTrust } from "../conversations/repositoryTrust.ts";
import { SettingsFollower, type SettingsFollowerOptions } from "../conversations/settingsFollower.ts";
import { ProblemPlaces } from "../editor/settings/problemPlaces.ts";
import { selectProfile } from "../editor/settings/selectProfile.ts";
import type { SettingLayers } from "../editor/settings/settingLayers.ts";
import { SettingPlaces } from "../editor/settings/settingPlaces.ts";
import { SettingReports } from "../editor/settings/settingReports.ts";
import { ValidatedSettings } from "../editor/settings/settings.ts";
import type { SettingsProfiles } from "../editor/settings/settingsProfiles.ts";
import { SettingWatch } from "../editor/settings/settingWatch.ts";
import { getDeclaredSettings } from "../editor/settings/shownSettings.ts";
import { readRegular } from "../storage/regularFiles.ts";

export interface FollowedParts extends Pick<SettingsFollowerOptions, "applyServers"> {
  readonly conversations: Conversations;
  readonly list: ConversationList;
  readonly profiles: SettingsProfiles;
  readonly layers: SettingLayers;
  readonly trust: RepositoryTrust;
}

/** Builds the objects that read settings, that report wrong ones, and that bring changes to conversations. Contains no logic. */
export function createSettingParts(context: vscode.ExtensionContext, clock: Clock, log: vscode.LogOutputChannel) {
  const places = new SettingPlaces({ storage: context.globalStorageUri, readText: readRegular, logger: log });
  const reports = new SettingReports(places, log);
  const settings = new ValidatedSettings(reports);
  const manifest = Object.keys(getDeclaredSettings(context.extension.packageJSON));
  const follow = ({ conversations, list, profiles, layers, trust, applyServers }: FollowedParts) => {
    const problems = new ProblemPlaces(conversations, places);
    const follower = new SettingsFollower({
      conversations,
      read: (folder, origin) => layers.readKept(folder, origin),
      originIn: (folder) => trust.originIn(folder),
      ...(applyServers ? { applyServers } : {}),
    });
    const apply = (isAffected: (folder: string) => boolean): void => background(follower.refresh(isAffected), log, "applying changed settings");
    const disposables: readonly Disposable[] = [
      problems,
      new SettingWatch({ settings, reports, manifest, clock }),
      trust.onDidDecide((folder) => apply((each) => each === folder)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("tandem")) apply((folder) => event.affectsConfiguration("tandem", vscode.Uri.file(folder)));
        if (!event.affectsConfiguration("tandem.profile") && !event.affectsConfiguration("tandem.profiles")) return;
        for (const open of conversations.all) background(open.followProfile(), log, "moving a conversation to another profile");
        background(list.refresh(), log, "listing conversations");
      }),
    ];
    return {
      disposables,
      openSettingsFile: (id: ConversationId | undefined) => problems.open(id),
      selectProfile: () => selectProfile(profiles, conversations.current?.conversation.state.folder || os.homedir()),
    };
  };
  return { settings, places, follow };
}
