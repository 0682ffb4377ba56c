import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { TraceRecorder } from "../core/conversation/trace/traceRecorder.ts";
import { RepositoryTrust } from "../core/conversations/repositoryTrust.ts";
import { FolderSettings } from "../core/options/folderSettings.ts";
import { VersionCheck } from "../node/claude/cliVersion.ts";
import { ProfileEnvironments } from "../node/claude/profileEnvironments.ts";
import { identifyEntry, listMainFiles } from "../node/claude/repositoryScan.ts";
import { findSandboxProblem } from "../node/claude/sandbox.ts";
import { ClaudeStarter } from "../node/claude/startClaude.ts";
import { createWorkspaceScan } from "../node/claude/workspaceScan.ts";
import { DeathWatch } from "../node/processes/deathWatch.ts";
import { ProcessLocks } from "../node/processes/processLocks.ts";
import { DiskSessionRegistry } from "../node/transcripts/sessionRegistry.ts";
import { TranscriptFiles } from "../node/transcripts/transcriptFiles.ts";
import { asset } from "../shared/base/asset.ts";
import { background } from "../shared/base/background.ts";
import type { Clock } from "../shared/base/clock.ts";
import { getErrorMessage } from "../shared/base/failure.ts";
import { isLogged, maskMessages } from "../shared/base/logger.ts";
import { createKnownMask, createMask } from "../shared/base/maskSecrets.ts";
import { getOtherRoots } from "../vscode/files/workingFolder.ts";
import { withLevels } from "../vscode/logLevels.ts";
import { LeftOutServers } from "../vscode/servers/leftOutServers.ts";
import { McpServersSetting } from "../vscode/servers/mcpServers.ts";
import { ServerSecrets } from "../vscode/servers/serverSecrets.ts";
import { readEditorProxy } from "../vscode/settings/editorProxy.ts";
import { SettingsProfiles } from "../vscode/settings/settingsProfiles.ts";
import { TrustMemory } from "../vscode/settings/trustMemory.ts";
import { findNamedFiles, findWorkspaceEntries } from "../vscode/settings/workspaceEntries.ts";
import { ClaudeTerminals } from "../vscode/terminal/claudeTerminals.ts";
import { createIsolationParts } from "./isolationParts.ts";
import { keepIn } from "./keepIn.ts";
import type { SavedFiles } from "./savedFiles.ts";
import type { SettingParts } from "./settingParts.ts";

interface CliPartsOptions extends Pick<SettingParts, "source" | "places" | "reports"> {
  readonly saved: SavedFiles;
}

export type CliParts = ReturnType<typeof createCliParts>;

/**
 * Builds the objects that start `claude` and that find its running processes and saved transcripts.
 */
export function createCliParts(
  context: vscode.ExtensionContext,
  { places, ...options }: CliPartsOptions,
  clock: Clock,
  log: vscode.LogOutputChannel,
) {
  const clientVersion: string = context.extension.packageJSON.version;
  const folders = createFolderParts(context, options, clientVersion, clock, log);
  const { settings, profiles, environments, isolation, trust } = folders;
  const secrets = new ServerSecrets(context.secrets);
  const notices = new LeftOutServers(log, secrets, places, options.reports);
  const servers = new McpServersSetting(secrets, process.env, (leftOut) => notices.show(leftOut));
  context.subscriptions.push(
    settings,
    trust.onDidDecide(() => settings.noteDecision()),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && trust.lookAgain()),
  );
  const environment = (profile?: string): Record<string, string> => environments.read(profile);
  const transcripts = new TranscriptFiles(environment);
  const locks = new ProcessLocks(vscode.Uri.joinPath(context.globalStorageUri, "processes").fsPath, clock);
  background(locks.endOrphans(), log, "ending processes that lost their window");
  const starter = createStarter(context, { ...folders, secrets, servers, transcripts, locks, clock });
  const traces = createRecorderParts({ launcher: starter, environments, secrets, version: clientVersion, clock, log });
  const terminals = keepIn(context)(new ClaudeTerminals());
  const live = new DiskSessionRegistry({
    environment,
    profiles: () => profiles.names,
    locks,
    terminal: (sessionId) => terminals.pidOf(sessionId),
    now: () => clock.now(),
  });
  return {
    environment,
    profiles,
    isolation,
    trust,
    settings,
    secrets,
    servers,
    transcripts,
    starter,
    ...traces,
    terminals,
    live,
    locks,
    config: (profile?: string): string => environments.configOf(profile),
    findSandbox: (folder: string) =>
      findSandboxProblem({ platform: process.platform, env: environment(profiles.choose(folder)) }),
    userSettingsFiles: () => environments.listSettingsFiles(),
    listConfigFolders: () => environments.listConfigFolders(),
  };
}

