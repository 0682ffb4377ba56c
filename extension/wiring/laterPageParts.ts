import type { Conversation } from "../core/conversation/conversation.ts";
import type { PreparedServers } from "../core/conversation/ports/preparedServers.ts";
import { orLogged } from "../shared/base/background.ts";
import { later, once } from "../shared/base/later.ts";
import { MisplacedServers } from "../vscode/servers/misplacedServers.ts";
import { OfferedServers, type OfferedServersOptions } from "../vscode/servers/offeredServers.ts";
import type { PagePartsOptions } from "./pageParts.ts";

export interface LaterPagePartsOptions extends Omit<PagePartsOptions, "misplaced"> {
  readonly offered: OfferedServersOptions;
  /** Returns the settings files of the user for `claude`, one for each profile. */
  readonly userSettingsFiles: () => readonly string[];
  /** Returns the servers of the settings of a folder, with every placeholder replaced. */
  readonly prepare: (folder: string) => Promise<PreparedServers>;
}

/**
 * Builds what the editor is offered of the MCP servers; the pages in editor tabs and the changes of servers are loaded
 * with the first of them.
 */
export function createLaterPageParts(options: LaterPagePartsOptions) {
  const { offered, userSettingsFiles, prepare, log } = options;
  const misplaced = new MisplacedServers(userSettingsFiles);
  const load = once(async () => (await import("./pageParts.ts")).createPageParts({ ...options, misplaced }));
  /**
   * Replaces the servers of a running conversation by those of the settings. Returns false if that needs a restart.
   * Never rejects.
   */
  const applyServers = async ({ controls }: Conversation, folder: string): Promise<boolean> => {
    const changes = await orLogged(controls.servers.applyServers(prepare(folder)), log, "changing MCP servers");
    return changes !== undefined && changes.needRestart.length === 0 && !changes.hasNewRules;
  };
  return {
    applyServers,
    pages: later(async () => (await load()).pages),
    copyStatus: async () => (await load()).copyStatus(),
    serverEditing: later(async () => (await load()).serverEditing),
    serverImport: later(async () => (await load()).serverImport),
    serverMove: later(async () => (await load()).serverMove),
    disposables: [new OfferedServers(offered), misplaced],
  };
}
