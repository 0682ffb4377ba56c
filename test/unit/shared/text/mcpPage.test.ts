import { expect, it } from "vitest";
import { createEmptyState } from "../../../../extension/shared/contract/conversationState.ts";
import type { ServerState } from "../../../../extension/shared/contract/servers/mcpServers.ts";
import { getBusyKey, getMcpContent, type McpPageData } from "../../../../extension/shared/pages/mcpPage.ts";
import { formatServerTrouble } from "../../../../extension/shared/pages/mcpPageText.ts";

const weather: ServerState = {
  name: "we ather",
  status: "connected",
  scope: "dynamic",
  transport: "http",
  software: { name: "Weather", version: "1.2.3" },
  tools: [
    { name: "look", description: "Reads", isReadOnly: true },
    { name: "wipe", isDestructive: true },
    { name: "plain" },
  ],
};
const failed: ServerState = { name: "broken", status: "failed", error: "Connection closed", scope: "project" };

function content(servers: readonly ServerState[] | undefined, more: Partial<McpPageData> = {}) {
  const state = {
    ...createEmptyState("/w"),
    status: "idle" as const,
    cliVersion: "2.1.329",
    ...(servers ? { servers } : {}),
  };
  return getMcpContent({
    state,
    abilities: new Set(["reconnect", "toggle", "signIn"]),
    hasResourceTools: false,
    defined: new Map(),
    policies: new Map(),
    logs: new Map(),
    busy: new Set(),
    ...more,
  });
}
const labels = (view: ReturnType<typeof content>, index = 0) => view.servers[index]?.buttons.map(({ label }) => label);

it("shows failed servers first, with the actions of each state", () => {
  const view = content([
    weather,
    { name: "off", status: "disabled" },
    failed,
    { name: "door", status: "needsSignIn" },
    { name: "no", status: "forbidden" },
  ]);
  expect(view.servers.map(({ name, statusText }) => [name, statusText])).toEqual([
    ["broken", "failed"],
    ["door", "needs sign-in"],
    ["no", "forbidden by policy"],
    ["we ather", "connected"],
    ["off", "disabled"],
  ]);
  expect([0, 1, 2, 3, 4].map((index) => labels(view, index))).toEqual([
    ["Reconnect", "Disable", "Show log"],
    ["Sign in", "Reconnect", "Disable", "Show log"],
    ["Show log"],
    ["Reconnect", "Disable", "Sign out", "Show log"],
    ["Enable", "Show log"],
  ]);
  expect(view.servers[0]).toMatchObject({ error: "Connection closed", facts: ".mcp.json" });
});

it("marks tools as read-only or destructive with their policy, and names prompts and resources", () => {
  const policies = new Map([["we ather", new Map([["wipe", "deny" as const]])]]);
  const command = { description: "", argumentHint: "" };
  const state = {
    ...createEmptyState("/w"),
    status: "working" as const,
    servers: [weather],
    commands: [
      { ...command, name: "mcp__we_ather__report" },
      { ...command, name: "mcp__other__report" },
    ],
    resources: [
      { server: "we ather", uri: "weather://today", name: "Today" },
      { server: "other", uri: "a://b", name: "" },
    ],
  };
  const [server] = content([], { state, policies }).servers;
  expect(server).toMatchObject({
    facts: "passed at startup · http · Weather 1.2.3",
    toolsLabel: "3 tools",
    prompts: ["/mcp__we_ather__report"],
    resources: ["Today (weather://today)"],
  });
  expect(server?.tools?.map(({ name, marks, policy }) => [name, marks.map(({ text }) => text), policy])).toEqual([
    ["look", ["read-only"], undefined],
    ["wipe", ["destructive"], "deny"],
    ["plain", [], undefined],
  ]);
});

it("offers to change servers defined in settings or the project, even if not loaded", () => {
  const place = { kind: "user" } as const;
  const defined = new Map([
    ["we ather", { place, waits: true, hasSecrets: true }],
    ["new", { place: { kind: "projectFile", folder: "/w" } as const, waits: false, hasSecrets: false }],
  ]);
  const view = content([weather], {
    defined,
    logs: new Map([["we ather", ""]]),
    busy: new Set([getBusyKey("reconnect", "we ather")]),
  });
  expect(view.servers.map(({ name, statusText, facts, waits }) => [name, statusText, facts, waits])).toEqual([
    ["new", "not loaded", ".mcp.json", undefined],
    ["we ather", "connected", "user settings · http · Weather 1.2.3", true],
  ]);
  expect(labels(view, 1)).toEqual([
    "Reconnect",
    "Disable",
    "Sign out",
    "Edit…",
    "Replace secret…",
    "Remove secret…",
    "Hide log",
    "Remove",
  ]);
  expect(view.servers[1]).toMatchObject({
    buttons: [{ isBusy: true }, {}, {}, {}, {}, {}, {}, {}],
    log: "The log of this server is empty.",
  });
});

