import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../../extension/core/protocol/connection/client.ts";
import { VersionCheck } from "../../extension/node/claude/cliVersion.ts";
import type { LaunchOptions } from "../../extension/node/claude/launchArguments.ts";
import { launchClaude } from "../../extension/node/claude/launchClaude.ts";
import { makeEnvironment } from "../../extension/node/processes/environment.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { ensureSdk } from "../host/install.mjs";

const recorder = fileURLToPath(new URL("./recorderCli.mjs", import.meta.url));
const prompt = { uuid: randomUUID(), text: "go" };
const server = { type: "stdio" as const, command: "db", args: ["--x"] };

/** Options that both sides know by the same names. */
const options = {
  permissionMode: "acceptEdits",
  model: "opus",
  fallbackModel: "sonnet",
  maxTurns: 7,
  maxBudgetUsd: 2,
  allowedTools: ["Read", "Grep"],
  disallowedTools: ["WebFetch"],
  settingSources: ["user", "project", "local"],
  additionalDirectories: ["/other"],
  strictMcpConfig: true,
} satisfies LaunchOptions;

interface Recorded {
  readonly argv: string[];
  readonly env: Record<string, string>;
  readonly frames: Record<string, any>[];
}

let folder: string;
let own: Recorded;
let sdk: Recorded;

/** The same options and actions through our client. */
async function runOwn(file: string, env: Record<string, string>): Promise<void> {
  for (const name of Object.keys(process.env)) if (/^(NODE_OPTIONS|DEBUG)$/.test(name)) delete process.env[name];
  const { transport, version } = await launchClaude({
    claudePath: recorder,
    env: makeEnvironment({ inherited: process.env, extra: { ...env, TANDEM_RECORD: file }, clientVersion: "1.0.0" }),
    cwd: folder,
    options,
    mcpServers: { db: server },
    clock: systemClock,
    mark: randomUUID(),
    versions: new VersionCheck(),
  });
  const client = new Client({
    transport,
    version,
    clock: systemClock,
    logger: silentLogger,
    newId: randomUUID,
    listener: {
      onActivity() {},
      onFrame() {},
      onCorrupt() {},
      onClosed() {},
      can_use_tool: async () => ({ behavior: "deny", message: "no", toolUseID: "" }),
      askUser: async () => ({ action: "decline" }),
    },
  });
  client.start();
  await client.initialize({ promptSuggestions: false });
  client.prompt([{ type: "text", text: prompt.text }], { uuid: prompt.uuid });
  await client.setModel("haiku");
  await client.setPermissionMode("plan");
  await client.setMaxThinkingTokens(8_000);
  await client.rewindFiles(prompt.uuid, { dryRun: true });
  await client.call("mcp_status", {});
  await client.setMcpServers({ db: server });
  await client.call("mcp_reconnect", { serverName: "db" });
  await client.call("mcp_toggle", { serverName: "db", enabled: false });
  await client.call("apply_flag_settings", { settings: { effortLevel: "high" } });
  await client.call("stop_task", { task_id: "t1" });
  await client.interrupt();
  await client.close();
}

