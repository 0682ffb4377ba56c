import path from "node:path";
import type { Admission, Launch, Launcher, ProcessStart, ProfiledFolder } from "../../core/conversation/ports/ports.ts";
import type { OptionName, OptionValue } from "../../core/options/options.ts";
import { selectPassableRules } from "../../core/options/planLaunch.ts";
import { getValue, getValues, type Layer, resolve } from "../../core/options/resolve.ts";
import { listGivenValues } from "../../core/options/servers/launchServers.ts";
import type { Elsewhere } from "../../core/protocol/elsewhere/processSource.ts";
import type { ExternalServerConfig } from "../../core/protocol/requests/mcpConfig.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import { failures } from "../../shared/base/failure.ts";
import type { Effective } from "../../shared/contract/configuration.ts";
import { type Command, createCommand } from "../processes/command.ts";
import type { DeathWatch } from "../processes/deathWatch.ts";
import { getHome, type ProfileEnvironment, type VariableOrigin } from "../processes/environment.ts";
import type { ProcessLocks } from "../processes/processLocks.ts";
import { getConfigFolder } from "../transcripts/projectFolder.ts";
import type { VersionCheck } from "./cliVersion.ts";
import { getExcludedTools, getExclusion } from "./exclusion.ts";
import { findClaude } from "./findClaude.ts";
import {
  type ClaudeRequest,
  checkClaude,
  type LaunchRequest,
  type LaunchResult,
  launchClaude,
} from "./launchClaude.ts";
import { planStart, type StartPlan, type TranscriptLookup } from "./planStart.ts";
import { createServerProbe } from "./servers/serverProbe.ts";
import { getManagedFolder, readStartPolicy, refusesServers } from "./startPolicy.ts";

/** The MCP servers of a folder, with every placeholder replaced, and the permission rules for their tools. */
export interface StartServers {
  readonly servers: Readonly<Record<string, ExternalServerConfig>>;
  readonly rules: {
    readonly allow: readonly string[];
    readonly ask: readonly string[];
    readonly deny: readonly string[];
  };
}

/** A folder that is kept apart from the workspace. */
export interface IsolatedPlace {
  /** Text about it for the model. */
  readonly about: string;
  /** Variables for programs in it. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface StarterOptions {
  /** Returns true if programs may run in this window. Called at each start. */
  readonly isTrusted: () => boolean;
  /** Folder of an organization's files; by default that of this machine. */
  readonly managedFolder?: string | undefined;
  readonly environment: ProfileEnvironment;
  /** Variables by which Tandem controls `claude`, without any of the user or of this machine. */
  readonly ownEnvironment?: Readonly<Record<string, string>>;
  /** Returns the configuration with which a start in a folder is admitted. Rejects with `repositoryUndecided`. */
  readonly admit: (folder: string) => Promise<Admission>;
  /** Returns the settings of a folder by scope. Throws `settingInvalid`. */
  readonly settings: (folder: string, origin: Admission["origin"]) => readonly Layer[];
  /**
   * Returns the executable of a profile, which wins over the settings; empty or undefined for none. Throws
   * `settingInvalid`.
   */
  readonly executable?: (profile: string | undefined) => string | undefined;
  /** Returns the other folders of the workspace, which `claude` may use too. */
  readonly otherRoots: (folder: string) => readonly string[];
  /** Receives values of servers that can be secret, so that no log contains them. */
  readonly noteSecrets?: (values: readonly string[]) => void;
  /** Returns the MCP servers of a folder. May ask the user for secrets. Leaves out servers that are wrong. */
  readonly servers: (
    folder: string,
    admission: Pick<Admission, "origin" | "refusedOwnServers">,
  ) => Promise<StartServers>;
  /** Returns the names of the variables of an environment under a profile, with their origins. */
  readonly describe?: (env: Readonly<Record<string, string>>, profile: string | undefined) => readonly VariableOrigin[];
  /** Returns what a start in an isolated folder needs; undefined for other folders. */
  readonly isolation?: (folder: string) => IsolatedPlace | undefined;
  readonly saved: TranscriptLookup;
  readonly locks: ProcessLocks;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly versions: VersionCheck;
  /** Ends the started processes when this extension host dies. */
  readonly deathWatch?: Pick<DeathWatch, "watch"> | undefined;
}

/** Starts `claude`; no other code does. Checks trust, and decides what to continue and with which settings. */
export class ClaudeStarter implements Launcher {
  readonly #options: StarterOptions;

  constructor(options: StarterOptions) {
    this.#options = options;
  }

