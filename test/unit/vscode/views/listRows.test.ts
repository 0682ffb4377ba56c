import { expect, it } from "vitest";
import type { ListedConversation } from "../../../../extension/core/conversations/list/listedConversation.ts";
import { ListRows } from "../../../../extension/vscode/views/listRows.ts";

const day = 24 * 60 * 60 * 1000;
const now = new Date(2026, 10, 24, 12).getTime();
const listed = (
  key: string,
  about: Partial<ListedConversation> & { readonly time?: number; readonly isArchived?: boolean } = {},
): ListedConversation => {
  const { time = now - 1_000, isArchived = false, ...rest } = about;
  const session = { sessionId: key, folder: "/w", title: key, firstPrompt: "", time, isArchived };
  return {
    key,
    session,
    state: "saved",
    title: key,
    folder: "/w",
    isPinned: false,
    isActive: false,
    isCurrent: false,
    ...rest,
  };
};
const everything = { accepts: () => true };

it("groups rows into active, pinned and archived ones, and by day", () => {
  const all = [
    listed("open", { isActive: true }),
    listed("today"),
    listed("old", { time: now - 100 * day }),
    listed("pinned", { isPinned: true }),
    listed("archived", { isArchived: true, isPinned: true }),
  ];
  const rows = new ListRows({ all }, everything, now);
  const keys = rows.groups.map((group) => [group, ...rows.of(group).map(({ key }) => key)]);
  expect(keys.map(([, ...of]) => of)).toEqual([["open"], ["pinned"], ["today"], ["old"], ["archived"]]);
  expect(new ListRows({ all }, { accepts: ({ key }) => key === "old" }, now).groups).toHaveLength(1);
});

it("knows whether there are several folders, even if the filter leaves one", () => {
  const all = [listed("a"), listed("b", { folder: "/v" })];
  expect(new ListRows({ all }, { accepts: ({ key }) => key === "a" }, now).hasSeveralFolders).toBe(true);
  expect(new ListRows({ all: all.slice(1) }, everything, now).hasSeveralFolders).toBe(false);
  expect(new ListRows({ all: [] }, everything, now).hasSeveralFolders).toBe(false);
});

it("reads the list once for all rows and groups", () => {
  let reads = 0;
  const all = Array.from({ length: 2_000 }, (_, index) => listed(`s${index}`, { time: now - index * day }));
  const list = {
    get all() {
      reads++;
      return all;
    },
  };
  const rows = new ListRows(list, everything, now);
  const drawn = rows.groups.flatMap((group) => rows.of(group).map(({ key }) => [key, rows.hasSeveralFolders]));
  expect([drawn.length, reads]).toEqual([2_000, 1]);
});
