import { expect, it } from "vitest";
import type { FileLocation } from "../../../../../extension/core/conversation/ports/ports.ts";
import type {
  ChangesView,
  FileComparison,
  WritableFiles,
} from "../../../../../extension/core/conversations/requests/reviewPorts.ts";
import { ChangedFileActions } from "../../../../../extension/core/conversations/rewind/changedFileActions.ts";
import type { DiskText } from "../../../../../extension/core/review/writeRules.ts";
import { decodeDisk, encodeDisk } from "../../../../../extension/vscode/files/diskText.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import { ask } from "../setup.ts";

/** A disk, and the editor that shows what became of it. */
class Place implements ChangesView {
  readonly disk = new Map<string, DiskText>();
  dirty: string | undefined;
  place: FileLocation = { isOutside: false, isReadOnly: false };
  cursor: ChangesView["cursor"];
  shown: readonly FileComparison[] = [];
  readonly files: WritableFiles = {
    readDisk: async (path) => this.disk.get(path),
    write: async (path, text) => void (text ? this.disk.set(path, text) : this.disk.delete(path)),
    isDirty: (path) => path === this.dirty,
    locate: async () => this.place,
    decode: (bytes) => decodeDisk(bytes),
    encode: (text) => encodeDisk(text),
    watch: () => ({ dispose() {} }),
  };
  async openAll(_title: string, changes: readonly FileComparison[]): Promise<void> {
    this.shown = changes;
  }
  copied = "";
  async copy(text: string): Promise<void> {
    this.copied = text;
  }
  opened: string | undefined;
  async openFile(path: string): Promise<void> {
    this.opened = path;
  }
  async open(_title: string, change: FileComparison): Promise<void> {
    this.shown = [change];
  }
  async closeRewind(): Promise<void> {}
  async openText(_title: string, path: string): Promise<void> {
    this.opened = path;
  }
}

const lines = (changed: Record<number, string> = {}) =>
  `${Array.from({ length: 30 }, (_, index) => changed[index + 1] ?? `line ${index + 1}`).join("\n")}\n`;

async function changed() {
  const place = new Place();
  const world = await setup({ files: place.files });
  const changes = new ChangedFileActions({
    conversations: world.conversations,
    files: place.files,
    view: place,
    dialogs: world.person,
    title: (title) => title,
    keptTitle: () => "kept",
    committedTitle: () => "last commit",
    committed: async () => undefined,
  });
  const { conversation } = world.shown;
  let count = 0;
  const write = async (path: string, text: string) => {
    const id = `t${++count}`;
    world.cli.write({
      type: "assistant",
      message: { id, content: [{ type: "tool_use", id, name: "Write", input: { file_path: path, content: text } }] },
    });
    await conversation.edits.changed.hook.callback(
      { hook_event_name: "PreToolUse", tool_input: { file_path: path } },
      { toolUseId: id, signal: new AbortController().signal },
    );
    place.disk.set(path, { text, isUtf16: false });
    world.cli.write({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
    });
    await settled();
  };
  const text = (path: string) => place.disk.get(path)?.text;
  return { ...world, place, changes, write, text, id: world.shown.id };
}

it("opens changed files and files of waiting requests against their former content", async () => {
  const { place, changes, write, cli, person } = await changed();
  await changes.openAll();
  expect(person.said).toEqual(["noChange"]);
  place.disk.set("/w/a.txt", { text: "1\n", isUtf16: false });
  await write("/w/a.txt", "2\n");
  await write("/w/b.txt", "b\n");
  cli.write(ask("r1", "Write", { file_path: "/w/c.txt", content: "c\n" }));
  cli.write(ask("r2", "Write", { file_path: "/w/a.txt", content: "3\n" }));
  await settled();
  await changes.openAll();
  expect(place.shown).toEqual([
    { path: "/w/a.txt", before: "1\n", after: { kind: "text", text: "3\n" } },
    { path: "/w/b.txt", before: undefined, after: { kind: "file" } },
    { path: "/w/c.txt", before: "", after: { kind: "text", text: "c\n" } },
  ]);
});

