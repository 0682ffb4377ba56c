import { orLogged } from "../../../shared/base/background.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { PreparedServers } from "../../conversation/ports/preparedServers.ts";

/**
 * Replaces the servers of a running conversation by those of its settings. Resolves to false if that needs a restart.
 * Never rejects.
 */
export async function applySettingsServers(
  { controls }: Pick<Conversation, "controls">,
  prepared: Promise<PreparedServers>,
  logger: Logger,
): Promise<boolean> {
  const changes = await orLogged(controls.servers.applyServers(prepared), logger, "changing MCP servers");
  return changes !== undefined && changes.needRestart.length === 0 && !changes.hasNewRules;
}
