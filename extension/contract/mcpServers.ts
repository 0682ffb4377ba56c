/** An MCP server as `claude` reports it. */
export interface ServerState {
  readonly name: string;
  /** Status as `claude` names it: connected, failed, needs-auth, pending, disabled, or another. */
  readonly status: string;
  readonly error?: string | undefined;
  /** Scope of the server's configuration, as `claude` names it. */
  readonly scope?: string | undefined;
  readonly tools: number;
}