  /**
   * Starts a process. Rejects with `untrusted`, `repositoryUndecided`, `inUse`, `forkImpossible`, `settingInvalid`,
   * `cliNotFound`, `cliNotStartable` or `cliTooOld`.
   */
  async launch(start: ProcessStart): Promise<Launch> {
    const {
      isTrusted,
      admit,
      settings,
      servers,
      saved,
      locks,
      newId,
      clock,
      versions,
      deathWatch,
      managedFolder = getManagedFolder(),
    } = this.#options;
    if (start.elsewhere) return this.#launchElsewhere(start, start.elsewhere);
    const plan = await planStart(start, saved, isTrusted());
    // Nothing comes between the admission and reading the settings that it is about.
    const admission = await admit(start.folder);
    const layers = settings(start.folder, admission.origin);
    const effective = resolveStart(layers, start);
    // Preparing servers may ask the user. It comes before the claim, so that other starts do not wait.
    const own = await servers(start.folder, admission);
    // An extension replaces no server of the settings.
    const extra = Object.fromEntries(
      Object.entries(start.servers ?? {}).filter(([name]) => !Object.hasOwn(own.servers, name)),
    );
    const mcp = { ...own, servers: { ...own.servers, ...extra }, ...(start.servers ? { extra } : {}) };
    const noteServers = (servers: readonly ExternalServerConfig[]): void =>
      this.#options.noteSecrets?.(servers.flatMap(listGivenValues));
    noteServers(Object.values(extra));
    const env = {
      ...this.#options.environment(start.profile),
      ...this.#options.isolation?.(start.folder)?.environment,
      ...getExclusion(admission),
    };
    const claude = {
      claudePath: this.#findPath(start, effective),
      env,
      runtime: start.runtime,
      runtimeArgs: start.runtimeArgs,
      versions,
      deathWatch,
    };
    const values = getAllValues(effective);
    const sources = { settingSources: getSources(values, admission.origin), isStrict: values.strictMcpConfig };
    const probe = createServerProbe({
      ...{
        cwd: start.folder,
        env,
        admit: () => admit(start.folder),
        sources,
        managed: managedFolder,
        clock,
        newId,
        deathWatch,
      },
      onFound: noteServers,
    });
    const checked = (await checkClaude(claude)).version;
    const policy = await readStartPolicy(env, managedFolder);
    const refuses = refusesServers(policy, checked);
    const resumed = plan.kind === "resume" ? plan.sessionId : undefined;
    const claim = await locks.claim(start.conversation, resumed);
    try {
      const mark = newId();
      let watching: Disposable | undefined;
      const onGone = (): void => {
        watching?.dispose();
        if (pid !== undefined) locks.release(start.conversation, pid);
      };
      const launched = await this.#launch(
        start,
        plan,
        effective,
        { ...mcp, servers: refuses ? {} : mcp.servers },
        admission,
        {
          ...claude,
          excluded: getExcludedTools(admission, checked),
          policy,
          mark,
          onGone,
        },
      );
      const { pid, transport, version, initialize, leftOut } = launched;
      if (pid !== undefined) watching = deathWatch?.watch(pid, mark);
      if (pid !== undefined) void locks.hold(start.conversation, pid, mark, resumed);
      const noteSession = (sessionId: string): void => {
        if (pid !== undefined) locks.noteSession(start.conversation, pid, sessionId);
      };
      return {
        transport,
        version,
        isResumed: plan.kind !== "fresh",
        configFolder: path.resolve(start.folder, getConfigFolder(env, getHome(env))),
        layers,
        initialize,
        leftOut,
        servers: mcp,
        refusesServers: refuses,
        probe,
        facts: { program: launched.program, variables: this.#options.describe?.(launched.environment, start.profile) },
        isSandboxed: launched.isSandboxed,
        noteSession,
      };
    } finally {
      claim.dispose();
    }
  }

  /**
   * Returns the MCP servers that a start in a folder would pass now. May ask for secrets. Rejects with `untrusted` or
   * `repositoryUndecided`.
   */
  async prepareServers(folder: string): Promise<StartServers> {
    const { isTrusted, admit, servers } = this.#options;
    if (!isTrusted()) throw failures.untrusted();
    return servers(folder, await admit(folder));
  }

