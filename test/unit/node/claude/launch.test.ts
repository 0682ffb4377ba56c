import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { buildLaunchArguments } from "../../../../extension/node/claude/launchArguments.ts";
import { writeSecretFile } from "../../../../extension/node/claude/launchClaude.ts";
import { describeEnvironment, makeEnvironment } from "../../../../extension/node/processes/environment.ts";
import { getProjectFolderName, getTranscriptPath } from "../../../../extension/node/transcripts/projectFolder.ts";
import { getSecretValues } from "../../../../extension/shared/base/maskSecrets.ts";

it("always streams and asks the host, in the joined form", () => {
  const start = {
    resume: "id",
    forkSession: true,
    resumeSessionAt: "entry",
    mcpConfigFile: "/tmp/mcp.json",
    settingsFile: "/tmp/s.json",
    includeHookEvents: true,
  };
  expect(buildLaunchArguments(start, ["--permission-mode=plan"])).toEqual([
    ...[
      "--output-format",
      "stream-json",
      "--verbose",
      "--input-format",
      "stream-json",
      "--permission-prompt-tool=stdio",
      "--include-partial-messages",
    ],
    ...[
      "--resume=id",
      "--fork-session",
      "--resume-session-at=entry",
      "--mcp-config=/tmp/mcp.json",
      "--settings=/tmp/s.json",
      "--include-hook-events",
    ],
    "--permission-mode=plan",
  ]);
});

it("keeps the environment but for what breaks a child, and adds what the client needs", () => {
  const env = makeEnvironment({
    inherited: {
      PATH: "/bin",
      HOME: "/home/me",
      NODE_OPTIONS: "--inspect",
      DEBUG: "*",
      VSCODE_PID: "1",
      ELECTRON_RUN_AS_NODE: "1",
      CLAUDECODE: "1",
      CLAUDE_CODE_ENTRYPOINT: "cli",
      SECRET: "s3",
    },
    extra: { TOKEN: "x${env:SECRET}y" },
    clientVersion: "1.2.3",
  });
  expect(env).toEqual({
    PATH: "/bin",
    HOME: "/home/me",
    SECRET: "s3",
    CLAUDE_CODE_ENTRYPOINT: "tandem",
    CLAUDE_AGENT_SDK_CLIENT_APP: "tandem/1.2.3",
    CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: "1",
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1",
    CLAUDE_CODE_STARTUP_FAILURE_RESULTS: "1",
    BUN_ENABLE_CRASH_REPORTING: "0",
    CLAUDE_CODE_MCP_STARTUP_WAIT_MS: "2000",
    MCP_SERVER_CONNECTION_BATCH_SIZE: "20",
    NoDefaultCurrentDirectoryInExePath: "1",
    TOKEN: "xs3y",
  });
  expect(() => makeEnvironment({ inherited: {}, extra: { TOKEN: "${env:MISSING}" }, clientVersion: "" })).toThrow(
    expect.objectContaining({
      code: "settingInvalid",
      data: { setting: "tandem.environment.TOKEN", problem: { code: "variableMissing", variable: "MISSING" } },
    }),
  );
  expect(() => makeEnvironment({ inherited: {}, extra: { TOKEN: "Bearer ${secret:KEY}" }, clientVersion: "" })).toThrow(
    expect.objectContaining({
      data: { setting: "tandem.environment.TOKEN", problem: { code: "secretUnsupported", secret: "KEY" } },
    }),
  );
});

