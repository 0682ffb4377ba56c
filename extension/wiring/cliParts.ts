import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { asset } from "../base/asset.ts";
import { background } from "../base/background.ts";
import type { Clock } from "../base/clock.ts";
import { isLogged, maskMessages } from "../base/logger.ts";
import { createKnownMask, createMask, getSecretValues } from "../base/maskSecrets.ts";
import { VersionCheck } from "../cli/cliVersion.ts";
import { adoptIds, identify, type OwnFolders, scanNamedFiles, scanRepository } from "../cli/repositoryScan.ts";
import { findSandboxProblem } from "../cli/sandbox.ts";
import { ClaudeStarter } from "../cli/startClaude.ts";
import { optionVariables } from "../configuration/explain.ts";
import { FolderSettings } from "../configuration/folderSettings.ts";
import { RepositoryTrust } from "../conversations/repositoryTrust.ts";
import { findGitProgram } from "../editor/files/git.ts";
import { getOtherRoots } from "../editor/files/workingFolder.ts";
import { readEditorProxy } from "../editor/settings/editorProxy.ts";
import { LeftOutServers } from "../editor/settings/leftOutServers.ts";
import { ServerSettings } from "../editor/settings/mcpServers.ts";
import { ServerSecrets } from "../editor/settings/serverSecrets.ts";
import { onDidChangeSettings, SettingLayers } from "../editor/settings/settingLayers.ts";
import type { SettingPlaces } from "../editor/settings/settingPlaces.ts";
import type { ValidatedSettings } from "../editor/settings/settings.ts";
import { SettingsProfiles } from "../editor/settings/settingsProfiles.ts";
import { TrustMemory } from "../editor/settings/trustMemory.ts";
import { findNamedFiles, findWorkspaceEntries } from "../editor/settings/workspaceEntries.ts";
import { ClaudeTerminals } from "../editor/terminal/claudeTerminals.ts";
import { listNamedFiles } from "../git/namedFiles.ts";
import { DeathWatch } from "../processes/deathWatch.ts";
import { describeEnvironment, getHome, makeEnvironment } from "../processes/environment.ts";
import { ProcessLocks } from "../processes/processLocks.ts";
import { TraceRecorder } from "../session/trace/traceRecorder.ts";
import { getConfigFolder } from "../transcripts/projectFolder.ts";
import { DiskSessionRegistry } from "../transcripts/sessionRegistry.ts";
import { TranscriptFiles } from "../transcripts/transcriptFiles.ts";
import { createIsolationParts } from "./isolationParts.ts";
import { withLevels } from "./logLevels.ts";
import type { SavedFiles } from "./savedFiles.ts";

/** The settings, and where they are in files. */
interface CliSettings {
  readonly settings: ValidatedSettings;
  readonly places: SettingPlaces;
  readonly saved: SavedFiles;
}

export type CliParts = ReturnType<typeof createCliParts>;

