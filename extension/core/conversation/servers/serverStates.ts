import { stripControl } from "../../../shared/base/invisible.ts";
import type { ServerState, ServerStatus, ServerTool } from "../../../shared/contract/servers/mcpServers.ts";
import type { ControlRequestAnswer } from "../../protocol/requests/controlRequests.ts";

type ReportedServer = ControlRequestAnswer<"mcp_status">["mcpServers"][number];

const statuses: ReadonlyMap<string, ServerStatus> = new Map([
  ["connected", "connected"],
  ["failed", "failed"],
  ["needs-auth", "needsSignIn"],
  ["pending", "pending"],
  ["disabled", "disabled"],
]);

/** Errors with which `claude` refuses a server by policy; it reports such a server as failed (2.1.329). */
const refusals =
  /^(?:Blocked by enterprise managed policy|Refused by network proxy policy|Disabled by disableClaudeAiConnectors)/;

/** Longest description of a tool that the state keeps, in characters. */
const maxDescription = 300;

/**
 * Reads the answer to `mcp_status` (all versions). 2.1.50 lists a server that was set live twice; the last one counts.
 * Tools have no description (2.1.50, 2.1.329), but the published types do.
 */
export function readServerStates({ mcpServers }: ControlRequestAnswer<"mcp_status">): readonly ServerState[] {
  const servers = new Map(mcpServers.map((server) => [stripControl(server.name), readServer(server)]));
  return [...servers.values()];
}

function readServer({ name, status, error, scope, source, transport, serverInfo, tools }: ReportedServer): ServerState {
  const known = statuses.get(status);
  const place = scope ?? source;
  return {
    name: stripControl(name),
    status: known === "failed" && refusals.test(error ?? "") ? "forbidden" : (known ?? "other"),
    ...(known === undefined ? { told: stripControl(status) } : {}),
    ...(error === undefined ? {} : { error: stripControl(error) }),
    ...(place === undefined ? {} : { scope: stripControl(place) }),
    ...(transport === undefined ? {} : { transport: stripControl(transport) }),
    ...(serverInfo?.name === undefined ? {} : { software: readSoftware(serverInfo.name, serverInfo.version) }),
    ...(tools === undefined ? {} : { tools: tools.map(readTool) }),
  };
}

function readSoftware(name: string, version: string | undefined): NonNullable<ServerState["software"]> {
  return { name: stripControl(name), ...(version === undefined ? {} : { version: stripControl(version) }) };
}

function readTool({ name, description, annotations }: NonNullable<ReportedServer["tools"]>[number]): ServerTool {
  return {
    name: stripControl(name),
    ...(description ? { description: stripControl(description).slice(0, maxDescription) } : {}),
    ...(annotations?.["readOnly"] === true ? { isReadOnly: true } : {}),
    ...(annotations?.["destructive"] === true ? { isDestructive: true } : {}),
  };
}

/** Returns true if `init` of a turn reports the same servers with the same statuses as the state. */
export function isSameReport(
  servers: readonly ServerState[] | undefined,
  told: readonly { readonly name: string; readonly status: string }[],
): boolean {
  if (servers?.length !== told.length) return false;
  const known = new Map(servers.map((server) => [server.name, server]));
  return told.every(({ name, status }) => {
    const server = known.get(stripControl(name));
    // A server that a policy forbids is reported as failed.
    const expected = server?.status === "forbidden" ? "failed" : server?.status;
    return server !== undefined && (statuses.get(status) ?? "other") === expected;
  });
}
