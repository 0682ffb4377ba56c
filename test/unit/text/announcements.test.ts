import { expect, it } from "vitest";
import type { ItemChange } from "../../../extension/contract/changes.ts";
import { emptyState } from "../../../extension/contract/conversationState.ts";
import type { Item } from "../../../extension/contract/items.ts";
import { announcementOf } from "../../../extension/text/announcements.ts";

const [working, idle] = [{ ...emptyState("/w"), status: "working" } as const, { ...emptyState("/w"), status: "idle" } as const];
const put = (item: Item, isNew?: boolean): ItemChange => ({ kind: "put", thread: "", item, ...(isNew === undefined ? {} : { isNew }) });
const notice: Item = { kind: "notice", id: "n", level: "info", notice: { code: "text", text: "Something happened" } };
const failed: Item = { kind: "turn", id: "t", outcome: "failed", failure: "overloaded", message: "529" };

it("says what is noted, and how a turn failed, when it is new", () => {
  expect(announcementOf(working, working, [put(notice, true)])).toBe("Something happened");
  expect(announcementOf(working, working, [put(notice, false)])).toBeUndefined();
  expect(announcementOf(working, idle, [put(failed, true)])).toBe("Turn failed: The service is overloaded");
  expect(announcementOf(working, idle, [put({ kind: "turn", id: "t", outcome: "failed" }, true)])).toBe("Turn failed: Couldn't complete this turn");
  const answer: Item = { kind: "text", id: "a", text: "The limit is reached", isStreaming: false };
  expect(announcementOf(working, working, [put({ ...answer, isFromCli: true }, true)])).toBe("The limit is reached");
  expect(announcementOf(working, working, [put(answer, true)])).toBeUndefined();
  expect(announcementOf(working, idle, [put({ kind: "turn", id: "t", outcome: "done" }, true)])).toBe("Turn finished");
});
