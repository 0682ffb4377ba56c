import { t } from "@vscode/l10n";
import type { McpActionName } from "../contract/pages/mcpPage.ts";
import type { ServerState, ServerStatus } from "../contract/servers/mcpServers.ts";

/** Texts of the page "MCP Servers" that do not depend on its content. */
export const mcpPageText = {
  title: () => t("MCP Servers"),
  servers: () => t("MCP servers"),
  add: () => t("Add server…"),
  import: () => t("Import servers…"),
  openSettings: () => t("Open settings"),
  none: () => t("No MCP servers."),
  prompts: () => t("Prompts"),
  resources: () => t("Resources"),
  log: () => t("Log"),
  wait: () => t("Wait for this server before the first message"),
  policy: (tool: string) => t("Permission for {0}", tool),
  policies: {
    default: () => t("Default"),
    allow: () => t("Allow"),
    ask: () => t("Ask"),
    deny: () => t("Deny"),
  },
} as const;

/** Returns the status in words. */
export function formatServerStatus({ status, told = "" }: ServerState): string {
  switch (status) {
    case "connected":
      return t("connected");
    case "failed":
      return t("failed");
    case "needsSignIn":
      return t("needs sign-in");
    case "pending":
      return t("pending");
    case "disabled":
      return t("disabled");
    case "forbidden":
      return t("forbidden by policy");
    case "other":
      return told === "" ? t("not loaded") : told;
  }
}

export const actionLabels: Readonly<Record<McpActionName, () => string>> = {
  reconnect: () => t("Reconnect"),
  enable: () => t("Enable"),
  disable: () => t("Disable"),
  signIn: () => t("Sign in"),
  signOut: () => t("Sign out"),
  edit: () => t("Edit…"),
  remove: () => t("Remove"),
  replaceSecret: () => t("Replace secret…"),
  removeSecret: () => t("Remove secret…"),
  showLog: () => t("Show log"),
  hideLog: () => t("Hide log"),
  setPolicy: () => t("Permission"),
  setWait: () => mcpPageText.wait(),
  add: () => mcpPageText.add(),
  import: () => mcpPageText.import(),
  openSettings: () => mcpPageText.openSettings(),
};

export function formatToolCount(count: number): string {
  return count === 1 ? t("1 tool") : t("{0} tools", count);
}

/** Returns what a quiet indicator says about servers that need attention; undefined if none does. */
export function formatServerTrouble(servers: readonly ServerState[] | undefined): string | undefined {
  const count = (status: ServerStatus): number => servers?.filter((server) => server.status === status).length ?? 0;
  const [failed, signIn] = [count("failed"), count("needsSignIn")];
  if (failed > 0) return failed === 1 ? t("1 MCP server failed") : t("{0} MCP servers failed", failed);
  if (signIn > 0) return signIn === 1 ? t("1 MCP server needs sign-in") : t("{0} MCP servers need sign-in", signIn);
  return undefined;
}

/** Texts of dialogs about servers. */
export const mcpDialogText = {
  signInHint: (server: string) =>
    t(
      "Sign in to {0} in the browser. If the browser can't open the last page, copy its address and paste it here.",
      server,
    ),
  pasteAddress: () => t("Paste Address…"),
  address: () => t("Address of the last page"),
  noAddress: () => t("Enter a web address that contains a code."),
  failed: (action: McpActionName, server: string, reason: string) =>
    t("Couldn't finish “{0}” for {1}: {2}", actionLabels[action](), server, reason),
  silent: () => t("it did not answer in time."),
  unsupported: (action: McpActionName) => t("This version of claude doesn't support “{0}”.", actionLabels[action]()),
  notRunning: () => t("This conversation is not running. Send a message, then try again."),
} as const;
