import type { MoveServersAction } from "../../core/conversations/servers/moveServersAction.ts";
import type { ServerEditing } from "../../core/conversations/servers/serverActions.ts";
import type { ServerImportAction } from "../../core/conversations/servers/serverImportAction.ts";
import type { Later } from "../../shared/base/later.ts";
import { readTextArgument } from "./arguments.ts";
import { commandTable } from "./commandTable.ts";

export interface ServerCommandsOptions {
  readonly serverEditing: Later<ServerEditing>;
  readonly serverImport: Later<ServerImportAction>;
  readonly serverMove: Later<MoveServersAction>;
  /** Returns the folder of the current conversation, else the first one of the workspace. */
  readonly serverFolder: () => string | undefined;
}

/**
 * Returns the commands for definitions of MCP servers. Most take the name of a server; without one, the user picks it.
 */
export function createServerCommands({ serverEditing, serverImport, serverMove, serverFolder }: ServerCommandsOptions) {
  const target = (argument: unknown) => ({ folder: serverFolder(), name: readTextArgument(argument) });
  return commandTable({
    "mcp.add": () => serverEditing.add({ folder: serverFolder() }),
    "mcp.edit": (argument) => serverEditing.edit(target(argument)),
    "mcp.remove": (argument) => serverEditing.remove(target(argument)),
    "mcp.import": () => serverImport.run(serverFolder()),
    "mcp.move": (file, to) => serverMove.run(readTextArgument(file) ?? "", readTextArgument(to) ?? ""),
    "mcp.replaceSecret": (argument) => serverEditing.replaceSecret(target(argument)),
    "mcp.removeSecret": (argument) => serverEditing.removeSecret(target(argument)),
  });
}
