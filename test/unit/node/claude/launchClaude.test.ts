import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { VersionCheck } from "../../../../extension/node/claude/cliVersion.ts";
import { launchClaude } from "../../../../extension/node/claude/launchClaude.ts";
import { systemClock } from "../../../fakes/systemClock.ts";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-launch-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

it.each([
  ["2.0.77", false],
  ["2.1.50", false],
  ["2.1.200", false],
  ["2.1.329", true],
])("asks %s for what hooks put out only where it surely knows the flag", async (version, isAsked) => {
  const program = path.join(root, "claude.js");
  fs.writeFileSync(program, "");
  let args: readonly string[] = [];
  const launched = launchClaude({
    claudePath: program,
    env: {},
    cwd: root,
    options: { permissionMode: "default" },
    mcpServers: {},
    clock: systemClock,
    mark: "m",
    versions: { check: async () => version } as unknown as VersionCheck,
    spawn: ((_file: string, given: readonly string[]) => {
      args = given;
      throw new Error("not here");
    }) as never,
  });
  await expect(launched).rejects.toThrow();
  expect(args.includes("--include-hook-events")).toBe(isAsked);
});

it("passes MCP servers in a private file, and removes it if nothing starts", async () => {
  const program = path.join(root, "claude.js");
  fs.writeFileSync(program, "");
  let seen = { file: "", content: "", modes: [0, 0] };
  const launched = launchClaude({
    claudePath: program,
    env: {},
    cwd: root,
    options: { permissionMode: "default" },
    mcpServers: { vault: { command: "run", env: { KEY: "s3cret" } } },
    clock: systemClock,
    mark: "m",
    versions: { check: async () => "2.1.329" } as unknown as VersionCheck,
    spawn: ((_file: string, given: readonly string[]) => {
      const file = given.find((each) => each.startsWith("--mcp-config="))?.slice("--mcp-config=".length) ?? "";
      const modes = [file, path.dirname(file)].map((each) => fs.statSync(each).mode & 0o777);
      seen = { file, content: fs.readFileSync(file, "utf8"), modes };
      throw new Error("not here");
    }) as never,
  });
  await expect(launched).rejects.toThrow();
  expect(JSON.parse(seen.content)).toEqual({ mcpServers: { vault: { command: "run", env: { KEY: "s3cret" } } } });
  expect(seen.modes).toEqual([0o600, 0o700]);
  await expect.poll(() => fs.existsSync(path.dirname(seen.file))).toBe(false);
});

it("returns the environment with what an option adds, so that the status page lists it", async () => {
  const program = path.join(root, "claude.js");
  fs.writeFileSync(program, "");
  const { environment, transport } = await launchClaude({
    claudePath: program,
    env: { PATH: process.env["PATH"] ?? "" },
    cwd: root,
    options: { permissionMode: "default", todoTools: true },
    mcpServers: {},
    clock: systemClock,
    mark: "m",
    versions: { check: async () => "2.1.329" } as unknown as VersionCheck,
  });
  expect(environment).toEqual({ PATH: process.env["PATH"], CLAUDE_CODE_ENABLE_TODO_TOOLS: "1" });
  await transport.close();
});

it("keeps what the user's settings file denies beside what the options add", async () => {
  const program = path.join(root, "claude.js");
  fs.writeFileSync(program, "");
  const settingsFile = path.join(root, "settings.json");
  const own = {
    permissions: { deny: ["Read(./.env)"] },
    disabledMcpjsonServers: ["spy"],
    enabledPlugins: { "guard@m": true },
    sandbox: { filesystem: { denyRead: ["~/.ssh"] }, enabled: false },
  };
  fs.writeFileSync(settingsFile, JSON.stringify(own));
  let passed: unknown;
  const launched = launchClaude({
    claudePath: program,
    env: { PATH: root },
    cwd: root,
    options: {
      permissionMode: "default",
      settingsFile,
      plugins: { "more@m": true },
      sandbox: { network: { deniedDomains: ["a.example"] } },
    },
    extraSettings: { disabledMcpjsonServers: ["other"], permissions: { ask: ["Bash"] } },
    mcpServers: {},
    clock: systemClock,
    mark: "m",
    versions: { check: async () => "2.1.329" } as unknown as VersionCheck,
    spawn: ((_file: string, given: readonly string[]) => {
      const file = given.find((each) => each.startsWith("--settings="))?.slice("--settings=".length) ?? "";
      passed = JSON.parse(fs.readFileSync(file, "utf8"));
      throw new Error("not here");
    }) as never,
  });
  await expect(launched).rejects.toThrow();
  expect(passed).toEqual({
    permissions: { deny: ["Read(./.env)"], ask: ["Bash"] },
    disabledMcpjsonServers: ["other", "spy"],
    enabledPlugins: { "guard@m": true, "more@m": true },
    sandbox: { network: { deniedDomains: ["a.example"] }, filesystem: { denyRead: ["~/.ssh"] } },
  });
});
