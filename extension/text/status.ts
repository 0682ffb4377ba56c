import { t } from "@vscode/l10n";
import type { ServerState } from "../contract/mcpServers.ts";

/** One entry of a list: a name, and its value. */
export interface StatusRow {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
}

/** Returns the MCP servers that `claude` knows; those that need attention come first. */
export function getServerRows(servers: readonly ServerState[]): readonly StatusRow[] {
  const rows = servers.map(({ name, status, error, scope = "", tools }) => ({
    label: name,
    description: [serverStatus(status), status === "connected" ? toolsText(tools) : "", scope].filter(Boolean).join(" · "),
    ...(error === undefined ? {} : { detail: error }),
    isFine: status === "connected",
  }));
  return rows.sort((a, b) => Number(a.isFine) - Number(b.isFine)).map(({ isFine: _isFine, ...row }) => row);
}

function toolsText(count: number): string {
  return count === 1 ? t("1 tool") : t("{0} tools", count);
}

function serverStatus(status: string): string {
  switch (status) {
    case "connected":
      return t("connected");
    case "failed":
      return t("failed");
    case "needs-auth":
      return t("needs sign-in");
    case "pending":
      return t("pending");
    case "disabled":
      return t("disabled");
    default:
      return status;
  }
}
