import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { ChangedFile, CommandChanges } from "../../extension/contract/changedFiles.ts";
import ChangesWithChat from "./ChangesWithChat.svelte";
import { FakeHost } from "./fakeHost.ts";

const file = (name: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path: `/w/${name}`,
  shown: name,
  added: 2,
  removed: 1,
  state: "changed",
  isReviewed: false,
  ...more,
});
const byCommands: CommandChanges = {
  files: [
    { path: "/w/made.txt", shown: "made.txt", state: "created" },
    { path: "/w/old.txt", shown: "old.txt", state: "deleted" },
  ],
  isPartial: true,
};
const click = (element: HTMLElement) => fireEvent.click(element, { detail: 1 });

it("lists what commands changed beside the edits, with a way to open it and none to revert it", async () => {
  const host = new FakeHost();
  render(ChangesWithChat, { host, files: [file("a.ts")], byCommands });
  const changes = screen.getByRole("region", { name: "Changes" });
  // What commands changed is not counted with the edits.
  const head = within(changes).getByRole("button", { name: "1 file +2 −1 2 by commands" });
  await click(head);
  const list = within(changes).getByRole("list", { name: "Also changed by commands (can't be reverted here)" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((row) => row.textContent?.replace(/\s+/g, " ").trim()),
  ).toEqual(["made.txt new", "old.txt deleted"]);
  expect(within(list).queryByRole("button", { name: "Revert" })).toBeNull();
  expect(changes.textContent).toContain("couldn't be compared");
  await click(within(list).getAllByRole("button", { name: "Open" })[1] as HTMLElement);
  expect(host.sent.at(-1)).toEqual({ type: "changed", action: "openCommand", path: "/w/old.txt" });
});

it("stands there for commands alone, with nothing to review", async () => {
  const host = new FakeHost();
  render(ChangesWithChat, { host, files: [], byCommands });
  await click(screen.getByRole("button", { name: "2 by commands" }));
  expect(screen.getByRole("list", { name: "Changed by commands (can't be reverted here)" })).toBeTruthy();
  expect([screen.queryByRole("button", { name: "Review all" }), screen.getAllByRole("list").length]).toEqual([null, 1]);
});