it("uses the editor's proxy where no variable of the user names one, and says so", () => {
  const proxy = { address: "http://p:8080", except: ["a.example"] };
  const make = (inherited: Record<string, string>, extra: Record<string, string> = {}) =>
    makeEnvironment({ inherited, extra, clientVersion: "", proxy });
  const env = make({});
  expect(env).toMatchObject({
    HTTPS_PROXY: "http://p:8080",
    HTTP_PROXY: "http://p:8080",
    NO_PROXY: "localhost,127.0.0.1,::1,a.example",
  });
  const origins = describeEnvironment(env, { inherited: {}, extra: {} }).flatMap(({ name, origin }) =>
    origin === "proxySetting" ? [name] : [],
  );
  expect(origins).toEqual(["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"]);
  for (const own of [make({ https_proxy: "x" }), make({}, { ALL_PROXY: "x" })])
    expect([own["HTTPS_PROXY"], own["NO_PROXY"]]).toEqual([undefined, undefined]);
  expect(make({ NO_PROXY: "b.example" })["NO_PROXY"]).toBe("b.example");
  expect(getSecretValues(make({}, { HTTPS_PROXY: "http://me:pass@p:1" }))).toEqual(["me:pass", "pass"]);
});

it("prefers a profile's variables, and names the profile of a missing one", () => {
  const extra = { CLAUDE_CONFIG_DIR: "${env:NOT_SET_HERE}", BASE: "base" };
  const work = { name: "work", environment: { CLAUDE_CONFIG_DIR: "${env:ROOT}/work" } };
  const env = makeEnvironment({ inherited: { ROOT: "/r" }, extra, profile: work, clientVersion: "" });
  expect(env).toMatchObject({ CLAUDE_CONFIG_DIR: "/r/work", BASE: "base" });
  expect(() => makeEnvironment({ inherited: {}, extra: {}, profile: work, clientVersion: "" })).toThrow(
    expect.objectContaining({
      data: {
        setting: "tandem.profiles.work.environment.CLAUDE_CONFIG_DIR",
        problem: { code: "variableMissing", variable: "ROOT" },
      },
    }),
  );
});

it.skipIf(process.platform === "win32")(
  "keeps secrets in a file that only its owner reads, and removes it",
  async () => {
    const secret = writeSecretFile("mcp.json", "{}");
    expect(fs.statSync(secret.path).mode & 0o777).toBe(0o600);
    secret.dispose();
    await expect.poll(() => fs.existsSync(secret.path)).toBe(false);
  },
);

it("names project folders as the CLI does", () => {
  expect(getProjectFolderName("/home/me/My proj_é.x")).toBe("-home-me-My-proj---x");
  expect(getProjectFolderName(`/${"a".repeat(300)}`)).toMatch(/^-a{199}-[0-9a-z]+$/);
});

it("finds transcripts where the CLI's environment puts them", () => {
  const own = { CLAUDE_CONFIG_DIR: "/config", CLAUDE_CODE_PROJECT_DIR_NAME: "mine" };
  expect(getTranscriptPath(own, "/home/me", "/gone", "s")).toBe(path.join("/config", "projects", "mine", "s.jsonl"));
  // Named without its own config folder, or with what is no plain name, it does not count.
  expect(getTranscriptPath({ ...own, CLAUDE_CONFIG_DIR: "" }, "/home/me", "/gone", "s")).toBe(
    path.join("/home/me", ".claude", "projects", "-gone", "s.jsonl"),
  );
  expect(getTranscriptPath({ ...own, CLAUDE_CODE_PROJECT_DIR_NAME: "../up" }, "/home/me", "/gone", "s")).toBe(
    path.join("/config", "projects", "-gone", "s.jsonl"),
  );
});

it("names each variable's origin, which is Tandem for the entry point despite any setting", () => {
  const given = {
    inherited: { HOME: "/home/me", PATH: "/bin" },
    extra: { PATH: "/mine", CLAUDE_CODE_ENTRYPOINT: "claude-vscode" },
  };
  const env = makeEnvironment({ ...given, clientVersion: "1.0.0" });
  const origins = Object.fromEntries(describeEnvironment(env, given).map(({ name, origin }) => [name, origin]));
  expect(origins).toMatchObject({
    HOME: "editor",
    PATH: "setting",
    CLAUDE_CODE_ENTRYPOINT: "tandem",
    CLAUDE_CODE_STARTUP_FAILURE_RESULTS: "tandem",
  });
  expect(env["CLAUDE_CODE_ENTRYPOINT"]).toBe("tandem");
});
