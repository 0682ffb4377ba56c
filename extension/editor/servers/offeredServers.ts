import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { isRemote, parseServerDefinition, type ServerDefinition } from "../../configuration/serverDefinitions.ts";
import { formatServerProblem } from "../../text/servers/serverDefinitions.ts";
import { toLabelText } from "../dialogs/plainText.ts";
import { type DefinedServer, type McpServersSetting, readDefinedServers } from "../settings/mcpServers.ts";
import type { ServerSecrets } from "../settings/serverSecrets.ts";
import type { SettingsTrust } from "../settings/settings.ts";

/** The id of the provider in `contributes.mcpServerDefinitionProviders`. */
const providerId = "tandem.servers";

export interface OfferedServersOptions {
  readonly servers: McpServersSetting;
  readonly secrets: ServerSecrets;
  readonly isOn: () => boolean;
  /** Returns the settings that apply in a folder. Rejects while the user has not decided about them. */
  readonly admit: (folder: string) => Promise<{ readonly origin: SettingsTrust; readonly refusedOwnServers: readonly string[] }>;
}

interface FoundServer {
  readonly server: DefinedServer;
  readonly definition: ServerDefinition;
}

/**
 * Offers the servers of `tandem.mcpServers` to the editor's own chat. A secret is inserted only when the editor starts a server, and a server of the
 * workspace only starts after the user has agreed to the workspace's settings.
 */
export class OfferedServers implements vscode.McpServerDefinitionProvider, vscode.Disposable {
  readonly #options: OfferedServersOptions;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[];
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;

  constructor(options: OfferedServersOptions) {
    this.#options = options;
    this.#disposables = [
      this.#changed,
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("tandem.mcpServers") || event.affectsConfiguration("tandem.mcp")) this.#changed.fire();
      }),
      options.secrets.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
    ];
    // Some editors that are built from VS Code have no such chat.
    if (typeof vscode.lm?.registerMcpServerDefinitionProvider === "function")
      this.#disposables.push(vscode.lm.registerMcpServerDefinitionProvider(providerId, this));
  }

  provideMcpServerDefinitions(): vscode.McpServerDefinition[] {
    if (!this.#options.isOn() || !vscode.workspace.isTrusted) return [];
    return find("all", []).map(({ server, definition }) => {
      // Another version makes the editor forget the tools and the trust of the previous definition.
      const version = createHash("sha256").update(JSON.stringify(definition)).digest("hex").slice(0, 16);
      return isRemote(definition)
        ? new vscode.McpHttpServerDefinition(toLabelText(server.name), vscode.Uri.parse(definition.url), { ...definition.headers }, version)
        : new vscode.McpStdioServerDefinition(toLabelText(server.name), definition.command, [...(definition.args ?? [])], { ...definition.env }, version);
    });
  }

  /** Returns undefined if the server is no longer defined. Throws why a server cannot start. */
  async resolveMcpServerDefinition(offered: vscode.McpServerDefinition): Promise<vscode.McpServerDefinition | undefined> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const admission = folder ? await this.#options.admit(folder.fsPath) : { origin: "user" as const, refusedOwnServers: [] };
    const found = find(admission.origin, admission.refusedOwnServers).find(({ server }) => toLabelText(server.name) === offered.label);
    if (!found) return undefined;
    const { value, problem } = await this.#options.servers.resolve(found.server, found.definition, folder ?? vscode.Uri.file("/"));
    if (problem) throw new Error(formatServerProblem(problem));
    if ("uri" in offered && "url" in value) [offered.uri, offered.headers] = [vscode.Uri.parse(value.url), { ...value.headers }];
    else if ("command" in offered && "command" in value)
      [offered.command, offered.args, offered.env] = [value.command, [...(value.args ?? [])], { ...value.env }];
    else return undefined;
    return offered;
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
  }
}

/** Returns the sound definitions for the first folder of the workspace. */
function find(trust: SettingsTrust, refused: readonly string[]): readonly FoundServer[] {
  const { servers } = readDefinedServers(vscode.workspace.workspaceFolders?.[0]?.uri, trust, refused);
  return servers.flatMap((server): FoundServer[] => {
    const { value: definition } = parseServerDefinition(server.value, server.name);
    return definition ? [{ server, definition }] : [];
  });
}
