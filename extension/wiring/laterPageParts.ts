import type { Conversation } from "../core/conversation/conversation.ts";
import type { PreparedServers } from "../core/conversation/ports/preparedServers.ts";
import { applySettingsServers } from "../core/conversations/servers/applySettingsServers.ts";
import { CachedServerLogs } from "../node/claude/servers/serverLogs.ts";
import type { ProfileEnvironment } from "../node/processes/environment.ts";
import { later, once } from "../shared/base/later.ts";
import { MisplacedServers } from "../vscode/servers/misplacedServers.ts";
import { OfferedServers, type OfferedServersOptions } from "../vscode/servers/offeredServers.ts";
import type { Keep } from "./keepIn.ts";
import type { PagePartsOptions } from "./pageParts.ts";

export interface LaterPagePartsOptions extends Omit<PagePartsOptions, "misplaced" | "logs"> {
  readonly keep: Keep;
  readonly offered: OfferedServersOptions;
  /** Returns the environment for a process that starts now under a profile. */
  readonly environment: ProfileEnvironment;
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
  const { keep, offered, environment, userSettingsFiles, prepare, log } = options;
  const logs = new CachedServerLogs(environment);
  const misplaced = keep(new MisplacedServers(userSettingsFiles));
  keep(new OfferedServers(offered));
  const load = once(async () => (await import("./pageParts.ts")).createPageParts({ ...options, misplaced, logs }));
  return {
    applyServers: (conversation: Conversation, folder: string) =>
      applySettingsServers(conversation, prepare(folder), log),
    pages: later(async () => (await load()).pages),
    copyStatus: async () => (await load()).copyStatus(),
    serverEditing: later(async () => (await load()).serverEditing),
    serverImport: later(async () => (await load()).serverImport),
    serverMove: later(async () => (await load()).serverMove),
  };
}
