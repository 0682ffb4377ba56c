import { expect, it } from "vitest";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import { PendingMessages } from "../../../../extension/vscode/chat/pendingMessages.ts";

const [one, other] = ["one", "other"] as ConversationId[] as [ConversationId, ConversationId];

it("hands over once, in order, the last message of each kind and every text", () => {
  const pending = new PendingMessages();
  pending.add(one, { type: "showItem", id: "a" });
  pending.add(one, { type: "insertText", text: "@a.ts" });
  pending.add(other, { type: "openFind" });
  pending.add(one, { type: "showItem", id: "b" });
  pending.add(one, { type: "insertText", text: "@b.ts" });
  expect(pending.take(one)).toEqual([
    { type: "showItem", id: "b" },
    { type: "insertText", text: "@a.ts @b.ts" },
  ]);
  expect(pending.take(one)).toEqual([]);
  expect(pending.take(other)).toEqual([{ type: "openFind" }]);
});