it("reverts a file and undoes the revert, but not over unsaved changes in an editor", async () => {
  const { place, changes, write, text, person, id } = await changed();
  place.disk.set("/w/a.txt", { text: "1\n", isUtf16: false });
  await write("/w/a.txt", "2\n");
  await write("/w/new.txt", "n\n");
  person.isUndoing = true;
  await changes.run(id, "revert", "/w/a.txt");
  expect(text("/w/a.txt")).toBe("2\n");
  person.isUndoing = false;
  place.dirty = "/w/a.txt";
  await changes.run(id, "revert", "/w/a.txt");
  expect([text("/w/a.txt"), person.said]).toEqual(["2\n", ["unsavedFile"]]);
  place.dirty = undefined;
  await changes.run(id, "revert", "/w/a.txt");
  await changes.run(id, "revert", "/w/new.txt");
  expect([text("/w/a.txt"), text("/w/new.txt")]).toEqual(["1\n", undefined]);
  await changes.run(id, "revert", "/w/never.txt");
  expect(person.said.at(-1)).toBe("noChange");
});

it("reverts the hunk at the cursor, and marks files as reviewed", async () => {
  const { place, changes, write, text, conversations, person, id } = await changed();
  place.disk.set("/w/a.txt", { text: lines(), isUtf16: false });
  await write("/w/a.txt", lines({ 3: "three", 25: "more" }));
  conversations.places.setFocused(id);
  await changes.revertHunk();
  await changes.revertFile();
  place.cursor = { path: "/w/a.txt", line: 14, side: "after" };
  await changes.revertHunk();
  expect(person.said).toEqual(["noCursor", "noCursor", "noChange"]);
  place.cursor = { path: "/w/a.txt", line: 2, side: "after" };
  await changes.revertHunk();
  expect(text("/w/a.txt")).toBe(lines({ 25: "more" }));
  await changes.run(id, "review");
  expect(conversations.get(id)?.conversation.state.changedFiles).toMatchObject([{ isReviewed: true }]);
  person.said.length = 0;
  for (const action of ["review", "unreview", "open", "openCommand", "revert"] as const)
    await changes.run(id, action, "/w/never.txt");
  await changes.run(id, "revert");
  expect(person.said).toEqual(Array.from({ length: 6 }, () => "noChange"));
  await changes.run(id, "unreview", "/w/a.txt");
  expect(conversations.get(id)?.conversation.state.changedFiles).toMatchObject([{ isReviewed: false }]);
});

it("shows the change of one tool call, also of a saved or failed one", async () => {
  const { place, id, cli, person, changes, write } = await changed();
  place.disk.set("/w/a.ts", { text: "before\n", isUtf16: false });
  await write("/w/a.ts", "after\n");
  await changes.showCall(id, "t1");
  expect(place.shown).toEqual([{ path: "/w/a.ts", before: "before\n", after: { kind: "text", text: "after\n" } }]);
  const edited = (toolId: string, input: object, tool_use_result: unknown) => {
    const block = { type: "tool_use", id: toolId, name: "Edit", input: { file_path: "/w/b.ts", ...input } };
    cli.write({ type: "assistant", message: { id: toolId, content: [block] } });
    cli.write({
      type: "user",
      tool_use_result,
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: toolId, content: "" }] },
    });
  };
  edited(
    "saved",
    { old_string: "b", new_string: "x" },
    { originalFile: "a\nb\nc\n", oldString: "b", newString: "mine", structuredPatch: [] },
  );
  await changes.showCall(id, "saved");
  expect(place.shown).toMatchObject([{ before: "a\nb\nc\n", after: { text: "a\nmine\nc\n" } }]);
  edited("failed", { old_string: "gone", new_string: "new" }, "Error: not found");
  await changes.showCall(id, "failed");
  expect(place.shown).toMatchObject([{ before: "gone\n", after: { text: "new\n" } }]);
  await changes.showCall(id, "nothing");
  expect(person.said).toEqual(["noChange"]);
});

it("asks before reverting a file outside the workspace or from a saved result", async () => {
  const { place, changes, write, text, person, id, cli } = await changed();
  place.disk.set("/w/a.txt", { text: "1\n", isUtf16: false });
  await write("/w/a.txt", "2\n");
  place.place = { isOutside: true, isReadOnly: false, target: "/home/me/a.txt" };
  await changes.revertFile(id, "/w/a.txt");
  expect([text("/w/a.txt"), person.revertAsked]).toEqual([
    "2\n",
    [["/home/me/a.txt", { isOutside: true, isSeen: true, isDeleted: false }]],
  ]);
  expect(place.shown).toEqual([{ path: "/w/a.txt", before: "2\n", after: { kind: "text", text: "1\n" } }]);
  place.place = { isOutside: false, isReadOnly: false };
  // Read back: nothing here ever looked at the file.
  place.disk.set("/w/b.txt", { text: "now\n", isUtf16: false });
  const input = { file_path: "/w/b.txt", content: "now\n" };
  cli.write({
    type: "assistant",
    message: { id: "saved", content: [{ type: "tool_use", id: "saved", name: "Write", input }] },
  });
  const result = { type: "update", filePath: "/w/b.txt", originalFile: "lies\n" };
  cli.write({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "saved", content: "ok" }] },
    tool_use_result: result,
  });
  await settled();
  await changes.revertFile(id, "/w/b.txt");
  expect([text("/w/b.txt"), person.revertAsked.at(-1)]).toEqual([
    "now\n",
    ["/w/b.txt", { isOutside: false, isSeen: false, isDeleted: false }],
  ]);
  person.isReverting = true;
  await changes.revertFile(id, "/w/b.txt");
  expect(text("/w/b.txt")).toBe("lies\n");
});

