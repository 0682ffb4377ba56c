import type { Launch, ProcessStart } from "../../core/conversation/ports/ports.ts";
import { type OptionName, type OptionValue, optionRows } from "../../core/options/options.ts";
import { planLaunch } from "../../core/options/planLaunch.ts";
import type { Elsewhere, ProcessSource, SourceRequest } from "../../core/protocol/elsewhere/processSource.ts";
import { createRelaySource } from "../../core/protocol/elsewhere/relaySource.ts";
import { SourceTransport } from "../../core/protocol/elsewhere/sourceTransport.ts";
import { hasSince, oldestSupported } from "../../core/protocol/version.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { failures, isFailure } from "../../shared/base/failure.ts";
import { orAborted } from "../../shared/base/orAborted.ts";
import { compareVersions, parseVersion, type Version } from "../../shared/base/version.ts";
import { buildLaunchArguments } from "./launchArguments.ts";

export interface ElsewhereRequest {
  readonly elsewhere: Elsewhere;
  readonly cwd: string;
  /** Variables by which Tandem controls `claude`; none of the user or of this machine. */
  readonly environment: Readonly<Record<string, string>>;
  /** The values of all options; their rows say what another place gets. */
  readonly values: { readonly [N in OptionName]: OptionValue<N> };
  readonly resume: string | undefined;
  /** Servers of the extension; those of the user stay on this machine. */
  readonly servers: NonNullable<ProcessStart["servers"]>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Ends the start before a process runs. */
  readonly signal?: AbortSignal | undefined;
}

const program = "claude";
/** Time limit for the version: another place may have to begin. */
const versionLimitMs = 60_000;

/**
 * Starts `claude` in a place that an extension provides. What a start on this machine passes in files travels in the
 * arguments, since it contains no secret. Rejects with `cliNotStartable` or `cliTooOld`; a failure after the start
 * reaches the transport's reader instead.
 */
export async function launchElsewhere(
  request: ElsewhereRequest,
): Promise<Pick<Launch, "transport" | "version" | "initialize" | "leftOut">> {
  const { elsewhere, cwd, environment, values, resume, servers, settings, clock, newId, signal } = request;
  const source = "spawn" in elsewhere ? elsewhere.spawn : createRelaySource(elsewhere.relay, clock, newId);
  const version = await askVersion(source, { command: program, args: ["--version"], cwd, environment }, clock, signal);
  const given = new Map<string, unknown>(Object.entries(values));
  const own = new Map(
    [...optionRows].flatMap(([name, row]) =>
      row.elsewhere && given.has(name) ? [[name, row.elsewhere(given.get(name))]] : [],
    ),
  );
  const plan = planLaunch(own, (since) => hasSince(version, since));
  const allSettings = { ...plan.settings, ...settings };
  const toJson = (value: object): string | undefined =>
    Object.keys(value).length === 0 ? undefined : JSON.stringify(value);
  const start = {
    resume,
    mcpConfigFile: Object.keys(servers).length === 0 ? undefined : JSON.stringify({ mcpServers: servers }),
    settingsFile: toJson(allSettings),
    includeHookEvents: hasSince(version, "c") === "yes",
    authStatus: true,
  };
  const args = buildLaunchArguments(start, plan.args);
  const transport = new SourceTransport(
    source,
    { command: program, args, cwd, environment: { ...environment, ...plan.environment } },
    clock,
  );
  return { transport, version, initialize: plan.initialize, leftOut: plan.leftOut };
}

/** Runs `claude --version` in the other place. */
async function askVersion(
  source: ProcessSource,
  request: Omit<SourceRequest, "signal">,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<string> {
  signal?.throwIfAborted();
  const transport = new SourceTransport(source, request, clock);
  const end = (): void => void transport.close();
  const version = new Promise<string>((resolve, reject) => {
    let output = "";
    const timer = clock.after(versionLimitMs, end);
    transport.start({
      onLine: (line) => {
        output = `${output}${line}\n`.slice(0, 300);
      },
      onClosed: (failure) => {
        timer.dispose();
        const version = parseVersion(output);
        if (!version)
          return reject(
            isFailure(failure, "cliNotStartable")
              ? failure
              : failures.cliNotStartable(program, failure?.message ?? output.trim(), failure),
          );
        const isOld = compareVersions(version, parseVersion(oldestSupported) as Version) < 0;
        if (isOld) reject(failures.cliTooOld(program, version.join("."), oldestSupported));
        else resolve(version.join("."));
      },
    });
    transport.end();
  });
  return orAborted(version, signal).finally(() => {
    if (signal?.aborted) end();
  });
}
