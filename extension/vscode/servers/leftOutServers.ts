import * as vscode from "vscode";
import type { SecretStore } from "../../core/conversations/servers/serverPorts.ts";
import { background } from "../../shared/base/background.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { LeftOutServer } from "../../shared/contract/servers/serverDefinitions.ts";
import { formatLeftOutServer, serverNoticeText } from "../../shared/text/servers/serverDefinitions.ts";
import { settingReportText } from "../../shared/text/settings/settingProblems.ts";
import type { LocatedSetting, SettingPlaces } from "../settings/settingPlaces.ts";
import type { SettingReports } from "../settings/settingReports.ts";

/** Tells the user which MCP servers are left out, each problem once in a window. */
export class LeftOutServers {
  readonly #logger: Logger;
  readonly #secrets: Pick<SecretStore, "replace">;
  readonly #places: Pick<SettingPlaces, "findIn" | "open">;
  readonly #reports: Pick<SettingReports, "messages">;
  readonly #shown = new Set<string>();

  constructor(
    logger: Logger,
    secrets: Pick<SecretStore, "replace">,
    places: Pick<SettingPlaces, "findIn" | "open">,
    reports: Pick<SettingReports, "messages">,
  ) {
    this.#logger = logger;
    this.#secrets = secrets;
    this.#places = places;
    this.#reports = reports;
  }

  show(leftOut: readonly LeftOutServer[]): void {
    for (const server of leftOut) {
      const key = formatLeftOutServer(server);
      if (this.#shown.has(key)) continue;
      this.#shown.add(key);
      background(this.#show(server, key), this.#logger, "showing an MCP server that is left out");
    }
  }

  /** Shows a message with the button that helps: to enter a secret, or to open the file that defines the server. */
  async #show(server: LeftOutServer, key: string): Promise<void> {
    const { name, place, problem } = server;
    const located = await this.#find(server);
    const message = formatLeftOutServer(server, located);
    this.#logger.warn(message);
    const button = problem.code === "secretMissing" ? serverNoticeText.enterSecret() : settingReportText.openFile();
    // A message that goes with its conversation comes again with the next.
    const { answer } = this.#reports.messages.ask("warning", message, [button], () => void this.#shown.delete(key));
    if ((await answer) !== button) return;
    if (problem.code === "secretMissing")
      await this.#secrets.replace({ place, secret: problem.secret, server: name, address: problem.address });
    // The file may have changed since.
    else await this.#open((await this.#find(server)) ?? located);
  }

  async #find({ name, place, problem }: LeftOutServer): Promise<LocatedSetting | undefined> {
    if (place.kind === "projectFile") return undefined;
    const at = name === "" ? [] : [name, ...((problem.code === "malformed" && problem.at) || [])];
    return this.#places.findIn(place.kind, "mcpServers", place.kind === "folder" ? place.folder : "", at);
  }

  async #open(located: LocatedSetting | undefined): Promise<void> {
    if (located) await this.#places.open(located);
    else await vscode.commands.executeCommand("workbench.action.openSettings", "tandem.mcpServers");
  }
}