/** And through the vendor's SDK. */
async function runSdk(file: string, env: Record<string, string>): Promise<void> {
  const { query } = await import(ensureSdk());
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let onTaken = (): void => {};
  const taken = new Promise<void>((resolve) => {
    onTaken = resolve;
  });
  async function* prompts() {
    yield {
      type: "user",
      uuid: prompt.uuid,
      session_id: "",
      parent_tool_use_id: null,
      message: { role: "user", content: [{ type: "text", text: prompt.text }] },
    };
    onTaken();
    await ended;
  }
  const run = query({
    prompt: prompts(),
    options: {
      pathToClaudeCodeExecutable: recorder,
      cwd: folder,
      env: { ...process.env, ...env, TANDEM_RECORD: file },
      ...options,
      mcpServers: { db: server },
      includePartialMessages: true,
      enableFileCheckpointing: true,
      promptSuggestions: false,
      canUseTool: async () => ({ behavior: "deny", message: "no" }),
    },
  });
  const reading = (async () => {
    for await (const _message of run);
  })().catch(() => {});
  await run.initializationResult?.();
  // The SDK asks for the next prompt once it has written this one.
  await taken;
  await run.setModel("haiku");
  await run.setPermissionMode("plan");
  await run.setMaxThinkingTokens(8_000);
  await run.rewindFiles(prompt.uuid, { dryRun: true });
  await run.mcpServerStatus();
  await run.setMcpServers({ db: server });
  await run.reconnectMcpServer("db");
  await run.toggleMcpServer("db", false);
  await run.applyFlagSettings({ effortLevel: "high" });
  await run.stopTask("t1");
  await run.interrupt();
  end();
  run.close?.();
  await reading;
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-differential-"));
  const env = { HOME: folder };
  const [ownFile, sdkFile] = [path.join(folder, "own.json"), path.join(folder, "sdk.json")];
  await runOwn(ownFile, env);
  await runSdk(sdkFile, env);
  [own, sdk] = [ownFile, sdkFile].map((file) => JSON.parse(fs.readFileSync(file, "utf8"))) as [Recorded, Recorded];
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const only = <T>(left: readonly T[], right: readonly T[]) => left.filter((entry) => !right.includes(entry));
const difference = (left: readonly string[], right: readonly string[]) => ({
  own: only(left, right).sort(),
  sdk: only(right, left).sort(),
});

describe("claude under Tandem and under the SDK, apart from the listed differences", () => {
  it("starts with the same arguments", () => {
    const { own: ours, sdk: theirs } = difference(own.argv, sdk.argv);
    // Servers can hold secrets: they travel in a file that only its owner reads, not on argv.
    // Output of hooks has rows; the SDK has them only on request.
    expect(ours).toEqual(["--include-hook-events", expect.stringMatching(/^--mcp-config=.*mcp\.json$/)]);
    expect(theirs).toEqual(["--mcp-config", JSON.stringify({ mcpServers: { db: server } })]);
  });

  it("starts with the same environment", () => {
    const entries = ({ env }: Recorded) =>
      Object.entries({
        ...env,
        TANDEM_RECORD: "",
        ...(env["TANDEM_PROCESS"] ? { TANDEM_PROCESS: "its mark" } : {}),
      }).map(([name, value]) => `${name}=${value}`);
    expect(difference(entries(own), entries(sdk))).toEqual({
      own: [
        // Our own name and version, where the SDK gives its own.
        "CLAUDE_AGENT_SDK_CLIENT_APP=tandem/1.0.0",
        // State events without the mark that only the SDK's hosts may read them.
        "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS=1",
        // The CLI takes 1 and true alike.
        "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=1",
        "CLAUDE_CODE_ENTRYPOINT=tandem",
        // A server that hangs holds up the first turn for this long at most.
        "CLAUDE_CODE_MCP_STARTUP_WAIT_MS=2000",
        // Reasons of a failed start as a frame, not only on stderr.
        "CLAUDE_CODE_STARTUP_FAILURE_RESULTS=1",
        // Three programs that hang do not keep all others waiting.
        "MCP_SERVER_CONNECTION_BATCH_SIZE=20",
        // By which everything that it starts is found again.
        "TANDEM_PROCESS=its mark",
      ],
      sdk: [
        "CLAUDE_AGENT_SDK_VERSION=0.3.332",
        "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=true",
        "CLAUDE_CODE_ENTRYPOINT=sdk-ts",
        "CLAUDE_CODE_SDK_READS_SESSION_STATE=1",
      ],
    });
  });

  it("writes the same frames in the same order", () => {
    const frames = ({ frames: all }: Recorded) => all.map(({ request_id: _id, ...frame }) => frame);
    const [initialize, ...rest] = frames(sdk);
    // The SDK replaces the CLI's own system prompt by an empty one when it is not told otherwise.
    const { systemPrompt, ...request } = initialize?.["request"] ?? {};
    expect(systemPrompt).toEqual([""]);
    expect(frames(own)).toEqual([{ ...initialize, request }, ...rest]);
  });
});
