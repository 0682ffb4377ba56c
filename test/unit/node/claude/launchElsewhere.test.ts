import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { ProcessStart } from "../../../../extension/core/conversation/ports/ports.ts";
import type { SourceProcess, SourceRequest } from "../../../../extension/core/protocol/elsewhere/processSource.ts";
import { VersionCheck } from "../../../../extension/node/claude/cliVersion.ts";
import { ClaudeStarter } from "../../../../extension/node/claude/startClaude.ts";
import type { StarterOptions } from "../../../../extension/node/claude/starterOptions.ts";
import { makeEnvironment } from "../../../../extension/node/processes/environment.ts";
import type { ProcessLocks } from "../../../../extension/node/processes/processLocks.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";

const secret = "s3cret";

/** A place whose `claude` has this version. */
function place(version = "2.1.329") {
  const requests: SourceRequest[] = [];
  const spawn = (request: SourceRequest): SourceProcess => {
    requests.push(request);
    const stdout = new PassThrough();
    const isQuestion = request.args[0] === "--version";
    if (isQuestion) stdout.end(`${version} (Claude Code)\n`);
    return {
      stdin: new PassThrough(),
      stdout,
      kill: () => {},
      once: (event: string, listener: any) =>
        void (event === "exit" && isQuestion && setImmediate(() => listener(0, null))),
    };
  };
  return { requests, spawn };
}

/** Starts with settings full of what must stay on this machine. */
function start(
  options: Partial<ProcessStart> & { elsewhere: ProcessStart["elsewhere"] },
  values: Record<string, unknown> = {},
  more: Partial<StarterOptions> = {},
  signal?: AbortSignal,
) {
  const kept = {
    appendSystemPrompt: secret,
    systemPrompt: secret,
    additionalDirectories: [`/home/${secret}`],
    pluginDirectories: [`/home/${secret}`],
    settingsFile: `/home/${secret}/settings.json`,
    allowedTools: [`Bash(${secret}:*)`],
    mcpServers: { own: { command: secret } },
    agents: { own: { description: secret, prompt: secret } },
    extraArgs: { "some-flag": secret },
    sandbox: { enabled: true, filesystem: { denyRead: [`/home/${secret}`] } },
  };
  const starter = new ClaudeStarter({
    isTrusted: () => true,
    environment: () => ({
      ...makeEnvironment({ inherited: { KEY: secret }, extra: {}, clientVersion: "1.0.0" }),
      KEY: secret,
    }),
    ownEnvironment: makeEnvironment({ inherited: {}, extra: {}, clientVersion: "1.0.0" }),
    admit: async () => ({ origin: "user", refusedServers: ["theirs"], refusedOwnServers: [] }),
    settings: () => [{ source: { kind: "setting", scope: "user" } as never, values: { ...kept, ...values } }],
    otherRoots: () => [`/home/${secret}`],
    servers: async () => ({
      servers: { own: { command: secret } },
      rules: { allow: [secret], ask: [secret], deny: [secret] },
    }),
    saved: { exists: () => false, findCut: async () => ({ kind: "unknown" }) },
    locks: { claim: async () => ({ dispose() {} }) } as unknown as ProcessLocks,
    newId: () => "id",
    clock: new FakeClock(),
    versions: new VersionCheck(),
    ...more,
  });
  return starter.launch({ conversation: "c", folder: "/w", ...options }, signal);
}

it("ends the version check and releases the claim when the start ends", async () => {
  const log: string[] = [];
  const stop = new AbortController();
  const clock = new FakeClock();
  const spawn = (request: SourceRequest): SourceProcess => {
    log.push(request.args[0] ?? "");
    return { stdin: new PassThrough(), stdout: new PassThrough(), kill: () => log.push("ended"), once: () => {} };
  };
  const locks = { claim: async () => ({ dispose: () => void log.push("released") }) } as unknown as ProcessLocks;
  const launched = start({ elsewhere: { spawn } }, {}, { locks, clock }, stop.signal);
  await expect.poll(() => log).toEqual(["--version"]);
  stop.abort(new Error("stopped"));
  await expect(launched).rejects.toThrow("stopped");
  expect(log).toEqual(["--version", "released"]);
  clock.advance(60_000);
  expect(log.slice(2)).toContain("ended");
});

it("passes the mode, the limits and the choices, and nothing else of the user", async () => {
  const { requests, spawn } = place();
  const choices = { model: "opus", maxTurns: 3, tools: ["Read"], jsonSchema: { type: "object" } };
  const servers = { "extension-acme-helper-shop": { command: "shop" } };
  const {
    version,
    transport,
    initialize,
    isResumed,
    servers: launched,
  } = await start(
    {
      elsewhere: { spawn },
      choices,
      servers,
      resume: "s1",
      grants: { rules: ["Bash"], directories: [secret], denied: ["WebFetch"] } as never,
    },
    { permissionMode: "plan", maxBudgetUsd: 2, disallowedTools: ["Bash"] },
  );
  transport.start({ onLine() {}, onClosed() {} });
  await expect.poll(() => requests.length).toBe(2);
  expect([version, isResumed, initialize, launched?.servers]).toEqual([
    "2.1.329",
    true,
    { jsonSchema: { type: "object" } },
    servers,
  ]);
  const { signal: _signal, ...request } = requests[1] as SourceRequest;
  expect(JSON.stringify(request)).not.toContain(secret);
  expect(request).toEqual({
    command: "claude",
    cwd: "/w",
    environment: {
      ...makeEnvironment({ inherited: {}, extra: {}, clientVersion: "1.0.0" }),
      CLAUDE_CODE_DISABLE_CRON: "1",
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
    },
    args: [
      ...[
        "--output-format",
        "stream-json",
        "--verbose",
        "--input-format",
        "stream-json",
        "--permission-prompt-tool=stdio",
        "--include-partial-messages",
      ],
      "--resume=s1",
      `--mcp-config=${JSON.stringify({ mcpServers: servers })}`,
      `--settings=${JSON.stringify({ sandbox: { enabled: true }, disabledMcpjsonServers: ["theirs"] })}`,
      ...[
        "--include-hook-events",
        "--enable-auth-status",
        "--permission-mode=plan",
        "--model=opus",
        "--max-turns=3",
        "--max-budget-usd=2",
      ],
      ...["--disallowedTools=Bash,WebFetch,Skill", "--tools=Read", "--setting-sources=user"],
    ],
  });
});

it.each([
  ["an old version", place("2.0.1").spawn, { code: "cliTooOld" }],
  ["no version", place("nothing").spawn, { code: "cliNotStartable" }],
  [
    "an error",
    () => Promise.reject(new Error("no container")),
    { code: "cliNotStartable", data: { reason: "no container" } },
  ],
])("does not start where the place has %s", async (_case, spawn, failure) => {
  await expect(start({ elsewhere: { spawn } })).rejects.toMatchObject(failure);
});

it("refuses to fork, and the mode that never asks unless the user allowed it", async () => {
  const { requests, spawn } = place();
  await expect(start({ elsewhere: { spawn } }, { permissionMode: "bypassPermissions" })).rejects.toMatchObject({
    code: "settingInvalid",
  });
  await expect(start({ elsewhere: { spawn }, resume: "s1", fork: { before: undefined } })).rejects.toMatchObject({
    code: "forkImpossible",
  });
  expect(requests).toEqual([]);
});