interface RecorderPartsOptions {
  readonly launcher: ClaudeStarter;
  readonly environments: ProfileEnvironments;
  readonly secrets: ServerSecrets;
  readonly version: string;
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the recorder of traces, and what keeps secrets out of traces, logs, exports and reports. */
function createRecorderParts({ launcher, environments, secrets, version, clock, log }: RecorderPartsOptions) {
  const leveled = withLevels(log);
  const recorder = new TraceRecorder({
    launcher,
    clock,
    logger: log,
    version,
    isDebug: () => isLogged(leveled, "debug"),
    secrets: () => environments.listSecrets(),
    laterSecrets: () => secrets.used,
  });
  const maskLog = createMask(() => recorder.secrets);
  const listAllSecrets = (): readonly string[] => [...environments.listSecrets(), ...secrets.used];
  return {
    recorder,
    listAllSecrets,
    /** Replaces what the user gave as a secret, in exports and reports. */
    maskGiven: createKnownMask(listAllSecrets),
    /** Returns a text as a log may contain it. */
    maskLog,
    /** The log of conversations, without secrets. */
    maskedLog: maskMessages(leveled, maskLog),
  };
}

/** Builds the settings of folders, the profiles, and what is known about folders: isolated ones, and those trusted. */
function createFolderParts(
  context: vscode.ExtensionContext,
  { source, reports, saved }: Omit<CliPartsOptions, "places">,
  clientVersion: string,
  clock: Clock,
  log: vscode.LogOutputChannel,
) {
  const settings = new FolderSettings({
    source,
    reports,
    originOf: (folder) => isolation.find(folder)?.origin ?? folder,
    startsWithout: (folder) => trust.startsWithout(folder),
    knows: (entry) => trust.knows(entry),
    onError: (error) => log.error(`a listener of the settings failed: ${getErrorMessage(error)}`),
  });
  const profiles = new SettingsProfiles(settings);
  const environments = new ProfileEnvironments({
    inherited: process.env,
    profiles,
    readExtra: () => settings.readValid("environment"),
    readProxy: readEditorProxy,
    clientVersion,
  });
  const isolation = createIsolationParts(context, settings, clock, log);
  const memory = new TrustMemory(saved.share("trust.json"));
  const trust = new RepositoryTrust({
    scan: createWorkspaceScan({
      findIsolated: isolation.find,
      findOwnFolders: () => environments.findOwnFolders(),
      listEnvironments: () => environments.readAll(),
      otherRoots: getOtherRoots,
      findNamedFiles: (folder, roots) => findNamedFiles(source.inspect(folder), roots),
      findSettings: (folder) => findWorkspaceEntries(source.inspect(folder)),
      readKnown: () => memory.read().known,
    }),
    identify: identifyEntry,
    originalOf: (folder) => isolation.find(folder)?.origin,
    alsoWritten: listMainFiles,
    memory,
  });
  return { settings, profiles, environments, isolation, trust };
}

interface StarterParts extends ReturnType<typeof createFolderParts> {
  readonly secrets: ServerSecrets;
  readonly servers: McpServersSetting;
  readonly transcripts: TranscriptFiles;
  readonly locks: ProcessLocks;
  readonly clock: Clock;
}

function createStarter(
  context: vscode.ExtensionContext,
  { settings, profiles, environments, isolation, trust, secrets, servers, transcripts, locks, clock }: StarterParts,
): ClaudeStarter {
  return new ClaudeStarter({
    isTrusted: () => vscode.workspace.isTrusted,
    environment: (profile) => environments.read(profile),
    ownEnvironment: environments.readOwn(),
    describe: (env, profile) => environments.describe(env, profile),
    admit: (folder) => trust.admit(folder),
    settings: (folder, origin) => settings.layers(folder, origin, "start"),
    executable: (profile) => profiles.get(profile)?.claudePath,
    // In an isolated folder, the folders of the workspace are the ones to keep away from.
    otherRoots: (folder) => (isolation.find(folder) ? [] : getOtherRoots(folder)),
    isolation: isolation.find,
    servers: (folder, { origin, refusedOwnServers }, signal) =>
      servers.prepare(folder, settings.admittedServers(folder, origin, refusedOwnServers), signal),
    saved: transcripts,
    locks,
    noteSecrets: (values) => secrets.noteUsed(values),
    newId: randomUUID,
    clock,
    versions: new VersionCheck(),
    deathWatch: new DeathWatch(vscode.Uri.joinPath(context.extensionUri, asset("dist/deathWatch.cjs")).fsPath),
  });
}
