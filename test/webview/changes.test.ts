import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, it } from "vitest";
import type { ChangedFile, CommandChanges } from "../../extension/shared/contract/changes/changedFiles.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import ChangesWithChat from "./ChangesWithChat.svelte";
import { about, FakeHost } from "./fakeHost.ts";

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
  isUnknown: false,
};
const click = (element: HTMLElement) => fireEvent.click(element, { detail: 1 });

it("lists changes by commands beside the edits, to open but not to revert", async () => {
  const host = new FakeHost();
  render(ChangesWithChat, { host, files: [file("a.ts")], byCommands });
  const changes = screen.getByRole("region", { name: "Changes" });
  // Changes by commands are not counted with the edits.
  const head = within(changes).getByRole("button", { name: "1 file +2 −1 2 changed by commands" });
  await click(head);
  const list = within(changes).getByRole("list", {
    name: "Also changed by commands (use Rewind or Checkpoints to restore them)",
  });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((row) => row.textContent?.replace(/\s+/g, " ").trim()),
  ).toEqual(["made.txt new", "old.txt deleted"]);
  expect(within(list).queryByRole("button", { name: "Revert" })).toBeNull();
  expect(changes.textContent).toContain("may be missing");
  await click(within(list).getAllByRole("button", { name: "Open" })[1] as HTMLElement);
  expect(host.sent.at(-1)).toEqual({ type: "reviewChanges", action: "openCommand", path: "/w/old.txt" });
});

it("stands there for commands alone, with nothing to review", async () => {
  const host = new FakeHost();
  render(ChangesWithChat, { host, files: [], byCommands });
  await click(screen.getByRole("button", { name: "2 changed by commands" }));
  expect(
    screen.getByRole("list", { name: "Changed by commands (use Rewind or Checkpoints to restore them)" }),
  ).toBeTruthy();
  expect([screen.queryByRole("button", { name: "Review all" }), screen.getAllByRole("list").length]).toEqual([null, 1]);
});

it("says that changes by commands are unknown, beside the edits and alone", async () => {
  const unknown = { files: [], isPartial: false, isUnknown: true };
  const { rerender } = render(ChangesWithChat, { host: new FakeHost(), files: [file("a.ts")], byCommands: unknown });
  await click(screen.getByRole("button", { name: "1 file +2 −1 Changes by commands unknown" }));
  expect(
    screen.getByText("Changes by commands are unknown here, because no checkpoint was taken after them."),
  ).toBeTruthy();
  await rerender({ files: [], byCommands: unknown });
  expect(screen.getByRole("button", { name: "Changes by commands unknown" })).toBeTruthy();
});

it("unfolds a file, reverts a shown hunk, and asks again after a change", async () => {
  const host = new FakeHost();
  const chats: ChatState[] = [];
  const files = [file("a.ts"), file("gone.ts", { state: "deleted" }), file("logo.png", { state: "opaque" })];
  const { rerender } = render(ChangesWithChat, { host, files, onChat: (chat: ChatState) => chats.push(chat) });
  await click(screen.getByRole("button", { name: /3 files/ }));
  expect(
    screen.queryAllByRole("button", { name: /^Hunks in / }).map((button) => button.getAttribute("aria-label")),
  ).toEqual(["Hunks in a.ts"]);
  await click(screen.getByRole("button", { name: "Hunks in a.ts" }));
  const asked = () => host.sent.filter(({ type }) => type === "readHunks");
  expect(asked()).toEqual([{ type: "readHunks", path: "/w/a.ts" }]);
  const hunk = (text: string) => ({
    oldStart: 1,
    newStart: 1,
    lines: [{ sign: "+", text } as const],
    added: 1,
    removed: 0,
    isAccepted: true,
    isInDoubt: false,
    linesOmitted: 0,
  });
  const changed = { revision: "r1", hunks: [hunk("one"), hunk("two")], hunksOmitted: 1 };
  chats[0]?.receive(about({ type: "fileHunks", path: "/w/a.ts", changed }));
  await tick();
  const list = screen.getByRole("list", { name: "Hunks" });
  const second = within(list).getByRole("listitem", { name: "Hunk 2 of 3" });
  expect(second.textContent).toContain("two");
  await click(within(second).getByRole("button", { name: "Revert hunk" }));
  expect(host.sent.at(-1)).toEqual({ type: "revertHunk", path: "/w/a.ts", hunk: 1, revision: "r1" });
  // The second click of a double one is none.
  await fireEvent.click(within(second).getByRole("button", { name: "Revert hunk" }), { detail: 2 });
  expect(host.sent.filter(({ type }) => type === "revertHunk")).toHaveLength(1);
  await rerender({ host, files: [file("a.ts", { added: 1 })] });
  expect(asked()).toHaveLength(2);
  chats[0]?.receive(about({ type: "fileHunks", path: "/w/a.ts" }));
  await tick();
  expect(screen.getByText("No diff available.")).toBeTruthy();
});
