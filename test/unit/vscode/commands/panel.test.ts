import { expect, it } from "vitest";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import { createPanelCommands } from "../../../../extension/vscode/commands/panel.ts";
import { openWindow } from "../../core/conversations/setup.ts";

it("runs commands of the panel's title for its conversation while a tab has focus", () => {
  const { conversations } = openWindow();
  const inTab = conversations.create();
  const inPanel = conversations.create();
  conversations.show(inPanel.id);
  conversations.places.setTabs([{ id: inTab.id, isVisible: true }]);
  conversations.places.setFocused(inTab.id);
  expect(conversations.current?.id).toBe(inTab.id);
  const concerned: [string, ConversationId | undefined, unknown][] = [];
  const commands = new Proxy(
    {},
    {
      get: (_, id: string) => (argument: unknown) => concerned.push([id, conversations.current?.id, argument]),
    },
  );
  const table = createPanelCommands(commands as never, { conversations });
  const ids = Object.keys(table) as (keyof typeof table)[];
  // The title hands over nothing that names a conversation.
  for (const id of ids) {
    conversations.places.setFocused(inTab.id);
    table[id]({ listed: { key: inTab.id } });
  }
  expect(concerned).toEqual(ids.map((id) => [id.slice("panel.".length), inPanel.id, undefined]));
  expect(ids).toContain("panel.comments.send");
});
