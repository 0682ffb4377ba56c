import path from "node:path";
import type { Clock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";
import { failures } from "../base/failure.ts";
import type { ProfiledFolder } from "../conversations/ports.ts";
import { type Command, createCommand } from "../processes/command.ts";
import type { DeathWatch } from "../processes/deathWatch.ts";
import { getHome, type ProfileEnvironment } from "../processes/environment.ts";
import type { ProcessLocks } from "../processes/processLocks.ts";
import type { ExternalServerConfig } from "../protocol/mcpConfig.ts";
import type { Launch, Launcher, ProcessStart } from "../session/ports.ts";
import { getConfigFolder } from "../transcripts/projectFolder.ts";
import type { VersionCheck } from "./cliVersion.ts";
import { findClaude } from "./findClaude.ts";
import { selectPassableRules } from "./launchArguments.ts";
import { type LaunchRequest, type LaunchResult, launchClaude } from "./launchClaude.ts";
import { planStart, type StartPlan, type TranscriptLookup } from "./planStart.ts";

/** The settings of a folder that a start uses. */
export interface StartSettings {
  readonly claudePath: string;
  readonly permissionMode: string;
  readonly allowDangerouslySkipPermissions: boolean;
  /** Empty for the default of `claude`. */
  readonly model: string;
  readonly additionalDirectories: readonly string[];
  /** True to let `claude` ask the model after each turn for the user's likely next prompt. */
  readonly suggestsPrompts: boolean;
  /** MCP servers with every placeholder replaced. */
  readonly mcpServers: Readonly<Record<string, ExternalServerConfig>>;
}

export interface StarterOptions {
  /** Returns true if programs may run in this window. Called at each start. */
  readonly isTrusted: () => boolean;
  readonly environment: ProfileEnvironment;
  /** Returns the effective settings of a folder under a profile; `mode` is the mode of the conversation. Throws `settingInvalid`. */
  readonly settings: (place: ProfiledFolder, mode: string | undefined) => Promise<StartSettings>;
  readonly saved: TranscriptLookup;
  readonly locks: ProcessLocks;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly versions: VersionCheck;
  /** Ends the started processes when this extension host dies. */
  readonly deathWatch?: Pick<DeathWatch, "watch"> | undefined;
}

/** A program with everything that it needs to run in a terminal. */
export interface TerminalCall extends Command {
  readonly cwd: string;
}

/** Starts `claude`; no other code does. Checks trust, and decides what to continue and with which settings. */
export class ClaudeStarter implements Launcher {
  readonly #options: StarterOptions;

  constructor(options: StarterOptions) {
    this.#options = options;
  }

  /** Starts a process. Rejects with `untrusted`, `inUse`, `forkImpossible`, `settingInvalid`, `cliNotFound`, `cliNotStartable` or `cliTooOld`. */
  async launch(start: ProcessStart): Promise<Launch> {
    const { isTrusted, settings, saved, locks, newId } = this.#options;
    const plan = await planStart(start, saved, isTrusted());
    // Reading settings may ask the user. It comes before the claim, so that other starts do not wait for the answer.
    const values = await settings(start, start.permissionMode);
    const resumed = plan.kind === "resume" ? plan.sessionId : undefined;
    const claim = await locks.claim(start.conversation, resumed);
    try {
      const mark = newId();
      let watching: Disposable | undefined;
      const onGone = (): void => {
        watching?.dispose();
        if (pid !== undefined) locks.release(start.conversation, pid);
      };
      const env = this.#options.environment(start.profile);
      const launched = await this.#launch(start, plan, values, { env, mark, onGone });
      const { pid, transport, version } = launched;
      if (pid !== undefined) watching = this.#options.deathWatch?.watch(pid, mark);
      if (pid !== undefined) void locks.hold(start.conversation, pid, mark, resumed);
      const noteSession = (sessionId: string): void => {
        if (pid !== undefined) locks.noteSession(start.conversation, pid, sessionId);
      };
      return {
        transport,
        version,
        isResumed: plan.kind !== "fresh",
        configFolder: path.resolve(start.folder, getConfigFolder(env, getHome(env))),
        permissionMode: values.permissionMode,
        suggestsPrompts: values.suggestsPrompts,
        noteSession,
      };
    } finally {
      claim.dispose();
    }
  }

  #launch(
    start: ProcessStart,
    plan: StartPlan,
    { claudePath, mcpServers, model, suggestsPrompts: _suggestsPrompts, ...rest }: StartSettings,
    process: Pick<LaunchRequest, "env" | "mark" | "onGone">,
  ): Promise<LaunchResult> {
    const { clock, versions, deathWatch } = this.#options;
    return launchClaude({
      claudePath,
      ...process,
      cwd: start.folder,
      options: {
        ...rest,
        allowedTools: start.grants && selectPassableRules(start.grants.rules),
        disallowedTools: start.grants?.denied,
        additionalDirectories: [...rest.additionalDirectories, ...(start.grants?.directories ?? [])],
        model: start.model ?? (model || undefined),
        effort: start.effort,
        maxThinkingTokens: start.isThinkingOff ? 0 : undefined,
        ...(plan.kind === "fresh" ? {} : { resume: plan.sessionId }),
        ...(plan.kind === "fork" ? { forkSession: true, resumeSessionAt: plan.lastEntry } : {}),
        settingSources: ["user", "project", "local"],
      },
      mcpServers,
      clock,
      versions,
      deathWatch,
    });
  }

  /** Returns the command that runs `claude` in a terminal, for its own login. Throws like `launch`. */
  async inTerminal(place: ProfiledFolder): Promise<TerminalCall> {
    const { isTrusted, settings, environment } = this.#options;
    if (!isTrusted()) throw failures.untrusted();
    const env = environment(place.profile);
    const program = findClaude({ setting: (await settings(place, undefined)).claudePath, env, home: getHome(env), platform: process.platform });
    const command = createCommand(program, env);
    return { ...command, env: { ...env, ...command.env }, cwd: place.folder };
  }
}
