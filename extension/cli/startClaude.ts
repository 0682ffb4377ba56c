import type { Clock } from "../base/clock.ts";
import { failures } from "../base/failure.ts";
import type { DialedServerConfig } from "../protocol/mcpConfig.ts";
import type { Launch, Launcher, Start } from "../session/ports.ts";
import type { VersionCheck } from "./cliVersion.ts";
import { type Command, commandFor } from "./command.ts";
import { homeOf } from "./environment.ts";
import { findClaude } from "./findClaude.ts";
import { launchClaude } from "./launchClaude.ts";
import { planStart, type Saved } from "./planStart.ts";
import type { ProcessLocks } from "./processLocks.ts";

/** What a start takes from the settings of its folder. */
export interface StartSettings {
  readonly claudePath: string;
  readonly permissionMode: string;
  readonly allowDangerouslySkipPermissions: boolean;
  /** Empty for the CLI's own choice. */
  readonly model: string;
  readonly additionalDirectories: readonly string[];
  /** With every placeholder replaced. */
  readonly mcpServers: Readonly<Record<string, DialedServerConfig>>;
}

export interface StarterOptions {
  /** Whether programs may run in this window. Asked at each start. */
  readonly isTrusted: () => boolean;
  /** The CLI's environment, read afresh at each start. Throws `settingInvalid`. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** What is in force for a folder; `mode` is the one chosen for the conversation. Throws `settingInvalid`. */
  readonly settings: (folder: string, mode: string | undefined) => Promise<StartSettings>;
  readonly saved: Saved;
  readonly locks: ProcessLocks;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly versions: VersionCheck;
}

/** A program with everything it needs to run in a terminal. */
export interface TerminalCall extends Command {
  readonly cwd: string;
}

/** The one door through which the program starts: trust, what to go on with, and the settings are decided here. */
export class ClaudeStarter implements Launcher {
  readonly #options: StarterOptions;

  constructor(options: StarterOptions) {
    this.#options = options;
  }

  /** Rejects with `untrusted`, `inUse`, `forkImpossible`, `settingInvalid`, `cliNotFound`, `cliNotStartable` or `cliTooOld`. */
  async launch(start: Start): Promise<Launch> {
    const { isTrusted, settings, environment, saved, locks, newId, clock, versions } = this.#options;
    const plan = await planStart(start, saved, isTrusted());
    await locks.claim(start.conversation, plan.kind === "resume" ? plan.sessionId : undefined);
    const mark = newId();
    const { claudePath, mcpServers, model, ...rest } = await settings(start.folder, start.permissionMode);
    const launched = await launchClaude({
      claudePath,
      env: environment(),
      cwd: start.folder,
      options: {
        ...rest,
        allowedTools: start.grants?.rules,
        additionalDirectories: [...rest.additionalDirectories, ...(start.grants?.directories ?? [])],
        model: start.model ?? (model || undefined),
        ...(plan.kind === "fresh" ? {} : { resume: plan.sessionId }),
        ...(plan.kind === "fork" ? { forkSession: true, resumeSessionAt: plan.lastEntry } : {}),
        settingSources: ["user", "project", "local"],
      },
      mcpServers,
      clock,
      mark,
      onGone: () => pid !== undefined && locks.release(start.conversation, pid),
      versions,
    });
    const { pid } = launched;
    if (pid !== undefined) await locks.hold(start.conversation, pid, mark);
    const noteSession = (sessionId: string): void => {
      if (pid !== undefined) locks.noteSession(start.conversation, pid, sessionId);
    };
    return { transport: launched.transport, version: launched.version, isResumed: plan.kind !== "fresh", noteSession };
  }

  /** The program as a terminal starts it, for its own login. Throws like `launch`. */
  async inTerminal(folder: string): Promise<TerminalCall> {
    const { isTrusted, settings, environment } = this.#options;
    if (!isTrusted()) throw failures.untrusted();
    const env = environment();
    const program = findClaude({ setting: (await settings(folder, undefined)).claudePath, env, home: homeOf(env), platform: process.platform });
    const command = commandFor(program, env);
    return { ...command, env: { ...env, ...command.env }, cwd: folder };
  }
}
