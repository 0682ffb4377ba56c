import fs from "node:fs";
import path from "node:path";
import type { Clock } from "../base/clock.ts";
import { DisposableStore } from "../base/disposable.ts";
import { failures, getErrorMessage } from "../base/failure.ts";
import { createCommand } from "../processes/command.ts";
import type { DeathWatch } from "../processes/deathWatch.ts";
import { getHome } from "../processes/environment.ts";
import type { ExternalServerConfig } from "../protocol/mcpConfig.ts";
import type { Transport, TransportReader } from "../protocol/transport.ts";
import { hasSince } from "../protocol/version.ts";
import { readRegular } from "../storage/regularFiles.ts";
import type { VersionCheck } from "./cliVersion.ts";
import { findClaude } from "./findClaude.ts";
import { buildLaunchArguments, type LaunchOptions } from "./launchArguments.ts";
import { type ProcessOptions, ProcessTransport } from "./processTransport.ts";
import { writeSecretFile } from "./secretFile.ts";

export interface LaunchRequest {
  /** The `claudePath` setting. */
  readonly claudePath: string;
  /** The whole environment of `claude` (`makeEnvironment`). */
  readonly env: Readonly<Record<string, string>>;
  /** Working directory; `claude` keys its transcripts by it. */
  readonly cwd: string;
  readonly options: Omit<LaunchOptions, "mcpConfigFile">;
  /** Settings of `claude` that apply in addition, above those of the user's settings file option. */
  readonly extraSettings?: Readonly<Record<string, unknown>> | undefined;
  /** MCP servers to connect to, with every placeholder replaced; they are passed in a file, not on argv. */
  readonly mcpServers: Readonly<Record<string, ExternalServerConfig>>;
  readonly clock: Clock;
  /** Mark by which all processes that the process starts are found. */
  readonly mark: string;
  readonly onGone?: () => void;
  readonly versions: VersionCheck;
  readonly deathWatch?: Pick<DeathWatch, "watch"> | undefined;
  /** Starts the child in another way: in a container, over SSH, in a test. */
  readonly spawn?: ProcessOptions["spawn"];
}

export interface LaunchResult {
  readonly transport: Transport;
  readonly program: string;
  /** Undefined when the process could not be started; the transport reports the reason. */
  readonly pid: number | undefined;
  readonly version: string;
}

/**
 * Finds, checks and starts `claude`. Throws `cliNotFound`, `cliNotStartable`, `cliTooOld` or `settingInvalid`; a failure after the start reaches the
 * transport's reader instead.
 */
export async function launchClaude(request: LaunchRequest): Promise<LaunchResult> {
  const { env } = request;
  const program = findClaude({ setting: request.claudePath, env, home: getHome(env), platform: process.platform });
  if (!fs.statSync(request.cwd, { throwIfNoEntry: false })?.isDirectory())
    throw failures.settingInvalid("tandem.workingDirectory", { code: "notFolder", path: request.cwd });
  const command = createCommand(program, env);
  const version = await request.versions.check(program, command, env, request.deathWatch);
  if (request.options.permissionMode === "auto" && hasSince(version, "c") === "no")
    throw failures.settingInvalid("tandem.permissionMode", { code: "modeMissing", mode: "auto", version });
  // 2.1.50 does not know the flag, and refuses to start with an unknown flag.
  const includeHookEvents = hasSince(version, "c") === "yes";
  const hasServers = Object.keys(request.mcpServers).length > 0;
  const files = new DisposableStore();
  try {
    const secret = hasServers ? files.add(writeSecretFile("mcp.json", JSON.stringify({ mcpServers: request.mcpServers }))) : undefined;
    const settingsFile = await writeExtraSettings(request, files);
    const transport = new ProcessTransport({
      file: command.file,
      args: [...command.args, ...buildLaunchArguments({ ...request.options, includeHookEvents, mcpConfigFile: secret?.path, settingsFile })],
      cwd: request.cwd,
      env: { ...env, ...command.env },
      clock: request.clock,
      mark: request.mark,
      ...(request.onGone ? { onGone: request.onGone } : {}),
      ...(request.spawn ? { spawn: request.spawn } : {}),
    });
    return { pid: transport.pid, transport: new FileKeepingTransport(transport, files), program, version };
  } catch (error) {
    files.dispose();
    throw failures.cliNotStartable(program, getErrorMessage(error), error);
  }
}

/** Writes a settings file with the extra settings and those of the settings file option. Returns the path of the file to pass, if any. */
async function writeExtraSettings({ options, extraSettings, cwd }: LaunchRequest, files: DisposableStore): Promise<string | undefined> {
  if (extraSettings === undefined) return options.settingsFile;
  const own: unknown = options.settingsFile === undefined ? {} : JSON.parse(await readRegular(path.resolve(cwd, options.settingsFile)));
  return files.add(writeSecretFile("settings.json", JSON.stringify({ ...(own as object), ...extraSettings }))).path;
}

/** Removes the files of a start once the process that may read them is gone. */
class FileKeepingTransport implements Transport {
  readonly #inner: Transport;
  readonly #files: DisposableStore;

  constructor(inner: Transport, files: DisposableStore) {
    this.#inner = inner;
    this.#files = files;
  }

  start(reader: TransportReader): void {
    this.#inner.start({
      onLine: (line) => reader.onLine(line),
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
