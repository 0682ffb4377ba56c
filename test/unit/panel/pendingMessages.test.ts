import { expect, it } from "vitest";
import type { ConversationId } from "../../../extension/contract/ids.ts";
import { PendingMessages } from "../../../extension/panel/pendingMessages.ts";

const [one, other] = ["one", "other"] as ConversationId[] as [ConversationId, ConversationId];

it("hands over once what was asked of a conversation, in order: the last of a kind, and every text", () => {
  const wishes = new PendingMessages();
  wishes.add(one, { type: "showItem", id: "a" });
  wishes.add(one, { type: "insertText", text: "@a.ts" });
  wishes.add(other, { type: "openFind" });
  wishes.add(one, { type: "showItem", id: "b" });
  wishes.add(one, { type: "insertText", text: "@b.ts" });
  expect(wishes.take(one)).toEqual([
    { type: "showItem", id: "b" },
    { type: "insertText", text: "@a.ts @b.ts" },
  ]);
  expect(wishes.take(one)).toEqual([]);
  expect(wishes.take(other)).toEqual([{ type: "openFind" }]);
});
