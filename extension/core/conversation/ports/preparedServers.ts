import type { ExternalServerConfig } from "../../protocol/requests/mcpConfig.ts";

export type Servers = Readonly<Record<string, ExternalServerConfig>>;

/** The servers of Tandem's settings, and the permission rules of their tools, which only a start passes. */
export interface PreparedServers {
  readonly servers: Servers;
  /** The servers among them that an extension set for its conversation. */
  readonly extra?: Servers | undefined;
  readonly rules: {
    readonly allow: readonly string[];
    readonly ask: readonly string[];
    readonly deny: readonly string[];
  };
}