  /**
   * Starts a process in the place that an extension provides. Its session is saved there, so it is not looked up here.
   */
  async #launchElsewhere(start: ProcessStart, elsewhere: Elsewhere): Promise<Launch> {
    const { isTrusted, admit, settings, ownEnvironment = {}, locks, newId, clock } = this.#options;
    if (!isTrusted()) throw failures.untrusted();
    if (start.fork) throw failures.forkImpossible("conversation");
    const admission = await admit(start.folder);
    const { origin, refusedServers } = admission;
    const layers = settings(start.folder, origin);
    const values = getAllValues(resolveStart(layers, start));
    const claim = await locks.claim(start.conversation, start.resume);
    try {
      const { launchElsewhere } = await import("./launchElsewhere.ts");
      const launched = await launchElsewhere({
        ...{
          elsewhere,
          clock,
          newId,
          cwd: start.folder,
          environment: { ...ownEnvironment, ...getExclusion(admission) },
          resume: start.resume,
          servers: start.servers ?? {},
        },
        settings: refuseServers(refusedServers) ?? {},
        values: {
          ...values,
          disallowedTools: [
            ...values.disallowedTools,
            ...(start.grants?.denied ?? []),
            ...getExcludedTools(admission, undefined),
          ],
          settingSources: getSources(values, origin),
        },
      });
      const servers = { servers: start.servers ?? {}, extra: start.servers, rules: { allow: [], ask: [], deny: [] } };
      return { ...launched, isResumed: start.resume !== undefined, layers, servers };
    } finally {
      claim.dispose();
    }
  }

  #launch(
    start: ProcessStart,
    plan: StartPlan,
    effective: readonly Effective[],
    { servers: mcpServers, rules }: StartServers,
    { origin, refusedServers }: Admission,
    {
      excluded,
      ...process
    }: ClaudeRequest & Pick<LaunchRequest, "policy" | "mark" | "onGone"> & { readonly excluded: readonly string[] },
  ): Promise<LaunchResult> {
    const values = getAllValues(effective);
    return launchClaude({
      ...process,
      cwd: start.folder,
      options: {
        ...values,
        appendSystemPrompt: [values.appendSystemPrompt, this.#options.isolation?.(start.folder)?.about]
          .filter(Boolean)
          .join("\n\n"),
        allowedTools: [...values.allowedTools, ...rules.allow, ...selectPassableRules(start.grants?.rules ?? [])],
        disallowedTools: [...values.disallowedTools, ...rules.deny, ...(start.grants?.denied ?? []), ...excluded],
        additionalDirectories: [
          ...new Set([
            ...values.additionalDirectories,
            ...this.#options.otherRoots(start.folder),
            ...(start.grants?.directories ?? []),
          ]),
        ],
        ...(plan.kind === "fresh" ? {} : { resume: plan.sessionId }),
        ...(plan.kind === "fork" ? { forkSession: true, resumeSessionAt: plan.lastEntry } : {}),
        settingSources: getSources(values, origin),
        authStatus: true,
      },
      extraSettings: {
        ...refuseServers(refusedServers),
        ...(rules.ask.length > 0 ? { permissions: { ask: rules.ask } } : {}),
      },
      mcpServers,
      clock: this.#options.clock,
    });
  }

  /** Returns the path of the executable that the profile or the settings name; empty for none. */
  #findPath({ profile }: ProfiledFolder, effective: readonly Effective[]): string {
    return this.#options.executable?.(profile) || getValue(effective, "claudePath");
  }

  /** Returns the command that runs `claude` in a terminal, for its own login. Throws like `launch`. */
  async inTerminal(place: ProfiledFolder): Promise<Command & { readonly cwd: string }> {
    const { isTrusted, admit, settings, environment } = this.#options;
    if (!isTrusted()) throw failures.untrusted();
    const admission = await admit(place.folder);
    const { origin, refusedServers } = admission;
    const env = {
      ...environment(place.profile),
      ...this.#options.isolation?.(place.folder)?.environment,
      ...getExclusion(admission),
    };
    const program = findClaude({
      setting: this.#findPath(place, resolve(settings(place.folder, origin))),
      env,
      home: getHome(env),
      platform: process.platform,
    });
    const command = createCommand(program, env);
    const refusals = refuseServers(refusedServers);
    const excluded = getExcludedTools(admission, undefined).map((tool) => `--disallowedTools=${tool}`);
    const args = [
      ...(origin === "user" ? ["--setting-sources=user"] : []),
      ...excluded,
      ...(refusals ? [`--settings=${JSON.stringify(refusals)}`] : []),
    ];
    return { ...command, args: [...command.args, ...args], env: { ...env, ...command.env }, cwd: place.folder };
  }
}

/** Returns the options with which a process starts. Throws `settingInvalid` for a mode that is not allowed. */
function resolveStart(layers: readonly Layer[], { choices = {} }: ProcessStart): readonly Effective[] {
  const effective = resolve([...layers, { source: { kind: "panel" }, values: choices }]);
  if (getValue(effective, "permissionMode") === "bypassPermissions" && !isBypassAllowed(effective))
    throw failures.settingInvalid("tandem.permissionMode", { code: "bypassNotAllowed" });
  return effective;
}

function getAllValues(effective: readonly Effective[]): { readonly [N in OptionName]: OptionValue<N> } {
  return Object.fromEntries(getValues(effective)) as { readonly [N in OptionName]: OptionValue<N> };
}

/** Returns the settings files that a start reads. */
function getSources(
  { settingSources }: Pick<ReturnType<typeof getAllValues>, "settingSources">,
  origin: Admission["origin"],
) {
  return settingSources.filter((source) => origin === "all" || source === "user");
}

/**
 * Returns whether the user allowed the mode that never asks: in the settings, or for one conversation whose commands
 * run in a sandbox.
 */
function isBypassAllowed(effective: readonly Effective[]): boolean {
  const allowed = effective.find(({ name }) => name === "allowDangerouslySkipPermissions");
  return (
    allowed?.value === true && (allowed.source.kind !== "panel" || getValue(effective, "sandbox").enabled === true)
  );
}

/** Returns the settings with which `claude` leaves out servers of `.mcp.json` (2.0.77, 2.1.50, 2.1.329). */
function refuseServers(names: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  return names.length === 0 ? undefined : { disabledMcpjsonServers: names };
}
