import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { background } from "./base/background.ts";
import type { Clock } from "./base/clock.ts";
import type { Logger } from "./base/logger.ts";
import { VersionCheck } from "./cli/cliVersion.ts";
import { ClaudeStarter } from "./cli/startClaude.ts";
import { getOtherRoots } from "./editor/files/workingFolder.ts";
import { readStartSettings, type ValidatedSettings } from "./editor/settings/settings.ts";
import { SettingsProfiles } from "./editor/settings/settingsProfiles.ts";
import { WorkspaceSettingsConsent } from "./editor/settings/workspaceSettingsConsent.ts";
import { ClaudeTerminals } from "./editor/terminal/claudeTerminals.ts";
import { DeathWatch } from "./processes/deathWatch.ts";
import { getHome, makeEnvironment } from "./processes/environment.ts";
import { ProcessLocks } from "./processes/processLocks.ts";
import { getConfigFolder } from "./transcripts/projectFolder.ts";
import { DiskSessionRegistry } from "./transcripts/sessionRegistry.ts";
import { TranscriptFiles } from "./transcripts/transcriptFiles.ts";

/** Builds the objects that start `claude` and that find its running processes and saved transcripts. Contains no logic. */
export function cliParts(context: vscode.ExtensionContext, settings: ValidatedSettings, clock: Clock, log: Logger) {
  const clientVersion: string = context.extension.packageJSON.version;
  const profiles = new SettingsProfiles(settings);
  const environment = (profile?: string): Record<string, string> =>
    makeEnvironment({ inherited: process.env, extra: settings.readValid("environment"), profile: profiles.get(profile), clientVersion });
  const config = (profile?: string): string => {
    const env = environment(profile);
    return getConfigFolder(env, getHome(env));
  };
  const values = new WorkspaceSettingsConsent(context.globalState);
  const transcripts = new TranscriptFiles(environment);
  const locks = new ProcessLocks(vscode.Uri.joinPath(context.globalStorageUri, "processes").fsPath, clock);
  background(locks.endOrphans(), log, "ending processes that lost their window");
  const starter = new ClaudeStarter({
    isTrusted: () => vscode.workspace.isTrusted,
    environment,
    settings: async ({ folder, profile }, mode) => {
      const uri = vscode.Uri.file(folder);
      const own = readStartSettings(uri, mode, process.env, await values.origin(uri));
      return { ...own, claudePath: profiles.get(profile)?.claudePath || own.claudePath, additionalDirectories: getOtherRoots(folder) };
    },
    saved: transcripts,
    locks,
    newId: randomUUID,
    clock,
    versions: new VersionCheck(),
    deathWatch: new DeathWatch(vscode.Uri.joinPath(context.extensionUri, "dist", "deathWatch.cjs").fsPath),
  });
  const terminals = new ClaudeTerminals();
  const live = new DiskSessionRegistry({
    environment,
    profiles: () => profiles.names,
    locks,
    terminal: (sessionId) => terminals.pidOf(sessionId),
    now: () => clock.now(),
  });
  return { environment, config, profiles, values, transcripts, starter, terminals, live };
}
