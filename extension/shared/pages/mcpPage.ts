import { t } from "@vscode/l10n";
import type { ConversationState } from "../contract/conversationState.ts";
import type { McpActionName, McpContent, ServerButton, ServerView, ToolView } from "../contract/pages/mcpPage.ts";
import type { ServerAbility, ServerState, ServerStatus, ServerTool } from "../contract/servers/mcpServers.ts";
import type { ServerPlace, ToolPolicy } from "../contract/servers/serverDefinitions.ts";
import { normalizeName } from "../contract/toolNames.ts";
import { getPlaceLabel } from "../text/servers/serverDefinitions.ts";
import { actionLabels, formatServerStatus, formatToolCount } from "./mcpPageText.ts";

/** A server whose definition the user can change, as the page needs it. */
export interface DefinedServerView {
  readonly place: ServerPlace;
  readonly waits: boolean;
  readonly hasSecrets: boolean;
}

export interface McpPageData {
  /** State of the current conversation. */
  readonly state: ConversationState | undefined;
  readonly abilities: ReadonlySet<ServerAbility>;
  /** True if the model has the tools that read resources, as the newest turn reported. */
  readonly hasResourceTools: boolean;
  /** Servers of `tandem.mcpServers` and `.mcp.json`, by name. */
  readonly defined: ReadonlyMap<string, DefinedServerView>;
  /** Policies of tools, by server and tool. */
  readonly policies: ReadonlyMap<string, ReadonlyMap<string, ToolPolicy>>;
  readonly logs: ReadonlyMap<string, string>;
  /** Actions that run, as action and server. */
  readonly busy: ReadonlySet<string>;
}

/** Identifies an action on a server in `McpPageData.busy`. */
export function getBusyKey(action: McpActionName, server: string): string {
  return `${action}:${server}`;
}

/** Returns the content of the page. Servers that need attention come first. */
export function getMcpContent(data: McpPageData): McpContent {
  const { state, defined } = data;
  const reported = state?.servers ?? [];
  const names = new Set(reported.map(({ name }) => name));
  const missing = [...defined.keys()]
    .filter((name) => !names.has(name))
    .map((name): ServerState => ({ name, status: "other", told: "" }));
  const servers = [...reported, ...missing].map((server) => getServerView(server, data));
  const isLoaded = !isLoading(state);
  return { notes: getNotes(state), servers: servers.sort((a, b) => order[a.status] - order[b.status]), isLoaded };
}

function isLoading(state: ConversationState | undefined): boolean {
  return (
    state?.status === "starting" ||
    (state !== undefined && state.servers === undefined && state.status !== "resting" && state.status !== "ended")
  );
}

const order: Readonly<Record<ServerStatus, number>> = {
  failed: 0,
  needsSignIn: 1,
  forbidden: 2,
  pending: 3,
  other: 4,
  connected: 5,
  disabled: 6,
};

function getNotes(state: ConversationState | undefined): readonly string[] {
  if (!state) return [t("No conversation is open. Open one to see which servers are connected.")];
  if (isLoading(state)) return [t("Loading servers…")];
  if (state.status === "resting" || state.status === "ended")
    return [t("This conversation isn't running. States are from its last run.")];
  return [];
}

function getServerView(server: ServerState, data: McpPageData): ServerView {
  const { name, status, error, tools } = server;
  const { state, defined, logs, policies } = data;
  const known = defined.get(name);
  const log = logs.get(name);
  const prefix = `mcp__${normalizeName(name)}__`;
  const canWait = known !== undefined && known.place.kind !== "projectFile";
  return {
    name,
    status,
    statusText: formatServerStatus(server),
    facts: getFacts(server, known),
    ...(error === undefined ? {} : { error }),
    notes: getAbilityNotes(server, data),
    ...(tools === undefined
      ? {}
      : { tools: tools.map((tool) => getToolView(tool, policies.get(name)?.get(tool.name))) }),
    toolsLabel:
      tools === undefined
        ? status === "connected"
          ? t("This version of claude does not report the tools.")
          : ""
        : formatToolCount(tools.length),
    resources: (state?.resources ?? [])
      .filter((resource) => resource.server === name)
      .map(({ uri, name: title }) => (title ? `${title} (${uri})` : uri)),
    prompts: (state?.commands ?? []).flatMap((command) =>
      command.name.startsWith(prefix) ? [`/${command.name}`] : [],
    ),
    ...(canWait ? { waits: known.waits } : {}),
    buttons: getButtons(server, data),
    ...(log === undefined ? {} : { log: log === "" ? t("The log of this server is empty.") : log }),
  };
}

/** Returns true for a server of this extension, which 2.1.329 reports like one that was passed at the start. */
function isOfTandem({ scope, transport }: ServerState): boolean {
  return scope === "sdk" || transport === "sdk";
}