it("says what a version cannot do, and what is not known", () => {
  const abilities = new Set<never>();
  const old = content(
    [
      { name: "a", status: "connected" },
      { name: "door", status: "needsSignIn" },
    ],
    { abilities },
  );
  expect(old.servers.map(({ notes, toolsLabel }) => [...notes, toolsLabel])).toEqual([
    ["claude 2.1.329 can't sign in here. Run claude in a terminal and enter /mcp.", ""],
    [
      "claude 2.1.329 can't reconnect or disable servers while it is running. Restart the conversation instead.",
      "This version of claude does not report the tools.",
    ],
  ]);
  const [live] = content([{ name: "live", status: "connected", isAddedLive: true }], { abilities }).servers;
  expect(live?.notes[0]).toBe(
    "claude 2.1.329 can't read the resources of a server that was added while claude was running. Restart the conversation to use them.",
  );
  expect(content(undefined).notes).toEqual(["Loading servers…"]);
  expect(content([], { state: undefined }).notes).toHaveLength(1);
  expect(content([], { state: { ...createEmptyState("/w"), status: "resting" } }).notes).toHaveLength(1);
});

it("says that an added server's resources need a restart, unless resource tools exist", () => {
  const notesOf = (server: Partial<ServerState>, more: Partial<McpPageData> = {}) =>
    content([{ ...weather, ...server }], more).servers[0]?.notes;
  expect(notesOf({ isAddedLive: true })).toHaveLength(1);
  expect(notesOf({})).toEqual([]);
  expect(notesOf({ isAddedLive: true, status: "failed" })).toEqual([]);
  expect(notesOf({ isAddedLive: true }, { hasResourceTools: true })).toEqual([]);
  expect(
    notesOf({ isAddedLive: true }, { abilities: new Set(["reconnect", "toggle", "signIn", "readResource"]) }),
  ).toEqual([]);
});

it("warns that reconnecting a failed server blocks claude, unless Tandem can ask it first", () => {
  const notesOf = (scope: string) => content([{ ...failed, scope }]).servers[0]?.notes;
  for (const scope of ["dynamic", "local", "project", "user"]) expect(notesOf(scope)).toEqual([]);
  expect(notesOf("plugin")).toEqual([
    "If this server doesn't answer when you reconnect it, claude can't read messages for up to 30 seconds.",
  ]);
  expect(content([{ ...failed, scope: "plugin" }], { abilities: new Set() }).servers[0]?.notes).toHaveLength(1);
});

it("says why a server was not added, and offers to reconnect it in every version", () => {
  const withheld = (status: ServerState["status"]) =>
    content([{ name: "slow", status, isWithheld: true }], { abilities: new Set(["toggle"]) });
  expect(withheld("pending").servers[0]?.notes).toEqual([
    "This server hasn't answered yet. It is added as soon as it does.",
  ]);
  expect(labels(withheld("pending"))).toEqual(["Show log"]);
  expect(withheld("failed").servers[0]?.notes).toEqual([
    "This server did not answer in time. Reconnect it, or restart the conversation.",
  ]);
  expect(labels(withheld("failed"))).toEqual(["Reconnect", "Show log"]);
  expect(content([{ name: "slow", status: "pending" }]).servers[0]?.notes).toEqual([]);
});

it("says in the chat how many servers need attention", () => {
  const door: ServerState = { name: "door", status: "needsSignIn" };
  expect([[failed, weather], [failed, failed, door], [door], [weather], undefined].map(formatServerTrouble)).toEqual([
    "1 MCP server failed",
    "2 MCP servers failed",
    "1 MCP server needs sign-in",
    undefined,
    undefined,
  ]);
});

it("offers no actions for Tandem's own server, which claude reports as passed at start", () => {
  const editor = {
    name: "editor",
    status: "connected",
    scope: "dynamic",
    transport: "sdk",
    software: { name: "editor", version: "0.1.0" },
  } as const;
  const view = content([editor]);
  expect([view.servers[0]?.facts, labels(view, 0)]).toEqual(["Tandem · editor 0.1.0", []]);
});
