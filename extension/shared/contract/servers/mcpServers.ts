/** Status of an MCP server; "other" for one that has no name here (`ServerState.told` is then its name). */
export type ServerStatus = "connected" | "failed" | "needsSignIn" | "pending" | "disabled" | "forbidden" | "other";

/** A tool of a server, with the marks that the server itself gave it. */
export interface ServerTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly isDestructive?: boolean | undefined;
}

/** An MCP server as `claude` reports it. Its configuration is not part of it, because it can contain secrets. */
export interface ServerState {
  readonly name: string;
  readonly status: ServerStatus;
  /** The status as `claude` names it, where `status` is "other". */
  readonly told?: string | undefined;
  readonly error?: string | undefined;
  /**
   * The place where the server is configured, as `claude` names it: user, project, local, dynamic, plugin, managed …
   * (since 2.1.50).
   */
  readonly scope?: string | undefined;
  /** Transport of the server: stdio, http, sse, sdk (since 2.1.329). */
  readonly transport?: string | undefined;
  /** Name and version that the server reports. */
  readonly software?: { readonly name: string; readonly version?: string | undefined } | undefined;
  /** Undefined while they are unknown: the server is not connected, or `claude` does not report them (2.0.77). */
  readonly tools?: readonly ServerTool[] | undefined;
  /** True if the process got the server after its start. */
  readonly isAddedLive?: boolean | undefined;
  /**
   * True if `claude` does not have the server yet because it has not answered: it is pending, or failed after the time
   * limit.
   */
  readonly isWithheld?: boolean | undefined;
}

/** Abilities of this version of `claude` for a server while it runs. */
export type ServerAbility = "reconnect" | "toggle" | "signIn" | "readResource";
