import path from "node:path";
import type { Admission, Launch, Launcher, ProcessStart, ProfiledFolder } from "../../core/conversation/ports/ports.ts";
import { selectPassableRules } from "../../core/options/planLaunch.ts";
import { listGivenValues } from "../../core/options/servers/launchServers.ts";
import type { ExternalServerConfig } from "../../core/protocol/requests/mcpConfig.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import { failures } from "../../shared/base/failure.ts";
import { orAborted } from "../../shared/base/orAborted.ts";
import type { Effective } from "../../shared/contract/configuration.ts";
import type { Command } from "../processes/command.ts";
import { getHome } from "../processes/environment.ts";
import { getConfigFolder } from "../transcripts/projectFolder.ts";
import { getExcludedTools, getExclusion } from "./exclusion.ts";
import {
  type ClaudeRequest,
  checkClaude,
  type LaunchRequest,
  type LaunchResult,
  launchClaude,
} from "./launchClaude.ts";
import { planStart, type StartPlan } from "./planStart.ts";
import { findPath, getAllValues, getSources, refuseServers, resolveStart } from "./resolveStart.ts";
import { createServerProbe } from "./servers/serverProbe.ts";
import { startElsewhere } from "./startElsewhere.ts";
import type { StarterOptions, StartServers } from "./starterOptions.ts";
import { getManagedFolder, readStartPolicy, refusesServers } from "./startPolicy.ts";
import { createTerminalCommand } from "./terminalCommand.ts";

/** Starts `claude`; no other code does. Checks trust, and decides what to continue and with which settings. */
export class ClaudeStarter implements Launcher {
  readonly #options: StarterOptions;

  constructor(options: StarterOptions) {
    this.#options = options;
  }

  /**
   * Starts a process. Rejects with `untrusted`, `repositoryUndecided`, `inUse`, `forkImpossible`, `settingInvalid`,
   * `cliNotFound`, `cliNotStartable` or `cliTooOld`, and with the reason of the signal when that aborts.
   */
  async launch(start: ProcessStart, signal?: AbortSignal): Promise<Launch> {
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
    if (start.elsewhere) return startElsewhere(this.#options, start, start.elsewhere, signal);
    const plan = await orAborted(planStart(start, saved, isTrusted()), signal);
    // Nothing comes between the admission and reading the settings that it is about.
    const admission = await orAborted(admit(start.folder), signal);
    const layers = settings(start.folder, admission.origin);
    const effective = resolveStart(layers, start);
    // Preparing servers may ask the user. It comes before the claim, so that other starts do not wait.
    const own = await servers(start.folder, admission, signal);
    signal?.throwIfAborted();
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
      claudePath: findPath(this.#options, start, effective),
      env,
      runtime: start.runtime,
      runtimeArgs: start.runtimeArgs,
      versions,
      deathWatch,
      signal,
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
    const claim = await locks.claim(start.conversation, resumed, signal);
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

  /** Returns the command that runs `claude` in a terminal, for its own login. Rejects like `launch`. */
  inTerminal(place: ProfiledFolder): Promise<Command & { readonly cwd: string }> {
    return createTerminalCommand(this.#options, place);
  }
}
