import type { ServerStatus } from "../servers/mcpServers.ts";
import type { ToolPolicy } from "../servers/serverDefinitions.ts";

/** Actions of the page. `target` of an action is the server's name; see `setPolicy` and `setWait` for their values. */
export const mcpActions = [
  "reconnect",
  "enable",
  "disable",
  "signIn",
  "signOut",
  "edit",
  "remove",
  "replaceSecret",
  "removeSecret",
  "showLog",
  "hideLog",
  /** Values: `tool`, and `policy`, which is empty for the default. */
  "setPolicy",
  /** Value `wait`: "yes" or "no". */
  "setWait",
  "add",
  "import",
  "openSettings",
] as const;
export type McpActionName = (typeof mcpActions)[number];

/** Content of the page "MCP Servers". All texts are complete. */
export interface McpContent {
  readonly notes: readonly string[];
  readonly servers: readonly ServerView[];
  /** False until `claude` has reported its servers: there may be more. */
  readonly isLoaded: boolean;
}

export interface ServerView {
  readonly name: string;
  readonly status: ServerStatus;
  readonly statusText: string;
  /** The place where the server is defined, its transport and its version. */
  readonly facts: string;
  readonly error?: string;
  /** Reason why an action is missing. */
  readonly notes: readonly string[];
  /** Undefined where `claude` does not report tools; `toolsLabel` then says so. */
  readonly tools?: readonly ToolView[];
  readonly toolsLabel: string;
  readonly resources: readonly string[];
  readonly prompts: readonly string[];
  /** True if the first message waits for the server; undefined where that cannot be changed. */
  readonly waits?: boolean;
  readonly buttons: readonly ServerButton[];
  /** The end of the log, if it is shown. */
  readonly log?: string;
}

export interface ToolView {
  readonly name: string;
  readonly description: string;
  /** "read-only", "destructive". */
  readonly marks: readonly { readonly text: string; readonly isWarning: boolean }[];
  /** Undefined for the default: the permission mode decides. */
  readonly policy?: ToolPolicy;
}

export interface ServerButton {
  readonly action: McpActionName;
  readonly label: string;
  /** The action runs. */
  readonly isBusy?: boolean;
}