/** Builds the objects that start `claude` and that find its running processes and saved transcripts. Contains no logic. */
export function createCliParts(context: vscode.ExtensionContext, { settings, places, saved }: CliSettings, clock: Clock, log: vscode.LogOutputChannel) {
  const clientVersion: string = context.extension.packageJSON.version;
  const profiles = new SettingsProfiles(settings, (folder) => folderSettings.read("profile", folder));
  const environment = (profile?: string): Record<string, string> =>
    makeEnvironment({
      ...{ inherited: process.env, extra: settings.readValid("environment"), profile: profiles.get(profile), clientVersion },
      proxy: readEditorProxy(),
    });
  const config = (profile?: string): string => {
    const env = environment(profile);
    return getConfigFolder(env, getHome(env));
  };
  /** Reads something of every profile. A profile whose environment cannot be read never reached a process. */
  const ofProfiles = <T>(read: (profile: string) => readonly T[]): readonly T[] =>
    ["", ...profiles.names].flatMap((profile) => {
      try {
        return read(profile);
      } catch {
        return [];
      }
    });
  const listSecrets = (): readonly string[] =>
    ofProfiles((profile) => {
      const env = environment(profile);
      const given = Object.keys({ ...settings.readValid("environment"), ...profiles.get(profile)?.environment });
      // What the user gave is secret whatever its name is; of what this process inherited, the names tell.
      return [...getSecretValues(env), ...given.map((name) => env[name] ?? "")];
    });
  const userSettingsFiles = (): readonly string[] => ofProfiles((profile) => [path.join(config(profile), "settings.json")]);
  // A relative folder lies in the working folder, whose files are not the user's own.
  const ofAbsolute = (read: (profile: string) => string) => ofProfiles((profile) => [read(profile)].filter(path.isAbsolute).map((at) => path.resolve(at)));
  const findOwnFolders = (): OwnFolders => ({
    home: path.resolve(getHome(process.env)),
    homes: ofAbsolute((profile) => getHome(environment(profile))),
    configFolders: ofAbsolute(config),
  });
  const isolation = createIsolationParts(context, settings, clock, log);
  const originOf = (folder: string): string => isolation.find(folder)?.origin ?? folder;
  const listNamed = async (folder: string, patterns: readonly string[]): Promise<readonly string[]> => {
    const program = await findGitProgram();
    if (program === undefined) throw new Error("there is no git");
    return listNamedFiles(program, folder, patterns);
  };
  const memory = new TrustMemory(saved.share("trust.json"));
  const trust = new RepositoryTrust({
    scan: async (folder) => {
      const isolated = isolation.find(folder);
      const configured = vscode.Uri.file(isolated?.origin ?? folder);
      const roots = isolated ? [] : getOtherRoots(folder);
      const [found, named] = await Promise.all([scanRepository(folder, findOwnFolders(), listNamed), findNamedFiles(configured, roots).then(scanNamedFiles)]);
      // Last, so that the settings that are read after the decision are those that it is about.
      const settings = await findWorkspaceEntries(configured);
      const { known } = memory.read();
      const brought = isolated ? adoptIds(found, isolated.folder, isolated.origin, (id) => known.includes(id)) : found;
      // A setting can name a file that is found anyway.
      return [...new Map([...brought, ...named, ...settings.map(identify)].map((entry) => [entry.id, entry])).values()];
    },
    identify,
    originalOf: (folder) => isolation.find(folder)?.origin,
    memory,
  });
  const secrets = new ServerSecrets(context.secrets);
  const servers = new ServerSettings(secrets, process.env, (leftOut) => notices.show(leftOut));
  const notices = new LeftOutServers(log, secrets, places);
  const layers = new SettingLayers(settings, (entry) => trust.knows(entry));
  const folderSettings = new FolderSettings({
    readLayers: (folder) => layers.readKept(originOf(folder), trust.startsWithout(folder) ? "user" : "all"),
    onDidChange: (listener) => vscode.Disposable.from(onDidChangeSettings(listener), trust.onDidDecide(listener)),
  });
  context.subscriptions.push(folderSettings);
  const transcripts = new TranscriptFiles(environment);
  const locks = new ProcessLocks(vscode.Uri.joinPath(context.globalStorageUri, "processes").fsPath, clock);
  background(locks.endOrphans(), log, "ending processes that lost their window");
  const starter = new ClaudeStarter({
    isTrusted: () => vscode.workspace.isTrusted,
    environment,
    ownEnvironment: makeEnvironment({ inherited: {}, extra: {}, clientVersion }),
    describe: (env, profile) =>
      describeEnvironment(
        env,
        { inherited: process.env, extra: { ...settings.readValid("environment"), ...profiles.get(profile)?.environment } },
        optionVariables,
      ),
    admit: (folder) => trust.admit(folder),
    settings: (folder, origin) => layers.read(originOf(folder), origin),
    executable: (profile) => profiles.get(profile)?.claudePath,
    // In an isolated folder, the folders of the workspace are the ones to keep away from.
    otherRoots: (folder) => (isolation.find(folder) ? [] : getOtherRoots(folder)),
    isolation: isolation.find,
    servers: (folder, { origin, refusedOwnServers }) => servers.prepare(vscode.Uri.file(folder), origin, refusedOwnServers),
    saved: transcripts,
    locks,
    noteSecrets: (values) => secrets.noteUsed(values),
    newId: randomUUID,
    clock,
    versions: new VersionCheck(),
    deathWatch: new DeathWatch(vscode.Uri.joinPath(context.extensionUri, asset("dist/deathWatch.cjs")).fsPath),
  });
  const leveled = withLevels(log);
  const recorder = new TraceRecorder({
    launcher: starter,
    clock,
    logger: log,
    version: clientVersion,
    isDebug: () => isLogged(leveled, "debug"),
    secrets: listSecrets,
    laterSecrets: () => secrets.used,
  });
  const listAllSecrets = (): readonly string[] => [...listSecrets(), ...secrets.used];
  const terminals = new ClaudeTerminals();
  const live = new DiskSessionRegistry({
    environment,
    profiles: () => profiles.names,
    locks,
    terminal: (sessionId) => terminals.pidOf(sessionId),
    now: () => clock.now(),
  });
  const findSandbox = (folder: string) => findSandboxProblem({ platform: process.platform, env: environment(profiles.choose(folder)) });
  return {
    environment,
    config,
    profiles,
    findSandbox,
    userSettingsFiles,
    isolation,
    trust,
    layers,
    /** The settings of workspaces that are not in force. */
    withheld: {
      listWithheld: (folder: string) => layers.listWithheld(originOf(folder), trust.startsWithout(folder) ? "user" : "all"),
      onDidDecide: (listener: () => void) => vscode.Disposable.from(trust.onDidDecide(listener)),
    },
    folderSettings,
    secrets,
    servers,
    transcripts,
    starter,
    recorder,
    /** Replaces what the user gave as a secret, in exports and reports. */
    maskGiven: createKnownMask(listAllSecrets),
    listAllSecrets,
    /** The log of conversations, without secrets. */
    maskedLog: maskMessages(
      leveled,
      createMask(() => recorder.secrets),
    ),
    terminals,
    live,
    locks,
  };
}
