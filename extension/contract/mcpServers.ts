/** An MCP server as the CLI reports it. */
export interface ServerState {
  readonly name: string;
  /** As the CLI names it: connected, failed, needs-auth, pending, disabled, or another. */
  readonly status: string;
  readonly error?: string | undefined;
  /** Where it is configured, as the CLI names that. */
  readonly scope?: string | undefined;
  readonly tools: number;
}
