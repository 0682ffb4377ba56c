import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { ScriptRuntime } from "../../core/conversation/ports/ports.ts";
import { planLaunch } from "../../core/options/planLaunch.ts";
import { addLists } from "../../core/options/resolve.ts";
import { sandboxDenials } from "../../core/options/schemas.ts";
import { isReservedName } from "../../core/options/servers/serverDefinitions.ts";
import type { Transport, TransportReader } from "../../core/protocol/connection/transport.ts";
import type { ExternalServerConfig } from "../../core/protocol/requests/mcpConfig.ts";
import { hasSince } from "../../core/protocol/version.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore, toDisposable } from "../../shared/base/disposable.ts";
import { failures, getErrorMessage } from "../../shared/base/failure.ts";
import { readArray, readObject } from "../../shared/base/read.ts";
import type { LeftOutOption } from "../../shared/contract/configuration.ts";
import { type Command, createCommand } from "../processes/command.ts";
import type { DeathWatch } from "../processes/deathWatch.ts";
import { getHome } from "../processes/environment.ts";
import { readRegular } from "../storage/regularFiles.ts";
import type { VersionCheck } from "./cliVersion.ts";
import { findClaude } from "./findClaude.ts";
import { buildLaunchArguments, type LaunchOptions } from "./launchArguments.ts";
import { type ChildProcessOptions, ProcessTransport } from "./processTransport.ts";
import { assertSandbox, isSandboxOn } from "./sandbox.ts";
import { applyStartPolicy, noPolicy, type StartPolicy } from "./startPolicy.ts";

/** A file that only its owner can read; disposing removes it. */
interface SecretFile extends Disposable {
  readonly path: string;
}

/** The executable of a start, and the environment in which it runs. */
export interface ClaudeRequest {
  /** The `claudePath` setting. */
  readonly claudePath: string;
  /** The whole environment of `claude` (`makeEnvironment`). */
  readonly env: Readonly<Record<string, string>>;
  readonly versions: VersionCheck;
  readonly deathWatch?: Pick<DeathWatch, "watch"> | undefined;
  readonly runtime?: ScriptRuntime | undefined;
  /** Arguments of that program, before the script. */
  readonly runtimeArgs?: readonly string[] | undefined;
  /** Ends the start before a process runs. */
  readonly signal?: AbortSignal | undefined;
}

export interface LaunchRequest extends ClaudeRequest {
  /** Working directory; `claude` keys its transcripts by it. */
  readonly cwd: string;
  readonly options: Omit<LaunchOptions, "mcpConfigFile">;
  /** Settings of `claude` that apply in addition, above those of the user's settings file option. */
  readonly extraSettings?: Readonly<Record<string, unknown>> | undefined;
  /**
   * MCP servers to connect to, with every placeholder replaced; they are passed in a file, not on argv. Those with a
   * reserved name are not passed.
   */
  readonly mcpServers: Readonly<Record<string, ExternalServerConfig>>;
  /** The policy of the user's organization; what it forbids is left out, because `claude` would end. */
  readonly policy?: StartPolicy;
  readonly clock: Clock;
  /** Mark by which all processes that the process starts are found. */
  readonly mark: string;
  readonly onGone?: () => void;
  /** Starts the child in another way, in a test. */
  readonly spawn?: ChildProcessOptions["spawn"];
}

export interface LaunchResult {
  readonly transport: Transport;
  readonly program: string;
  /** Undefined when the process could not be started; the transport reports the reason. */
  readonly pid: number | undefined;
  readonly version: string;
  /** The environment with what the options add. */
  readonly environment: Readonly<Record<string, string>>;
  /** Fields of `initialize` that the options need. */
  readonly initialize: Readonly<Record<string, unknown>>;
  /** Options that this start does without. */
  readonly leftOut: readonly LeftOutOption[];
  /** True if commands run in the sandbox of `claude`. */
  readonly isSandboxed: boolean;
}

/** Finds and checks the executable. Throws `cliNotFound`, `cliNotStartable` or `cliTooOld`, or what ended the start. */
export async function checkClaude({
  claudePath,
  env,
  runtime,
  runtimeArgs,
  versions,
  deathWatch,
  signal,
}: ClaudeRequest): Promise<{ program: string; command: Command; version: string }> {
  const program = findClaude({ setting: claudePath, env, home: getHome(env), platform: process.platform });
  const command = createCommand(program, env, runtime, runtimeArgs);
  return { program, command, version: await versions.check({ file: program, command, env, deathWatch, signal }) };
}

/**
 * Finds, checks and starts `claude`. Throws `cliNotFound`, `cliNotStartable`, `cliTooOld` or `settingInvalid`, or what
 * ended the start; a failure after it reaches the transport's reader instead.
 */
