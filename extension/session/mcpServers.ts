import { stripControl } from "../base/invisible.ts";
import type { ServerState } from "../contract/mcpServers.ts";
import type { ControlRequestAnswer } from "../protocol/controlRequests.ts";

/** Reads the answer to `mcp_status` (all versions). */
export function readServers({ mcpServers }: ControlRequestAnswer<"mcp_status">): readonly ServerState[] {
  return mcpServers.map(({ name, status, error, scope, tools = [] }) => ({
    name: stripControl(name),
    status: stripControl(status),
    ...(error === undefined ? {} : { error: stripControl(error) }),
    ...(scope === undefined ? {} : { scope: stripControl(scope) }),
    tools: tools.length,
  }));
}
