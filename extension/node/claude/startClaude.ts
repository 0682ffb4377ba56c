import path from "node:path";
import type {
  Admission,
  Launch,
  Launcher,
  ProcessStart,
  ProfiledFolder,
  ServerProbe,
} from "../../core/conversation/ports/ports.ts";
import { isSame } from "../../core/options/difference.ts";
import { selectPassableRules } from "../../core/options/planLaunch.ts";
import { listAgentValues, listGivenValues, listSecretArguments } from "../../core/options/servers/launchServers.ts";
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
import type { StarterOptions, StartServers } from "./starterOptions.ts";
import { getManagedFolder, readStartPolicy, refusesServers } from "./startPolicy.ts";

/** Time in ms after which what the repository brings is looked at again before the process starts. */
const maxAdmissionMs = 300;

/** A start with all that it was decided with. */
interface PreparedStart {
  readonly plan: StartPlan;
  readonly effective: readonly Effective[];
  readonly servers: StartServers;
  readonly admission: Admission;
  /** Tools that the admission leaves out. */
  readonly excluded: readonly string[];
}

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
    const { isTrusted, admit, settings, saved, locks, versions, deathWatch, clock } = this.#options;
    if (start.elsewhere)
      return (await import("./startElsewhere.ts")).startElsewhere(this.#options, start, start.elsewhere, signal);
    const plan = await orAborted(planStart(start, saved, isTrusted()), signal);
    // Nothing comes between the admission and reading the settings that it is about.
    const admission = await orAborted(admit(start.folder), signal);
    const admittedAt = clock.now();
    const layers = settings(start.folder, admission.origin);
    const effective = resolveStart(layers, start);
    const { agents, extraArgs } = getAllValues(effective);
    const args = Object.entries(extraArgs).map(([name, value]) => `--${name}=${value}`);
    this.#options.noteSecrets?.([...listAgentValues(agents), ...listSecretArguments(args)]);
    // Preparing servers may ask the user. It comes before the claim, so that other starts do not wait.
    const servers = await this.#collectServers(start, admission, signal);
    const env = {
      ...this.#options.environment(start.profile),
      ...this.#options.isolation?.(start.folder)?.environment,
      ...getExclusion(admission),
    };
    const claudePath = findPath(this.#options, start, effective);
    const { runtime, runtimeArgs } = start;
    const claude = { claudePath, env, runtime, runtimeArgs, versions, deathWatch, signal };
    const managed = this.#options.managedFolder ?? getManagedFolder();
    const probe = this.#createProbe(start.folder, env, getAllValues(effective), admission, managed);
    const checked = (await checkClaude(claude)).version;
    const policy = await readStartPolicy(env, managed);
    const refuses = refusesServers(policy, checked);
    const excluded = getExcludedTools(admission, checked);
    // Files of the repository can have changed while the user was asked for a secret.
    const isOld = clock.now() - admittedAt > maxAdmissionMs;
    if (isOld && !isSame(await orAborted(admit(start.folder), signal), admission)) return this.launch(start, signal);
    const resumed = plan.kind === "resume" ? plan.sessionId : undefined;
    const claim = await locks.claim(start.conversation, resumed, signal);
    try {
      const passed = { ...servers, servers: refuses ? {} : servers.servers };
      const { pid, program, environment, ...launched } = await this.#hold(start.conversation, resumed, (held) =>
        this.#launch(start, { plan, effective, servers: passed, admission, excluded }, { ...claude, ...held, policy }),
      );
      return {
        ...launched,
        isResumed: plan.kind !== "fresh",
        configFolder: path.resolve(start.folder, getConfigFolder(env, getHome(env))),
        layers,
        servers,
        refusesServers: refuses,
        probe,
        readmit: () => admit(start.folder),
        facts: { program, variables: this.#options.describe?.(environment, start.profile) },
        noteSession: (sessionId) => {
          if (pid !== undefined) locks.noteSession(start.conversation, pid, sessionId);
        },
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

  /** Returns the servers of the settings and those that an extension adds; it replaces none of the settings. */
  async #collectServers({ folder, servers }: ProcessStart, admission: Admission, signal: AbortSignal | undefined) {
    const own = await this.#options.servers(folder, admission, signal);
    signal?.throwIfAborted();
    const extra = Object.fromEntries(
      Object.entries(servers ?? {}).filter(([name]) => !Object.hasOwn(own.servers, name)),
    );
    this.#noteSecrets(Object.values(extra));
    return { ...own, servers: { ...own.servers, ...extra }, ...(servers ? { extra } : {}) };
  }

  #noteSecrets(servers: readonly ExternalServerConfig[]): void {
    this.#options.noteSecrets?.(servers.flatMap(listGivenValues));
  }

  #createProbe(
    cwd: string,
    env: Readonly<Record<string, string>>,
    values: ReturnType<typeof getAllValues>,
    { origin }: Admission,
    managed: string,
  ): ServerProbe {
    const { admit, clock, newId, deathWatch } = this.#options;
    return createServerProbe({
      cwd,
      env,
      managed,
      clock,
      newId,
      deathWatch,
      admit: () => admit(cwd),
      sources: { settingSources: getSources(values, origin), isStrict: values.strictMcpConfig },
      onFound: (servers) => this.#noteSecrets(servers),
    });
  }

  /** Watches a process and holds its locks, from its start until it is gone. */
  async #hold(
    conversation: ProcessStart["conversation"],
    resumed: string | undefined,
    launch: (held: Pick<LaunchRequest, "mark" | "onGone">) => Promise<LaunchResult>,
  ): Promise<LaunchResult> {
    const { locks, newId, deathWatch } = this.#options;
    const mark = newId();
    let watching: Disposable | undefined;
    let pid: number | undefined;
    const onGone = (): void => {
      watching?.dispose();
      if (pid !== undefined) locks.release(conversation, pid);
    };
    const launched = await launch({ mark, onGone });
    pid = launched.pid;
    if (pid !== undefined) watching = deathWatch?.watch(pid, mark);
    if (pid !== undefined) void locks.hold(conversation, pid, mark, resumed);
    return launched;
  }

  #launch(
    start: ProcessStart,
    { plan, effective, servers: { servers: mcpServers, rules }, admission, excluded }: PreparedStart,
    process: ClaudeRequest & Pick<LaunchRequest, "policy" | "mark" | "onGone">,
  ): Promise<LaunchResult> {
    const { origin, refusedServers } = admission;
    const values = getAllValues(effective);
    const others = [...values.additionalDirectories, ...this.#options.otherRoots(start.folder)];
    const granted = start.grants?.directories ?? [];
    // With the flag for directories, `claude` also loads what is configured there (2.1.50, 2.1.332), with the user's
    // settings alone plugins (2.1.50) and, where a variable of the user says so, instructions.
    const [added, directories] = origin === "all" ? [others, granted] : [[], [...others, ...granted]];
    const permissions = {
      ...(rules.ask.length > 0 ? { ask: rules.ask } : {}),
      ...(directories.length > 0 ? { additionalDirectories: [...new Set(directories)] } : {}),
    };
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
        additionalDirectories: [...new Set(added)],
        ...(plan.kind === "fresh" ? {} : { resume: plan.sessionId }),
        ...(plan.kind === "fork" ? { forkSession: true, resumeSessionAt: plan.lastEntry } : {}),
        settingSources: getSources(values, origin),
        authStatus: true,
      },
      extraSettings: {
        ...refuseServers(refusedServers),
        ...(Object.keys(permissions).length > 0 ? { permissions } : {}),
      },
      mcpServers,
      clock: this.#options.clock,
    });
  }

  /** Returns the command that runs `claude` in a terminal, for its own login. Rejects like `launch`. */
  async inTerminal(place: ProfiledFolder): Promise<Command & { readonly cwd: string }> {
    return (await import("./terminalCommand.ts")).createTerminalCommand(this.#options, place);
  }
}