export async function launchClaude(request: LaunchRequest): Promise<LaunchResult> {
  const { program, command, version } = await checkClaude(request);
  if (!fs.statSync(request.cwd, { throwIfNoEntry: false })?.isDirectory())
    throw failures.settingInvalid("tandem.workingDirectory", { code: "notFolder", path: request.cwd });
  // Without an explicit mode, 2.1.329 may pick `auto`.
  const given = new Map(
    Object.entries({ permissionMode: "default", ...request.options }).filter(([, value]) => value !== undefined),
  );
  const { values, env, leftOut: forbidden } = applyStartPolicy(given, request.env, request.policy ?? noPolicy, version);
  const plan = planLaunch(values, (since) => hasSince(version, since));
  const settings = { ...plan.settings, ...request.extraSettings };
  assertSandbox(settings, { platform: process.platform, env });
  // 2.1.50 does not know the flag, and refuses to start with an unknown flag.
  const includeHookEvents = hasSince(version, "c") === "yes";
  const mcpServers = Object.fromEntries(Object.entries(request.mcpServers).filter(([name]) => !isReservedName(name)));
  const hasServers = Object.keys(mcpServers).length > 0;
  const files = new DisposableStore();
  try {
    const secret = hasServers ? files.add(writeSecretFile("mcp.json", JSON.stringify({ mcpServers }))) : undefined;
    const { settingsFile, problem } = await writeSettings(settings, request, files);
    request.signal?.throwIfAborted();
    const environment = { ...env, ...plan.environment };
    const transport = new ProcessTransport({
      file: command.file,
      args: [
        ...command.args,
        ...buildLaunchArguments(
          { ...request.options, includeHookEvents, mcpConfigFile: secret?.path, settingsFile },
          plan.args,
        ),
      ],
      cwd: request.cwd,
      env: { ...environment, ...command.env },
      clock: request.clock,
      mark: request.mark,
      ...(request.onGone ? { onGone: request.onGone } : {}),
      ...(request.spawn ? { spawn: request.spawn } : {}),
    });
    const leftOut = [...plan.leftOut, ...forbidden, ...(problem ? [problem] : [])];
    return {
      pid: transport.pid,
      transport: new FileKeepingTransport(transport, files, secret),
      program,
      version,
      environment,
      initialize: plan.initialize,
      leftOut,
      isSandboxed: isSandboxOn(settings),
    };
  } catch (error) {
    files.dispose();
    request.signal?.throwIfAborted();
    throw failures.cliNotStartable(program, getErrorMessage(error), error);
  }
}

/**
 * Returns the settings file to pass: that of the option, or a private copy of it with more settings, because `claude`
 * takes only one. A file that cannot be read is left out, since `claude` would not start with it.
 */
async function writeSettings(
  more: Readonly<Record<string, unknown>>,
  { options, cwd }: LaunchRequest,
  files: DisposableStore,
): Promise<{ readonly settingsFile?: string; readonly problem?: LeftOutOption }> {
  const write = (settings: object): string =>
    files.add(writeSecretFile("settings.json", JSON.stringify(settings))).path;
  const isOwn = Object.keys(more).length > 0;
  if (!options.settingsFile) return isOwn ? { settingsFile: write(more) } : {};
  const file = path.resolve(cwd, options.settingsFile);
  try {
    const settings: unknown = JSON.parse(await readRegular(file));
    if (typeof settings !== "object" || settings === null || Array.isArray(settings))
      throw new SyntaxError("not an object");
    const merged = addLists({ ...settings, ...more, ...mergeParts(settings, more) }, [settings], denials);
    return { settingsFile: isOwn ? write(merged as object) : file };
  } catch (error) {
    const problem = { name: "settingsFile", code: "unreadable", value: file, reason: getErrorMessage(error) } as const;
    return isOwn ? { settingsFile: write(more), problem } : { problem };
  }
}

/** Places of lists in a settings file that take something away: those of a file stay beside those of the options. */
const denials = [["disabledMcpjsonServers"], ...sandboxDenials.map((place) => ["sandbox", ...place])];

/** Returns the permission rules and the plugins of both, since a start adds to those of the file. */
function mergeParts(settings: object, more: object): object {
  const [own, added] = [readObject(settings, "permissions"), readObject(more, "permissions")];
  const [plugins, others] = [readObject(settings, "enabledPlugins"), readObject(more, "enabledPlugins")];
  const enabledPlugins = plugins && others ? { enabledPlugins: { ...plugins, ...others } } : {};
  if (!own || !added) return enabledPlugins;
  const lists = Object.keys(added).map((name) => [
    name,
    [...(readArray(own, name) ?? []), ...(readArray(added, name) ?? [])],
  ]);
  return { ...enabledPlugins, permissions: { ...own, ...Object.fromEntries(lists) } };
}

/**
 * Removes the files of a start once the process that may read them is gone, and the file of the MCP servers once the
 * process has read it: all versions read it before they write their first line.
 */
class FileKeepingTransport implements Transport {
  readonly #inner: Transport;
  readonly #files: DisposableStore;
  readonly #servers: SecretFile | undefined;

  constructor(inner: Transport, files: DisposableStore, servers: SecretFile | undefined) {
    this.#inner = inner;
    this.#files = files;
    this.#servers = servers;
  }

  start(reader: TransportReader): void {
    this.#inner.start({
      onLine: (line) => {
        this.#servers?.dispose();
        reader.onLine(line);
      },
      onStderr: (text) => reader.onStderr?.(text),
      onClosed: (failure) => {
        this.#files.dispose();
        reader.onClosed(failure);
      },
    });
  }

  send(line: string): void {
    this.#inner.send(line);
  }

  end(): void {
    this.#inner.end();
  }

  async close(): Promise<void> {
    await this.#inner.close();
    this.#files.dispose();
  }
}

/** Writes `content` to a new file with mode 0600 in its own folder with mode 0700. */
export function writeSecretFile(name: string, content: string): SecretFile {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-start-"));
  const file = path.join(folder, name);
  fs.writeFileSync(file, content, { mode: 0o600, flag: "wx" });
  // On Windows a file that is open elsewhere cannot be removed; a retry or the system's cleanup removes it.
  const release = toDisposable(
    () => void fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {}),
  );
  return { path: file, dispose: () => release.dispose() };
}