it.each([
  ["file", "text"],
  ["part", "text"],
  ["file", "place"],
] as const)("reverts no %s whose %s changed while its question was open", async (what, moving) => {
  const { place, changes, write, text, person, id } = await changed();
  place.disk.set("/w/a.txt", { text: lines(), isUtf16: false });
  await write("/w/a.txt", lines({ 3: "three", 25: "more" }));
  place.place = { isOutside: true, isReadOnly: false };
  const theirs = lines({ 3: "three", 10: "of others", 25: "more" });
  person.whileReverting = () => {
    if (moving === "text") place.disk.set("/w/a.txt", { text: theirs, isUtf16: false });
    else place.place = { isOutside: true, isReadOnly: false, target: "/etc/a.txt" };
  };
  person.isReverting = true;
  const before = text("/w/a.txt");
  if (what === "file") await changes.revertFile(id, "/w/a.txt");
  else await changes.revertShown(id, "/w/a.txt", 0, (await changes.readHunks(id, "/w/a.txt"))?.revision ?? "");
  expect([text("/w/a.txt"), person.said]).toEqual([moving === "text" ? theirs : before, ["fileChanged"]]);
});

it("reverts the hunk at the cursor on the old side, where lines have other numbers", async () => {
  const { place, changes, write, text, conversations, id } = await changed();
  place.disk.set("/w/a.txt", { text: lines(), isUtf16: false });
  await write("/w/a.txt", `new\nnew\nnew\nnew\nnew\nnew\n${lines({ 20: "twenty" })}`);
  conversations.places.setFocused(id);
  place.cursor = { path: "/w/a.txt", line: 19, side: "before" };
  await changes.revertHunk();
  expect(text("/w/a.txt")).toBe(`new\nnew\nnew\nnew\nnew\nnew\n${lines()}`);
});

it("reverts a hunk as shown in the list, unless the file changed since", async () => {
  const { place, changes, write, text, person, id } = await changed();
  place.disk.set("/w/a.txt", { text: lines(), isUtf16: false });
  await write("/w/a.txt", lines({ 3: "three", 15: "fifteen", 28: "more" }));
  const shown = await changes.readHunks(id, "/w/a.txt");
  expect([shown?.hunks.map(({ newStart, added }) => [newStart, added]), shown?.hunksOmitted]).toEqual([
    [
      [1, 1],
      [12, 1],
      [25, 1],
    ],
    0,
  ]);
  await changes.revertShown(id, "/w/a.txt", 1, shown?.revision ?? "");
  expect(text("/w/a.txt")).toBe(lines({ 3: "three", 28: "more" }));
  // The second part that was shown is gone; another one is in its place.
  await changes.revertShown(id, "/w/a.txt", 1, shown?.revision ?? "");
  expect([text("/w/a.txt"), person.said]).toEqual([lines({ 3: "three", 28: "more" }), ["fileChanged"]]);
  const now = (await changes.readHunks(id, "/w/a.txt"))?.revision ?? "";
  place.dirty = "/w/a.txt";
  await changes.revertShown(id, "/w/a.txt", 0, now);
  place.dirty = undefined;
  await changes.revertShown(id, "/w/a.txt", 7, now);
  await changes.revertShown(id, "/w/never.txt", 0, now);
  expect(person.said.slice(1)).toEqual(["unsavedFile", "noChange", "noChange"]);
  place.place = { isOutside: true, isReadOnly: false };
  await changes.revertShown(id, "/w/a.txt", 0, now);
  expect([text("/w/a.txt"), person.revertAsked]).toHaveLength(2);
  expect(text("/w/a.txt")).toBe(lines({ 3: "three", 28: "more" }));
  expect(await changes.readHunks(id, "/w/never.txt")).toBeUndefined();
});
