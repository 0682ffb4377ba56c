import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isServerAllowed } from "../../../../../extension/core/options/servers/serverPolicy.ts";
import { listClaudeServers, type ServerSources } from "../../../../../extension/node/claude/servers/claudeServers.ts";
import { readServerPolicy, refusesServers } from "../../../../../extension/node/claude/startPolicy.ts";

let root: string;
let cwd: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "servers ")));
  cwd = path.join(root, "repository", "package");
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const write = (file: string, value: unknown) => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), typeof value === "string" ? value : JSON.stringify(value));
};
const servers = (...names: string[]) => ({
  mcpServers: Object.fromEntries(names.map((name) => [name, { command: name }])),
});
const home = () => ({ HOME: path.join(root, "home") });

async function list(
  sources?: Partial<ServerSources>,
  env: Record<string, string> = {},
): Promise<Record<string, string>> {
  const all = { settingSources: ["user", "project", "local"], isStrict: false };
  const found = await listClaudeServers({ cwd, env: { ...home(), ...env } }, { ...all, ...sources });
  return Object.fromEntries(
    [...found].map(([name, { config, scope }]) => [
      name,
      `${scope} ${"command" in config ? config.command : config.url}`,
    ]),
  );
}

it("lists the servers of all files of claude, and lets the nearest definition win", async () => {
  const named = (command: string) => ({ command });
  write("repository/.mcp.json", {
    mcpServers: { shared: named("far"), above: named("above"), both: named("project") },
  });
  write("repository/package/.mcp.json", {
    mcpServers: { shared: named("near"), other: { type: "ws", url: "ws://127.0.0.1:1" } },
  });
  write("home/.claude.json", {
    mcpServers: { own: named("own"), both: named("user"), all: named("user"), other: named("user") },
    projects: {
      [path.join(root, "repository")]: { mcpServers: { all: named("local") } },
      "/elsewhere": { mcpServers: { foreign: named("foreign") } },
    },
  });
  expect(await list()).toEqual({
    shared: "project near",
    above: "project above",
    both: "project project",
    own: "user own",
    all: "local local",
  });
});

it("lists only the servers of the sources that a start reads, and none under strict", async () => {
  write("repository/package/.mcp.json", servers("project"));
  write("home/.claude.json", { ...servers("own"), projects: { [path.join(root, "repository")]: servers("local") } });
  expect(Object.keys(await list({ settingSources: ["user"] }))).toEqual(["own"]);
  expect(Object.keys(await list({ settingSources: [] }))).toEqual([]);
  expect(Object.keys(await list({ isStrict: true }))).toEqual([]);
});

it("replaces variables as claude does, and survives files that cannot be read", async () => {
  write("home/.claude.json", { mcpServers: { own: { command: "${TOOL:-none}" }, bad: 3, worse: { command: [] } } });
  write("repository/.mcp.json", "{");
  expect(await list({}, { TOOL: "tool" })).toEqual({ own: "user tool" });
});

it("forbids the servers that a policy denies, and all if an organization manages servers", async () => {
  const forbidden = async () => {
    const isForbidden = await readServerPolicy(home(), path.join(root, "managed"));
    return ["one", "two"].filter((name) => isForbidden(name, { command: name }));
  };
  write("managed/managed-settings.json", { deniedMcpServers: [{ serverName: "two" }] });
  expect(await forbidden()).toEqual(["two"]);
  for (const broken of ["", "{", "[]", "{}"]) {
    write("managed/managed-mcp.json", broken);
    expect(await forbidden()).toEqual(["two"]);
  }
  write("managed/managed-mcp.json", servers("theirs"));
  expect(await forbidden()).toEqual(["one", "two"]);
});

it.each([
  [{ isExclusive: true, forbidsSideload: false }, "2.0.77", true],
  [{ isExclusive: false, forbidsSideload: true }, "2.1.50", false],
  [{ isExclusive: false, forbidsSideload: true }, "2.1.329", true],
  [{ isExclusive: false, forbidsSideload: false }, "2.1.329", false],
])("knows whether a start may pass servers: %j, claude %s", (policy, version, refuses) => {
  expect(refusesServers(policy, version)).toBe(refuses);
});

it.each([
  ["https://a.example/mcp", true],
  ["https://a.example/mcp/", true],
  ["https://a.example/mcp?x=1", true],
  ["https://a.example/mcp/?x=1#y", true],
  ["https://a.example/mcp2", false],
  ["https://a.example/mcp/more", false],
])("a denied address also means it with a query or a slash: %s", (url, isDenied) => {
  expect(isServerAllowed({ deniedMcpServers: [{ serverUrl: "https://a.example/mcp" }] }, "one", { url })).toBe(
    !isDenied,
  );
  expect(isServerAllowed({ allowedMcpServers: [{ serverUrl: "https://a.example/mcp" }] }, "one", { url })).toBe(
    url === "https://a.example/mcp",
  );
});

it.each([
  [{ command: "npx", args: ["db"] }, [{ serverName: "one" }, { serverCommand: ["npx", "other"] }], false],
  [{ command: "npx", args: ["db"] }, [{ serverName: "two" }, { serverCommand: ["npx", "db"] }], true],
  [{ command: "npx" }, [{ serverName: "one" }, { serverUrl: "https://a.example/*" }], true],
  [{ url: "https://b.example" }, [{ serverName: "one" }, { serverUrl: "https://a.example/*" }], false],
  [{ url: "https://b.example" }, [{ serverName: "one" }, { serverCommand: ["npx"] }], true],
])("allows %j by its name only where %j has none of its kind: %s", (server, allowedMcpServers, isAllowed) => {
  expect(isServerAllowed({ allowedMcpServers }, "one", server)).toBe(isAllowed);
});
