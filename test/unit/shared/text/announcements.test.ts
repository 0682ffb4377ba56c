import { expect, it } from "vitest";
import { createEmptyState } from "../../../../extension/shared/contract/conversationState.ts";
import type { Item } from "../../../../extension/shared/contract/items.ts";
import type { PermissionView } from "../../../../extension/shared/contract/requests/requests.ts";
import type { ItemDelta } from "../../../../extension/shared/contract/stateDeltas.ts";
import { getAnnouncement } from "../../../../extension/shared/text/announcements.ts";
import { asked } from "./askedCommand.ts";

const [working, idle] = [
  { ...createEmptyState("/w"), status: "working" } as const,
  { ...createEmptyState("/w"), status: "idle" } as const,
];
const put = (item: Item, isNew?: boolean): ItemDelta => ({
  kind: "put",
  thread: "",
  item,
  ...(isNew === undefined ? {} : { isNew }),
});
const notice: Item = { kind: "notice", id: "n", level: "info", notice: { code: "text", text: "Something happened" } };
const failed: Item = { kind: "turn", id: "t", outcome: "failed", failure: "overloaded", message: "529" };

it("says what is noted, and how a turn failed, when it is new", () => {
  expect(getAnnouncement(working, working, [put(notice, true)])).toBe("Something happened");
  expect(getAnnouncement(working, working, [put(notice, false)])).toBeUndefined();
  expect(getAnnouncement(working, idle, [put(failed, true)])).toBe("Turn failed: The service is overloaded");
  expect(getAnnouncement(working, idle, [put({ kind: "turn", id: "t", outcome: "failed" }, true)])).toBe(
    "Turn failed: Couldn't complete this turn",
  );
  const answer: Item = { kind: "text", id: "a", text: "The limit is reached", isStreaming: false };
  expect(getAnnouncement(working, working, [put({ ...answer, isFromCli: true }, true)])).toBe("The limit is reached");
  expect(getAnnouncement(working, working, [put(answer, true)])).toBeUndefined();
  expect(getAnnouncement(working, idle, [put({ kind: "turn", id: "t", outcome: "done" }, true)])).toBe("Turn finished");
});

it("names what a request acts on once", () => {
  const announce = (request: PermissionView) => getAnnouncement(working, { ...working, requests: [request] }, []);
  expect(announce(asked)).toBe("Waiting for you: Run a command (npm test)");
  expect(announce({ ...asked, tool: "Edit", toolKind: "edit", subject: "a.ts" })).toBe("Waiting for you: Edit a.ts");
});
