import * as vscode from "vscode";
import { type LaunchServer, listGivenValues, listTakenIn, resolveServer } from "../../configuration/launchServers.ts";
import { getSecretNames, getToolRules, isRemote, parseServerDefinition, type ServerDefinition, type ToolRules } from "../../configuration/serverDefinitions.ts";
import type { LeftOutServer, ServerPlace, ServerProblem } from "../../contract/serverDefinitions.ts";
import type { ServerSecrets } from "./serverSecrets.ts";
import type { SettingsTrust } from "./settings.ts";

/** A server as a setting defines it. Its value is not validated. */
export interface DefinedServer {
  readonly name: string;
  readonly place: ServerPlace;
  readonly value: unknown;
}

/** The servers of one start, with secrets. */
export interface LaunchServers {
  readonly servers: Readonly<Record<string, LaunchServer>>;
  /** Permission rules for the tools of all servers. */
  readonly rules: ToolRules;
  readonly leftOut: readonly LeftOutServer[];
}

/**
 * Returns the servers in the settings of `folder`, one for each name. The most specific setting that has a name defines the server alone. The editor
 * would merge the fields of all settings, and a workspace could so send the headers of a user's server to an address of its own. `refused`: names of
 * servers that the user refused to take from the workspace; the user's own servers with these names stay.
 */
export function readDefinedServers(
  folder: vscode.Uri | undefined,
  trust: SettingsTrust,
  refused: readonly string[] = [],
): { readonly servers: readonly DefinedServer[]; readonly leftOut: readonly LeftOutServer[] } {
  const servers = new Map<string, DefinedServer>();
  const leftOut: LeftOutServer[] = [];
  for (const { place, value } of inspectServerSettings(folder)) {
    if (value === undefined || (trust === "user" && place.kind !== "user")) continue;
    if (typeof value !== "object" || value === null || Array.isArray(value)) leftOut.push({ name: "", place, problem: { code: "malformed", issues: "" } });
    else {
      for (const [name, each] of Object.entries(value)) {
        if (place.kind === "user" || !refused.includes(name)) servers.set(name, { name, place, value: each });
      }
    }
  }
  return { servers: [...servers.values()], leftOut };
}

/** Returns the value of `tandem.mcpServers` in each setting that applies to `folder`, the most specific last. */
export function inspectServerSettings(folder: vscode.Uri | undefined): readonly { readonly place: ServerPlace; readonly value: unknown }[] {
  const found = vscode.workspace.getConfiguration("tandem", folder ?? null).inspect("mcpServers");
  // Without a workspace file, the folder's settings are those of the workspace.
  const root = folder && vscode.workspace.workspaceFile && (vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder);
  return [
    { place: { kind: "user" }, value: found?.globalValue },
    { place: { kind: "workspace" }, value: found?.workspaceValue },
    ...(root ? [{ place: { kind: "folder", folder: root.fsPath } as const, value: found?.workspaceFolderValue }] : []),
  ];
}

/** Prepares the MCP servers of `tandem.mcpServers` for a start: validates each, asks for missing secrets, and replaces the placeholders. */
export class McpServersSetting {
  readonly #secrets: ServerSecrets;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #report: (leftOut: readonly LeftOutServer[]) => void;
  /** The last valid definitions of each place, by name. */
  readonly #valid = new Map<string, ReadonlyMap<string, ServerDefinition>>();

  /** `report` tells the user about servers that are left out. */
  constructor(secrets: ServerSecrets, env: Readonly<Record<string, string | undefined>>, report: (leftOut: readonly LeftOutServer[]) => void) {
    this.#secrets = secrets;
    this.#env = env;
    this.#report = report;
  }

  /**
   * Returns the servers for a process that starts in `folder`. A server that is wrong keeps its last valid definition in this window. Without one, or
   * if the user refuses its secret, it is left out. Both are reported.
   */
  async prepare(folder: vscode.Uri, trust: SettingsTrust, refused: readonly string[] = []): Promise<LaunchServers> {
    const { found, leftOut } = this.#find(folder, trust, refused);
    const servers = new Map<string, LaunchServer>();
    const rules: ToolRules[] = [];
    for (const { server, definition } of found) {
      const resolved = await this.resolve(server, definition, folder);
      if (resolved.value) {
        servers.set(server.name, resolved.value);
        rules.push(getToolRules(server.name, definition.tools));
      } else leftOut.push({ name: server.name, place: server.place, problem: resolved.problem as ServerProblem });
    }
    if (leftOut.length > 0) this.#report(leftOut);
    const all = (policy: keyof ToolRules): readonly string[] => rules.flatMap((each) => each[policy]);
    return { servers: Object.fromEntries(servers), rules: { allow: all("allow"), ask: all("ask"), deny: all("deny") }, leftOut };
  }

  /** Returns the valid definitions, and of wrong ones the last valid definitions. */
  #find(folder: vscode.Uri, trust: SettingsTrust, refused: readonly string[]) {
    const { servers, leftOut: wrongPlaces } = readDefinedServers(folder, trust, refused);
    const leftOut: LeftOutServer[] = [];
    const found: { readonly server: Pick<DefinedServer, "name" | "place">; readonly definition: ServerDefinition }[] = [];
    const valid = new Map<string, Map<string, ServerDefinition>>();
    for (const server of servers) {
      const { value, problem } = parseServerDefinition(server.value, server.name);
      const key = JSON.stringify(server.place);
      const definition = value ?? this.#valid.get(key)?.get(server.name);
      if (problem) leftOut.push({ name: server.name, place: server.place, problem, keepsLast: definition !== undefined });
      if (!definition) continue;
      found.push({ server, definition });
      valid.set(key, (valid.get(key) ?? new Map()).set(server.name, definition));
    }
    for (const each of wrongPlaces) {
      const last = [...(this.#valid.get(JSON.stringify(each.place)) ?? [])].filter(
        ([name]) => !servers.some((server) => server.name === name) && (each.place.kind === "user" || !refused.includes(name)),
      );
      leftOut.push({ ...each, keepsLast: last.length > 0 });
      found.push(...last.map(([name, definition]) => ({ server: { name, place: each.place }, definition })));
    }
    for (const { place } of inspectServerSettings(folder)) {
      const isRead = (trust === "all" || place.kind === "user") && !wrongPlaces.some((each) => each.place.kind === place.kind);
      if (isRead) this.#valid.set(JSON.stringify(place), valid.get(JSON.stringify(place)) ?? new Map());
    }
    return { found, leftOut };
  }

  /** Replaces the placeholders of a definition. Asks for its missing secrets. */
  async resolve({ name, place }: Pick<DefinedServer, "name" | "place">, definition: ServerDefinition, folder: vscode.Uri) {
    const secrets = new Map<string, string>();
    for (const secret of getSecretNames(definition)) {
      const value = await this.#secrets.need({ place, secret, server: name, address: isRemote(definition) ? definition.url : undefined });
      if (value !== undefined) secrets.set(secret, value);
    }
    const workspaceFolder = (vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder).fsPath;
    const resolved = resolveServer(definition, { env: this.#env, workspaceFolder, secrets });
    if (resolved.value) this.#secrets.noteUsed([...listGivenValues(resolved.value), ...listTakenIn(definition, this.#env)]);
    return resolved;
  }
}
