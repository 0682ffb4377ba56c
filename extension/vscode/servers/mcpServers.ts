import * as vscode from "vscode";
import type { DefinedServer, FoundServers } from "../../core/options/servers/definedServers.ts";
import {
  type LaunchServer,
  listGivenValues,
  listTakenIn,
  resolveServer,
} from "../../core/options/servers/launchServers.ts";
import {
  getSecretNames,
  getToolRules,
  isRemote,
  type ServerDefinition,
  type ToolRules,
} from "../../core/options/servers/serverDefinitions.ts";
import type { LeftOutServer, ServerProblem } from "../../shared/contract/servers/serverDefinitions.ts";
import type { ServerSecrets } from "./serverSecrets.ts";

/** The servers of one start, with secrets. */
export interface LaunchServers {
  readonly servers: Readonly<Record<string, LaunchServer>>;
  /** Permission rules for the tools of all servers. */
  readonly rules: ToolRules;
  readonly leftOut: readonly LeftOutServer[];
}

/**
 * Prepares the MCP servers of `tandem.mcpServers` for a start: asks for missing secrets, and replaces the placeholders.
 */
export class McpServersSetting {
  readonly #secrets: ServerSecrets;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #report: (leftOut: readonly LeftOutServer[]) => void;

  /** `report` tells the user about servers that are left out. */
  constructor(
    secrets: ServerSecrets,
    env: Readonly<Record<string, string | undefined>>,
    report: (leftOut: readonly LeftOutServer[]) => void,
  ) {
    this.#secrets = secrets;
    this.#env = env;
    this.#report = report;
  }

  /**
   * Returns the servers for a process that starts in `folder`. One whose secret the user refuses is left out. Those are
   * reported, and the wrong ones. Rejects with the reason of the signal when that aborts while it asks.
   */
  async prepare(folder: string, { found, leftOut: wrong }: FoundServers, signal?: AbortSignal): Promise<LaunchServers> {
    const servers = new Map<string, LaunchServer>();
    const rules: ToolRules[] = [];
    const leftOut = [...wrong];
    for (const { server, definition } of found) {
      const resolved = await this.resolve(server, definition, folder, signal);
      if (resolved.value) {
        servers.set(server.name, resolved.value);
        rules.push(getToolRules(server.name, definition.tools));
      } else leftOut.push({ name: server.name, place: server.place, problem: resolved.problem as ServerProblem });
    }
    if (leftOut.length > 0) this.#report(leftOut);
    const all = (policy: keyof ToolRules): readonly string[] => rules.flatMap((each) => each[policy]);
    return {
      servers: Object.fromEntries(servers),
      rules: { allow: all("allow"), ask: all("ask"), deny: all("deny") },
      leftOut,
    };
  }

  /** Replaces the placeholders of a definition. Asks for its missing secrets. */
  async resolve(
    { name, place }: Pick<DefinedServer, "name" | "place">,
    definition: ServerDefinition,
    folder: string,
    signal?: AbortSignal,
  ) {
    const secrets = new Map<string, string>();
    for (const secret of getSecretNames(definition)) {
      const address = isRemote(definition) ? definition.url : undefined;
      const value = await this.#secrets.need({ place, secret, server: name, address }, signal);
      if (value !== undefined) secrets.set(secret, value);
    }
    const workspaceFolder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder))?.uri.fsPath ?? folder;
    const resolved = resolveServer(definition, { env: this.#env, workspaceFolder, secrets });
    if (resolved.value)
      this.#secrets.noteUsed([...listGivenValues(resolved.value), ...listTakenIn(definition, this.#env)]);
    return resolved;
  }
}
