import type { Conversations } from "../../core/conversations/conversations.ts";
import type { CommandHandler } from "./commandTable.ts";

/** Commands in the title of the side panel. */
const inTitle = [
  "openInEditor",
  "rewind",
  "find",
  "renameConversation",
  "continueInTerminal",
  "exportConversation",
  "review.changes",
  "comments.send",
  "permissions.manage",
  "selectPermissionMode",
  "status",
] as const;

/**
 * Returns these commands for the conversation of the side panel, which becomes the current one. The title of a view
 * passes no argument and takes no focus, so that a tab that had it would be meant otherwise.
 */
export function createPanelCommands(
  commands: Readonly<Record<(typeof inTitle)[number], CommandHandler>>,
  { conversations }: { readonly conversations: Pick<Conversations, "places" | "restore"> },
): Record<`panel.${(typeof inTitle)[number]}`, CommandHandler> {
  const entries = inTitle.map((id): readonly [string, CommandHandler] => [
    `panel.${id}`,
    () => {
      conversations.places.setFocused(conversations.restore().id);
      return commands[id](undefined);
    },
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof createPanelCommands>;
}
