import { expect, it } from "vitest";
import type { OpenNames } from "../../../../../extension/core/conversation/ports/fileHistory.ts";
import { watchOpenNames } from "../../../../../extension/core/conversations/lifecycle/workWatch.ts";
import { setup } from "../actionsSetup.ts";

it("reports the open conversations and their sessions when they change", async () => {
  const { conversations, shown, submitting, cli } = await setup();
  const noted: OpenNames[] = [];
  const watching = watchOpenNames(conversations, (names) => noted.push(names));
  expect(noted).toEqual([{ conversations: [shown.id], sessions: [] }]);
  submitting.submit(shown.id, "work");
  cli.write({ type: "system", subtype: "init", session_id: "s1" });
  expect(noted.at(-1)).toEqual({ conversations: [shown.id], sessions: ["s1"] });
  // A copy needs what its original has, before it has a session of its own.
  const fork = conversations.create({ draft: "", forkedFrom: { sessionId: "s1" } });
  expect(noted.at(-1)).toEqual({ conversations: [shown.id, fork.id], sessions: ["s1", "s1"] });
  const count = noted.length;
  watching.dispose();
  conversations.create({ draft: "" });
  expect(noted).toHaveLength(count);
});
