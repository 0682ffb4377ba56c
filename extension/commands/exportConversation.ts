import type { ExportAction } from "../conversations/exportAction.ts";
import { listArgument } from "./arguments.ts";
import type { Command } from "./command.ts";

export function exportConversationCommand(exports: ExportAction): Command {
  return { run: (argument) => exports.run(listArgument(argument)) };
}
