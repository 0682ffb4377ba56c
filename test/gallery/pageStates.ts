import { createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import type { StatusContent } from "../../extension/shared/contract/pages/statusPage.ts";
import type { ServerState } from "../../extension/shared/contract/servers/mcpServers.ts";
import { getMcpContent, type McpPageData } from "../../extension/shared/pages/mcpPage.ts";
import { getStatusContent } from "../../extension/shared/pages/status/statusPage.ts";
import type { GalleryState, GalleryStates } from "./state.ts";
import { statusFacts } from "./statusFacts.ts";

const statusPage = (content: StatusContent, ...steps: NonNullable<GalleryState["steps"]>): GalleryState => ({
  page: { type: "content", kind: "status", content },
  steps,
});
const { conversation, ...closed } = statusFacts;
const asking = { claudeSettings: "waiting", hooks: "waiting", rules: "waiting", servers: "waiting" } as const;

const software = { name: "weather-server", version: "1.2.3" };
const servers: readonly ServerState[] = [
  {
    name: "weather",
    status: "connected",
    scope: "dynamic",
    transport: "http",
    software,
    tools: [
      { name: "look_up_forecast", description: "Reads the forecast of a place for the next days.", isReadOnly: true },
      { name: "delete_station", description: "Deletes a station and all of its measurements.", isDestructive: true },
      { name: "subscribe" },
    ],
  },
  {
    name: "database",
    status: "failed",
    error: "Connection closed\ncannot open the weather database",
    scope: "project",
    transport: "stdio",
  },
  { name: "tickets", status: "needsSignIn", scope: "user", transport: "http" },
  {
    name: "a-server-with-a-name-that-is-much-longer-than-its-place",
    status: "pending",
    scope: "plugin",
    transport: "stdio",
    isWithheld: true,
  },
  { name: "archive", status: "disabled", scope: "local", transport: "sse" },
  {
    name: "shop",
    status: "forbidden",
    error: "Blocked by enterprise managed policy",
    scope: "user",
    transport: "http",
  },
];
const mcpState = { ...createEmptyState("/w"), status: "idle" as const, cliVersion: "2.1.329", servers };
const mcpData: McpPageData = {
  state: {
    ...mcpState,
    commands: [{ name: "mcp__weather__report", description: "", argumentHint: "" }],
    resources: [{ server: "weather", uri: "weather://today", name: "Today" }],
  },
  abilities: new Set(["reconnect", "toggle", "signIn"]),
  hasResourceTools: false,
  defined: new Map([
    ["weather", { place: { kind: "user" }, waits: true, hasSecrets: true }],
    ["database", { place: { kind: "projectFile", folder: "/w" }, waits: false, hasSecrets: false }],
  ]),
  policies: new Map([["weather", new Map([["delete_station", "deny"]])]]),
  logs: new Map([
    [
      "database",
      "10:00:01 Starting connection with timeout of 30000ms\n10:00:02 Server stderr: cannot open the weather database",
    ],
  ]),
  busy: new Set(["reconnect:database"]),
};
const mcp = (data: Partial<McpPageData> = {}) =>
  ({ type: "content", kind: "mcp", content: getMcpContent({ ...mcpData, ...data }) }) as const;

/** States of the pages in editor tabs. */
export const pageStates: GalleryStates = {
  "page-status": statusPage(getStatusContent(statusFacts)),
  "page-status-found": statusPage(getStatusContent(statusFacts), { type: "ignored", into: "Search status" }),
  "page-status-closed": statusPage(getStatusContent(closed)),
  "page-status-nothing": statusPage(getStatusContent(closed), { type: "zzz", into: "Search status" }),
  ...(conversation
    ? {
        "page-status-asking": statusPage(
          getStatusContent({ ...statusFacts, conversation: { ...conversation, ...asking } }),
        ),
      }
    : {}),
  "page-mcp": { page: mcp() },
  "page-mcp-tools": { page: mcp(), steps: [{ press: "3 tools" }] },
  "page-mcp-none": { page: mcp({ state: { ...mcpState, servers: [] }, defined: new Map() }) },
  "page-mcp-old": {
    page: mcp({
      state: { ...mcpState, cliVersion: "2.0.77" },
      abilities: new Set(),
      defined: new Map(),
      logs: new Map(),
    }),
  },
};
