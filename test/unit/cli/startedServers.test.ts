import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ServerChoices } from "../../../extension/cli/serverSettings.ts";

import { listStartedServers } from "../../../extension/cli/startedServers.ts";
import { isServerAllowed } from "../../../extension/configuration/serverPolicy.ts";

let root: string;
let cwd: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "servers ")));
  cwd = path.join(root, "repository", "package");
  fs.mkdirSync(path.join(root, "repository", ".git"), { recursive: true });
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const write = (file: string, value: unknown) => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), typeof value === "string" ? value : JSON.stringify(value));
};
const servers = (...names: string[]) => ({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: name }])) });
const everything = { settingSources: ["user", "project", "local"], isStrict: false, settings: {}, settingsFile: "", pluginDirectories: [] };

async function list(choices: Partial<ServerChoices> = {}, env: Record<string, string> = {}): Promise<Record<string, string>> {
  const found = await listStartedServers({ cwd, env: { HOME: path.join(root, "home"), ...env } }, { ...everything, ...choices }, path.join(root, "managed"));
  const describe = (config: object): string => ("command" in config ? String(config.command) : "url" in config ? String(config.url) : "");
  return Object.fromEntries(
    Object.entries(found).map(([name, { config, scope, isForbidden }]) => [name, `${scope} ${describe(config)}${isForbidden ? ", forbidden" : ""}`]),
  );
}

it("lists the servers of all files of claude, and lets the nearest definition win", async () => {
  const named = (command: string) => ({ command });
  write("repository/.mcp.json", { mcpServers: { shared: named("far"), above: named("above"), both: named("project") } });
  write("repository/package/.mcp.json", { mcpServers: { shared: named("near"), other: { type: "ws", url: "ws://127.0.0.1:1" } } });
  write("home/.claude.json", {
    mcpServers: { own: named("own"), both: named("user"), all: named("user"), other: named("user") },
    projects: { [path.join(root, "repository")]: { mcpServers: { all: named("local") } }, [root]: { mcpServers: { foreign: named("foreign") } } },
  });
  expect(await list()).toEqual({ shared: "project near", above: "project above", both: "project project", own: "user own", all: "local local" });
});

it("lists only the servers of the sources that a start reads, and none under strict", async () => {
  write("repository/package/.mcp.json", servers("project"));
  write("home/.claude.json", { ...servers("own"), projects: { [path.join(root, "repository")]: servers("local") } });
  expect(Object.keys(await list({ settingSources: ["user"] }))).toEqual(["own"]);
  expect(Object.keys(await list({ settingSources: [] }))).toEqual([]);
  expect(Object.keys(await list({ isStrict: true }))).toEqual([]);
});

it("leaves out servers that the user has disabled, refused or denied in any file", async () => {
  write("repository/package/.mcp.json", servers("refused one", "refused-two", "disabled", "denied", "stays"));
  write("repository/package/.claude/settings.local.json", { disabledMcpjsonServers: ["refused one"] });
  write("home/.claude/settings.json", {
    deniedMcpServers: [{ serverName: "denied" }, { serverCommand: ["by command"] }, { serverUrl: "https://*.example.com/*" }],
  });
  write("home/.claude.json", {
    mcpServers: {
      command: { command: "by command" },
      url: { type: "http", url: "https://a.example.com/mcp" },
      other: { type: "http", url: "https://example.org" },
    },
    projects: { [path.join(root, "repository")]: { disabledMcpServers: ["disabled"] } },
  });
  expect(Object.keys(await list({ settings: { disabledMcpjsonServers: ["refused-two"] } })).sort()).toEqual(["other", "stays"]);
});

it("lists only what a list of allowed servers names, also one of the file that a start passes", async () => {
  write("home/.claude.json", servers("one", "two"));
  write("passed.json", { allowedMcpServers: [{ serverName: "two" }] });
  expect(Object.keys(await list({ settingsFile: path.join(root, "passed.json") }))).toEqual(["two"]);
});

it("tells which servers a policy forbids, and that all are where an organization decides about them", async () => {
  write("home/.claude.json", servers("one", "two"));
  write("managed/managed-settings.json", { deniedMcpServers: [{ serverName: "two" }] });
  expect(await list()).toEqual({ one: "user one", two: "user two, forbidden" });
  for (const broken of ["", "{", "[]", "{}"]) {
    write("managed/managed-mcp.json", broken);
    expect(await list()).toEqual({ one: "user one", two: "user two, forbidden" });
  }
  write("managed/managed-mcp.json", servers("theirs"));
  expect(await list()).toEqual({ one: "user one, forbidden", two: "user two, forbidden" });
});

it.each([
  ["https://a.example/mcp", true],
  ["https://a.example/mcp/", true],
  ["https://a.example/mcp?x=1", true],
  ["https://a.example/mcp/?x=1#y", true],
  ["https://a.example/mcp2", false],
  ["https://a.example/mcp/more", false],
])("a denied address also means it with a query or a slash: %s", (url, isDenied) => {
  expect(isServerAllowed({ deniedMcpServers: [{ serverUrl: "https://a.example/mcp" }] }, "one", { url })).toBe(!isDenied);
  expect(isServerAllowed({ allowedMcpServers: [{ serverUrl: "https://a.example/mcp" }] }, "one", { url })).toBe(url === "https://a.example/mcp");
});

it("replaces variables as claude does, and survives files that cannot be read", async () => {
  write("home/.claude.json", { mcpServers: { own: { command: "${TOOL:-none}" }, bad: 3, worse: { command: [] } } });
  write("repository/.mcp.json", "{");
  write("home/.claude/settings.json", "[");
  expect(await list({}, { TOOL: "tool" })).toEqual({ own: "user tool" });
});

it("lists the servers of plugins that settings enable and of plugin folders, by the names that claude gives them", async () => {
  const root2 = path.join(root, "installed");
  write("installed/.claude-plugin/plugin.json", { name: "tools", mcpServers: "./more.json" });
  write("installed/.mcp.json", { mcpServers: { first: { command: "${CLAUDE_PLUGIN_ROOT}/first" } } });
  write("installed/more.json", { second: { command: "second" } });
  write("folder/.claude-plugin/plugin.json", { name: "inline", mcpServers: { third: { command: "third" } } });
  write("off/.claude-plugin/plugin.json", { name: "off", mcpServers: { fourth: { command: "fourth" } } });
  write("home/.claude/plugins/installed_plugins.json", {
    version: 2,
    plugins: { "tools@market": [{ scope: "user", installPath: root2 }], "off@market": [{ scope: "user", installPath: path.join(root, "off") }] },
  });
  write("home/.claude/settings.json", { enabledPlugins: { "tools@market": true, "off@market": false, "missing@market": true } });
  expect(await list({ pluginDirectories: [path.join(root, "folder")] })).toEqual({
    "plugin:tools:first": `plugin ${root2}/first`,
    "plugin:tools:second": "plugin second",
    "plugin:inline:third": "plugin third",
  });
});