function getFacts(server: ServerState, known: DefinedServerView | undefined): string {
  const { scope, transport, software } = server;
  const version =
    software && (software.version === undefined ? software.name : t("{0} {1}", software.name, software.version));
  if (isOfTandem(server)) return [formatScope("sdk"), version].filter(Boolean).join(" · ");
  return [known ? getPlaceLabel(known.place) : scope === undefined ? "" : formatScope(scope), transport, version]
    .filter(Boolean)
    .join(" · ");
}

/** Returns where a server that Tandem does not define is configured. */
function formatScope(scope: string): string {
  switch (scope) {
    case "user":
      return t("claude's user settings");
    case "local":
      return t("claude's local settings for this folder");
    case "project":
      return t(".mcp.json");
    case "dynamic":
      return t("passed at startup");
    case "plugin":
      return t("plugin");
    case "managed":
    case "enterprise":
      return t("your organization");
    case "claudeai":
      return t("claude.ai connector");
    case "sdk":
      return t("Tandem");
    case "agent":
      return t("agent");
    default:
      return scope;
  }
}

/** The places of servers that Tandem can probe before `claude` connects them, as `claude` names them. */
const probed: ReadonlySet<string> = new Set(["dynamic", "local", "project", "user"]);

/** Says what this version of `claude` cannot do with a server, where the user would look for it. */
function getAbilityNotes(server: ServerState, { state, abilities, hasResourceTools }: McpPageData): readonly string[] {
  const { status, scope, isAddedLive, isWithheld } = server;
  if (state === undefined || (state.status !== "idle" && state.status !== "working") || isOfTandem(server)) return [];
  const version = state.cliVersion ?? "";
  if (status === "forbidden") return [t("Your organization's policy doesn't allow this server.")];
  if (status === "needsSignIn" && !abilities.has("signIn"))
    return [t("claude {0} can't sign in here. Run claude in a terminal and enter /mcp.", version)];
  if (isWithheld && status === "pending")
    return [t("This server hasn't answered yet. It is added as soon as it does.")];
  if (isWithheld) return [t("This server did not answer in time. Reconnect it, or restart the conversation.")];
  const notes: string[] = [];
  // The older versions create these tools at the start, and only if a server of the start has resources.
  if (status === "connected" && isAddedLive && !abilities.has("readResource") && !hasResourceTools)
    notes.push(
      t(
        "claude {0} can't read the resources of a server that was added while claude was running. Restart the conversation to use them.",
        version,
      ),
    );
  if (status === "failed" && abilities.has("reconnect") && scope !== undefined && !probed.has(scope))
    notes.push(
      t("If this server doesn't answer when you reconnect it, claude can't read messages for up to 30 seconds."),
    );
  if (!abilities.has("reconnect"))
    notes.push(
      t(
        "claude {0} can't reconnect or disable servers while it is running. Restart the conversation instead.",
        version,
      ),
    );
  return notes;
}

function getButtons(server: ServerState, { abilities, defined, logs, busy }: McpPageData): readonly ServerButton[] {
  const { name, status, transport, isWithheld = false } = server;
  const known = defined.get(name);
  const isOurs = isOfTandem(server);
  const canToggle = abilities.has("toggle") && !isOurs && !isWithheld && status !== "forbidden" && status !== "other";
  const isRemote = transport === "http" || transport === "sse";
  const offered: readonly (readonly [McpActionName, boolean])[] = [
    ["signIn", status === "needsSignIn" && abilities.has("signIn")],
    [
      "reconnect",
      (abilities.has("reconnect") || isWithheld) &&
        !isOurs &&
        (status === "connected" || status === "failed" || status === "needsSignIn"),
    ],
    ["enable", canToggle && status === "disabled"],
    ["disable", canToggle && status !== "disabled"],
    ["signOut", status === "connected" && isRemote && abilities.has("signIn")],
    ["edit", known !== undefined],
    ["replaceSecret", known?.hasSecrets === true],
    ["removeSecret", known?.hasSecrets === true],
    [logs.has(name) ? "hideLog" : "showLog", !isOurs],
    ["remove", known !== undefined],
  ];
  return offered.flatMap(([action, isOffered]) => {
    if (!isOffered) return [];
    const isBusy = busy.has(getBusyKey(action, name)) ? { isBusy: true } : {};
    return [{ action, label: actionLabels[action](), ...isBusy }];
  });
}

function getToolView(
  { name, description = "", isReadOnly, isDestructive }: ServerTool,
  policy: ToolPolicy | undefined,
): ToolView {
  const marks = [
    ...(isReadOnly ? [{ text: t("read-only"), isWarning: false }] : []),
    ...(isDestructive ? [{ text: t("destructive"), isWarning: true }] : []),
  ];
  return { name, description, marks, ...(policy === undefined ? {} : { policy }) };
}
