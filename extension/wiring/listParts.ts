import os from "node:os";
import * as vscode from "vscode";
import type { Conversations } from "../core/conversations/conversations.ts";
import { ConversationList } from "../core/conversations/list/conversationList.ts";
import { KeptTitles } from "../core/conversations/list/keptTitles.ts";
import { ListFilter } from "../core/conversations/list/listFilter.ts";
import { PinnedSessions } from "../core/conversations/list/pinnedSessions.ts";
import { RewoundSessions } from "../core/conversations/list/rewoundSessions.ts";
import { isConfigShared, SessionProfiles } from "../core/conversations/list/sessionProfiles.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import type { ProfileEnvironment } from "../node/processes/environment.ts";
import { SessionArchive } from "../node/transcripts/sessionArchive.ts";
import { SessionIndex } from "../node/transcripts/sessionIndex.ts";
import { background } from "../shared/base/background.ts";
import type { Clock } from "../shared/base/clock.ts";
import { later } from "../shared/base/later.ts";
import type { Logger } from "../shared/base/logger.ts";
import { findRipgrep } from "../vscode/files/ripgrep.ts";
import { listPossibleFolders } from "../vscode/files/workingFolder.ts";
import type { SettingsProfiles } from "../vscode/settings/settingsProfiles.ts";
import type { IsolationParts } from "./isolationParts.ts";
import type { Keep } from "./keepIn.ts";
import type { SavedFiles } from "./savedFiles.ts";

export interface ListPartsOptions {
  readonly keep: Keep;
  readonly settings: FolderSettings;
  readonly conversations: Conversations;
  /** Returns the environment for a process that starts now under a profile. */
  readonly environment: ProfileEnvironment;
  /** Returns the config folder of `claude` under a profile. */
  readonly config: (profile?: string) => string;
  readonly profiles: SettingsProfiles;
  readonly isolation: IsolationParts;
  readonly context: vscode.ExtensionContext;
  readonly saved: SavedFiles;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Builds the list of conversations, and the objects that find and change saved conversations. */
export function createListParts(options: ListPartsOptions) {
  const { keep, conversations, environment, context, saved, clock, log } = options;
  const rewound = new RewoundSessions(saved.openShared("rewinds"));
  const recorded = new SessionProfiles(saved.openShared("sessionProfiles"), (profile) =>
    isConfigShared(profile, options.profiles.names, options.config),
  );
  keep(recorded.follow(conversations));
  const sessions = createSessionIndex(options, recorded);
  const ripgrep = (): string | undefined => (vscode.workspace.isTrusted ? findRipgrep() : undefined);
  const folders = (): readonly string[] => [
    ...new Set(sessions.transcriptFolders().map(({ transcripts }) => transcripts)),
  ];
  const search = later(async () => {
    const { TranscriptSearch } = await import("../node/transcripts/sessionSearch.ts");
    return new TranscriptSearch({ folders, ripgrep, logger: log });
  });
  const newFilter = (): ListFilter => new ListFilter(search, clock, log);
  const filter = keep(newFilter());
  const pins = new PinnedSessions(saved.share("pinned.json"));
  const list = keep(new ConversationList({ conversations, saved: sessions, pins, logger: log, rewound }));
  const archive = new SessionArchive({
    environment,
    trash: vscode.Uri.joinPath(context.globalStorageUri, "trash").fsPath,
    now: () => clock.now(),
  });
  keep(rewound.follow(conversations));
  keep(new KeptTitles({ conversations, list, sessions: archive, logger: log }).follow());
  background(archive.purge(), log, "removing old deleted conversations");
  return {
    ripgrep,
    newFilter,
    filter,
    pins,
    list,
    sessions: archive,
    rewound,
  };
}

/** Builds the index of the sessions in the folders of the window, in their copies, and where conversations are. */
function createSessionIndex(
  { settings, conversations, environment, profiles, isolation, saved, clock, log }: ListPartsOptions,
  recorded: SessionProfiles,
): SessionIndex {
  const caches = saved.openShared("cache");
  return new SessionIndex({
    environment,
    profiles: { names: () => profiles.names, recorded: () => recorded.read() },
    folders: () => {
      const own = listPossibleFolders(os.homedir(), settings);
      const isolated = isolation.folders.list().flatMap(({ origin, folder }) => (own.includes(origin) ? [folder] : []));
      return [...own, ...isolated, ...conversations.all.map((open) => open.conversation.state.folder).filter(Boolean)];
    },
    cache: {
      load: () => caches.load("sessions"),
      save: (text) => caches.save("sessions", text),
      setAside: () => caches.setAside("sessions"),
    },
    clock,
    logger: log,
  });
}
