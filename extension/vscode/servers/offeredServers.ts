import { createHash } from "node:crypto";
import * as vscode from "vscode";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import type { ValidServer } from "../../core/options/servers/definedServers.ts";
import { isRemote, parseServerDefinition } from "../../core/options/servers/serverDefinitions.ts";
import type { SettingsTrust } from "../../core/options/settingsSource.ts";
import { formatServerProblem } from "../../shared/text/servers/serverDefinitions.ts";
import { toLabelText } from "../plainText.ts";
import type { McpServersSetting } from "./mcpServers.ts";
import type { ServerSecrets } from "./serverSecrets.ts";

/** The id of the provider in `contributes.mcpServerDefinitionProviders`. */
const providerId = "tandem.servers";

export interface OfferedServersOptions {
  readonly settings: Pick<FolderSettings, "read" | "definedServers" | "onDidChange">;
  readonly servers: McpServersSetting;
  readonly secrets: ServerSecrets;
  /** Returns the settings that apply in a folder. Rejects while the user has not decided about them. */
  readonly admit: (
    folder: string,
  ) => Promise<{ readonly origin: SettingsTrust; readonly refusedOwnServers: readonly string[] }>;
}

/**
 * Offers the servers of `tandem.mcpServers` to the editor's own chat. A secret is inserted only when the editor starts
 * a server, and a server of the workspace only starts after the user has agreed to the workspace's settings.
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
      options.settings.onDidChange(
        ({ names }) => (names.has("mcpServers") || names.has("mcp.offerToEditor")) && this.#changed.fire(),
      ),
      options.secrets.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
    ];
    // Some editors that are built from VS Code have no such chat.
    if (typeof vscode.lm?.registerMcpServerDefinitionProvider === "function")
      this.#disposables.push(vscode.lm.registerMcpServerDefinitionProvider(providerId, this));
  }

  provideMcpServerDefinitions(): vscode.McpServerDefinition[] {
    if (!this.#options.settings.read("mcp.offerToEditor") || !vscode.workspace.isTrusted) return [];
    return this.#find("all", []).map(({ server, definition }) => {
      // Another version makes the editor forget the tools and the trust of the previous definition.
      const version = createHash("sha256").update(JSON.stringify(definition)).digest("hex").slice(0, 16);
      return isRemote(definition)
        ? new vscode.McpHttpServerDefinition(
            toLabelText(server.name),
            vscode.Uri.parse(definition.url),
            { ...definition.headers },
            version,
          )
        : new vscode.McpStdioServerDefinition(
            toLabelText(server.name),
            definition.command,
            [...(definition.args ?? [])],
            { ...definition.env },
            version,
          );
    });
  }

  /** Returns undefined if the server is no longer defined. Throws why a server cannot start. */
  async resolveMcpServerDefinition(
    offered: vscode.McpServerDefinition,
  ): Promise<vscode.McpServerDefinition | undefined> {
    const folder = getFirstFolder();
    const admission =
      folder === "" ? { origin: "user" as const, refusedOwnServers: [] } : await this.#options.admit(folder);
    const found = this.#find(admission.origin, admission.refusedOwnServers).find(
      ({ server }) => toLabelText(server.name) === offered.label,
    );
    if (!found) return undefined;
    const { value, problem } = await this.#options.servers.resolve(found.server, found.definition, folder || "/");
    if (problem) throw new Error(formatServerProblem(problem));
    if ("uri" in offered && "url" in value)
      [offered.uri, offered.headers] = [vscode.Uri.parse(value.url), { ...value.headers }];
    else if ("command" in offered && "command" in value)
      [offered.command, offered.args, offered.env] = [value.command, [...(value.args ?? [])], { ...value.env }];
    else return undefined;
    return offered;
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
  }

  /** Returns the sound definitions for the first folder of the workspace. */
  #find(trust: SettingsTrust, refused: readonly string[]): readonly ValidServer[] {
    return this.#options.settings.definedServers(getFirstFolder(), trust, refused).servers.flatMap((server) => {
      const { value: definition } = parseServerDefinition(server.value, server.name);
      return definition ? [{ server, definition }] : [];
    });
  }
}

function getFirstFolder(): string {
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
}
