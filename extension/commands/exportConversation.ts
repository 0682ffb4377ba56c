import type { ExportAction } from "../conversations/exportAction.ts";
import { type Command, listArgument } from "./command.ts";

export function exportConversationCommand(exports: ExportAction): Command {
  return { run: (argument) => exports.run(listArgument(argument)) };
}
