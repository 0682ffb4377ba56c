import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { background } from "./base/background.ts";
import type { Clock } from "./base/clock.ts";
import type { Logger } from "./base/logger.ts";
import { VersionCheck } from "./cli/cliVersion.ts";
import { DeathWatch } from "./cli/deathWatch.ts";
import { homeOf, makeEnvironment } from "./cli/environment.ts";
import { LiveUses } from "./cli/liveSessions.ts";
import { ProcessLocks } from "./cli/processLocks.ts";
import { configFolder } from "./cli/projectFolder.ts";
import { SavedTranscripts } from "./cli/savedTranscripts.ts";
import { ClaudeStarter } from "./cli/startClaude.ts";
import { ClaudeTerminals } from "./editor/claudeTerminals.ts";
import { readSetting, readStartSettings } from "./editor/settings.ts";
import { otherRoots } from "./editor/workingFolder.ts";
import { WorkspaceValues } from "./editor/workspaceValues.ts";

/** Builds what starts `claude`, and what knows where it runs and what it saved. No logic. */
export function cliParts(context: vscode.ExtensionContext, clock: Clock, log: Logger) {
  const clientVersion: string = context.extension.packageJSON.version;
  const environment = (): Record<string, string> => makeEnvironment({ inherited: process.env, extra: readSetting("environment"), clientVersion });
  const config = (): string => configFolder(environment(), homeOf(environment()));
  const values = new WorkspaceValues(context.globalState);
  const transcripts = new SavedTranscripts(environment);
  const locks = new ProcessLocks(vscode.Uri.joinPath(context.globalStorageUri, "processes").fsPath, clock);
  background(locks.endOrphans(), log, "ending processes that lost their window");
  const starter = new ClaudeStarter({
    isTrusted: () => vscode.workspace.isTrusted,
    environment,
    settings: async (folder, mode) => {
      const uri = vscode.Uri.file(folder);
      return { ...readStartSettings(uri, mode, process.env, await values.origin(uri)), additionalDirectories: otherRoots(folder) };
    },
    saved: transcripts,
    locks,
    newId: randomUUID,
    clock,
    versions: new VersionCheck(),
    deathWatch: new DeathWatch(vscode.Uri.joinPath(context.extensionUri, "dist", "deathWatch.cjs").fsPath),
  });
  const terminals = new ClaudeTerminals();
  const live = new LiveUses({ environment, locks, terminal: (sessionId) => terminals.pidOf(sessionId), now: () => clock.now() });
  return { environment, config, values, transcripts, starter, terminals, live };
}
