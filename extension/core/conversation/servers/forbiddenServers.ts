import type { ServerState } from "../../../shared/contract/mcpServers.ts";
import { isServerAllowed } from "../../options/servers/serverPolicy.ts";
import type { Client } from "../../protocol/connection/client.ts";
import type { FileServer } from "../ports/ports.ts";

/**
 * Returns the servers that a policy of the user's organization forbids, as rows. `claude` reports none of them (2.0.77,
 * 2.1.50, 2.1.329), but says which policy applies (2.1.329). Rejects when the connection ends.
 */
export async function findForbiddenServers(
  client: Client,
  servers: Readonly<Record<string, FileServer>>,
): Promise<readonly ServerState[]> {
  const { sources = [] } = client.supports("get_settings") ? await client.call("get_settings", {}) : {};
  const policies = sources.flatMap(({ source, settings }) => (source === "policySettings" ? [settings] : []));
  return Object.entries(servers).flatMap(([name, { config, scope, isForbidden }]) =>
    isForbidden || policies.some((policy) => !isServerAllowed(policy, name, config))
      ? [{ name, status: "forbidden", scope }]
      : [],
  );
}
