import { expect, it } from "vitest";
import type { RestoreResult } from "../../../../../extension/core/conversation/ports/fileHistory.ts";
import type {
  ChangesView,
  FileComparison,
  WritableFiles,
} from "../../../../../extension/core/conversations/requests/reviewPorts.ts";
import { ChangedFileActions } from "../../../../../extension/core/conversations/rewind/changedFileActions.ts";
import type { CheckpointId } from "../../../../../extension/shared/contract/changes/checkpoints.ts";
import { decodeDisk, encodeDisk } from "../../../../../extension/vscode/files/diskText.ts";
import { MemoryFileHistory } from "../../../../fakes/memoryFileHistory.ts";
import { readShown } from "../../../../fakes/reviewViews.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";

const lines = (changed: Record<number, string> = {}) =>
  `${Array.from({ length: 30 }, (_, index) => changed[index + 1] ?? `line ${index + 1}`).join("\n")}\n`;

/** A folder that checkpoints cover, with a conversation whose first message was sent. */
async function begin(files: Readonly<Record<string, string>>) {
  const history = new MemoryFileHistory(new Map(Object.entries(files)));
  const disk = history.files;
  const writes: string[] = [];
  const editor: WritableFiles = {
    readDisk: async (path) => (disk.has(path) ? decodeDisk(Buffer.from(disk.get(path) ?? "")) : undefined),
    write: async (path) => void writes.push(path),
    isDirty: () => false,
    locate: async () => ({ isOutside: false, isReadOnly: false }),
    decode: (bytes) => decodeDisk(bytes),
    encode: (text) => encodeDisk(text),
    watch: () => ({ dispose() {} }),
  };
  const world = await setup({ files: editor, fileHistory: () => history });
  const { submitting, shown, cli } = world;
  const opened: FileComparison[] = [];
  const openedFiles: string[] = [];
  /** Texts of the last commit, by paths from the folder. */
  const commit = new Map<string, string>();
  const view: ChangesView = {
    openAll: async (_title, changes) => void opened.push(...(await readShown(changes))),
    open: async (_title, change) => void opened.push(...(await readShown([change]))),
    closeRewind: async () => {},
    openFile: async (path) => void openedFiles.push(path),
    openText: async () => {},
    copy: async () => {},
    cursor: undefined,
  };
  const changes = new ChangedFileActions({
    conversations: world.conversations,
    files: editor,
    view,
    dialogs: world.person,
    title: (title) => title,
    keptTitle: () => "kept",
    committedTitle: () => "last commit",
    committed: async (_folder, path) => commit.get(path),
  });
  submitting.submit(shown.id, "go");
  const { id: prompt = "" } = shown.conversation.transcript.prompts.loaded[0] ?? {};
  await history.take({ kind: "message", prompt });
  cli.write({ type: "system", subtype: "init", session_id: "s1" });
  await settled();
  let count = 0;
  const call = async (name: string, input: object, act: () => void, isEnded = true) => {
    const id = `t${++count}`;
    cli.write({ type: "assistant", message: { id, content: [{ type: "tool_use", id, name, input }] } });
    const hooks = shown.conversation.edits.hooks.filter(({ matcher }) => matcher?.split("|").includes(name));
    const asked = { hook_event_name: "PreToolUse", tool_name: name, tool_input: input };
    await Promise.all(
      hooks.map((hook) => hook.callback(asked, { toolUseId: id, signal: new AbortController().signal })),
    );
    act();
    if (name === "Bash") await history.take({ kind: "call", call: id, tool: name });
    if (isEnded)
      cli.write({
        type: "user",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
      });
    await settled();
    return id;
  };
  /** A call of the model that writes a file. */
  const write = (path: string, text: string) =>
    call("Write", { file_path: path, content: text }, () => void disk.set(path, text));
  /** A command that changes files. */
  const run = (act: () => void) => call("Bash", { command: "make" }, act);
  const listed = () =>
    shown.conversation.state.changedFiles.map(({ path, added, removed, state }) => [path, state, added, removed]);
  const byCommands = () => shown.conversation.state.commandChanges ?? { files: [], isPartial: false, isUnknown: false };
  const { conversation } = shown;
  return {
    ...world,
    history,
    disk,
    writes,
    opened,
    openedFiles,
    commit,
    changes,
    write,
    run,
    call,
    listed,
    byCommands,
    conversation,
    id: shown.id,
  };
}

it("counts changed lines against the state that a revert restores", async () => {
  const { changes, disk, write, listed, id, history, person } = await begin({ "/w/a.txt": lines() });
  disk.set("/w/a.txt", lines({ 28: "mine" }));
  history.others.add("/w/a.txt");
  await write("/w/a.txt", lines({ 3: "three", 28: "mine" }));
  const hunks = await changes.readHunks(id, "/w/a.txt");
  expect(hunks?.hunks).toHaveLength(2);
  expect(listed()).toEqual([["/w/a.txt", "changed", 2, 2]]);
  await changes.openAll(id);
  // The user is asked before lines of their own are overwritten, of the whole file as of a part of it.
  await changes.revertShown(id, "/w/a.txt", 1, hunks?.revision ?? "");
  await changes.revertFile(id, "/w/a.txt");
  expect(person.revertAsked.map(([, risk]) => risk.isForeign)).toEqual([true, true]);
  expect(disk.get("/w/a.txt")).toBe(lines({ 3: "three", 28: "mine" }));
  person.isReverting = true;
  await changes.revertShown(id, "/w/a.txt", 1, hunks?.revision ?? "");
  expect(disk.get("/w/a.txt")).toBe(lines({ 3: "three" }));
});

it("takes no snapshot to list changed files, their hunks and their diffs", async () => {
  const { changes, write, listed, id, history, conversation } = await begin({ "/w/a.txt": lines(), "/w/b.txt": "b\n" });
  await write("/w/a.txt", lines({ 3: "three" }));
  await write("/w/b.txt", "other\n");
  const { taken } = history;
  for (const path of ["/w/a.txt", "/w/b.txt"]) expect((await changes.readHunks(id, path))?.hunks).toHaveLength(1);
  await changes.openAll(id);
  await changes.run(id, "open", "/w/a.txt");
  await conversation.edits.changed.updateAll();
  expect([listed().length, history.taken]).toEqual([2, taken]);
});

it("reads a file of a checkpoint again only after the file on disk changed", async () => {
  const { disk, write, history, conversation, listed } = await begin({ "/w/a.txt": lines() });
  await write("/w/a.txt", lines({ 3: "three" }));
  const read: string[] = [];
  const { read: readState } = history;
  history.read = async (state, path, maxBytes) => {
    read.push(`${state} ${path}`);
    return readState.call(history, state, path, maxBytes);
  };
  await conversation.edits.changed.updateAll();
  await conversation.edits.changed.updateAll();
  expect(read).toEqual([]);
  disk.set("/w/a.txt", lines({ 3: "three", 9: "nine" }));
  await conversation.edits.changed.updateAll();
  expect([read.length, listed()]).toEqual([1, [["/w/a.txt", "changed", 2, 2]]]);
});

it("lists, opens and reverts a file that a command changed", async () => {
  const files = { "/w/a.txt": "1\n", "/w/gone.txt": "g\n", "/w/image.png": "\0one" };
  const { changes, disk, run, write, listed, byCommands, opened, id, writes, history } = await begin(files);
  await run(() => {
    disk.set("/w/a.txt", "2\n").set("/w/new.txt", "n\n").set("/w/image.png", "\0two");
    disk.delete("/w/gone.txt");
  });
  expect(listed()).toEqual([
    ["/w/a.txt", "changed", 1, 1],
    ["/w/gone.txt", "deleted", 0, 1],
    ["/w/image.png", "opaque", 0, 0],
    ["/w/new.txt", "created", 1, 0],
  ]);
  expect(byCommands()).toEqual({ files: [], isPartial: false, isUnknown: false });
  await changes.run(id, "open", "/w/gone.txt");
  expect(opened).toEqual([{ path: "/w/gone.txt", before: "g\n", after: { kind: "none" } }]);
  for (const path of ["/w/gone.txt", "/w/image.png", "/w/new.txt"]) await changes.run(id, "revert", path);
  expect(Object.fromEntries(disk)).toEqual({ ...files, "/w/a.txt": "2\n" });
  expect([listed(), writes]).toEqual([[["/w/a.txt", "changed", 1, 1]], []]);
  expect(history.checkpoints.filter(({ cause }) => cause.kind === "revert")).toHaveLength(3);
  // An edit after it has the same former state.
  await write("/w/a.txt", "3\n");
  expect(listed()).toEqual([["/w/a.txt", "changed", 1, 1]]);
  await changes.revertFile(id, "/w/a.txt");
  expect([disk.get("/w/a.txt"), listed()]).toEqual(["1\n", []]);
});

it("undoes a revert from its checkpoint, but not over a file that changed", async () => {
  const { changes, disk, write, id, person, writes } = await begin({ "/w/a.txt": "1\n" });
  await write("/w/a.txt", "2\n");
  person.isUndoing = true;
  await changes.revertFile(id, "/w/a.txt");
  expect([disk.get("/w/a.txt"), writes, person.said]).toEqual(["2\n", [], []]);
  person.showReverted = async () => {
    disk.set("/w/a.txt", "mine\n");
    return true;
  };
  await changes.revertFile(id, "/w/a.txt");
  expect([disk.get("/w/a.txt"), person.said]).toEqual(["mine\n", ["fileChanged"]]);
});

it.each<readonly [Exclude<RestoreResult, { kind: "done" }>, object | "fileChanged"]>([
  [{ kind: "refused", reason: "changed", message: "" }, "fileChanged"],
  [
    { kind: "refused", reason: "noUndo", message: "disk full" },
    { code: "noUndo", reason: "disk full" },
  ],
  [
    { kind: "refused", reason: "failed", message: "no space" },
    { code: "failed", reason: "no space" },
  ],
  [
    {
      kind: "partial",
      undo: { id: "c9" as CheckpointId, at: 0, cause: { kind: "revert" }, folders: [] },
      notBack: ["/w/a.txt"],
      message: "busy",
    },
    { code: "partial", reason: "busy" },
  ],
])("says why a revert did not happen: %o", async (refusal, said) => {
  const { changes, write, id, person, history, writes } = await begin({ "/w/a.txt": "1\n" });
  await write("/w/a.txt", "2\n");
  history.refusal = refusal;
  await changes.revertFile(id, "/w/a.txt");
  expect([person.said, person.revertFailures, writes]).toEqual(
    said === "fileChanged" ? [["fileChanged"], [], []] : [[], [["/w/a.txt", said]], []],
  );
});

it("says why a revert cannot be planned, and writes no file without a checkpoint", async () => {
  const { changes, write, id, person, history, writes, disk } = await begin({ "/w/a.txt": "1\n" });
  await write("/w/a.txt", "2\n");
  history.changedByOthers = async () => {
    throw new Error("the store is damaged");
  };
  await changes.revertFile(id, "/w/a.txt");
  history.changedByOthers = async () => new Set();
  const { read } = history;
  history.read = async () => {
    throw new Error("the checkpoint is gone");
  };
  await changes.revertFile(id, "/w/a.txt");
  history.read = read;
  history.uncovered = "noGit";
  await changes.revertFile(id, "/w/a.txt");
  expect(person.revertFailures).toEqual([
    ["/w/a.txt", { code: "failed", reason: "the store is damaged" }],
    ["/w/a.txt", { code: "failed", reason: "the checkpoint is gone" }],
    ["/w/a.txt", { code: "notCovered", reason: "noGit" }],
  ]);
  expect([writes, disk.get("/w/a.txt")]).toEqual([[], "2\n"]);
});

it("reports changes by a command as unknown if no checkpoint follows it", async () => {
  const { history, run, write, disk, listed, byCommands, changes, id, writes } = await begin({
    "/w/a.txt": "1\n",
    "/w/b.txt": "1\n",
  });
  history.leftOut.add("/w/a.txt").add("/w/b.txt");
  history.uncovered = "noGit";
  await run(() => void disk.set("/w/b.txt", "2\n"));
  await write("/w/a.txt", "2\n");
  expect([listed(), byCommands()]).toEqual([
    [["/w/a.txt", "changed", 1, 1]],
    { files: [], isPartial: false, isUnknown: true },
  ]);
  await changes.revertFile(id, "/w/a.txt");
  expect(writes).toEqual(["/w/a.txt"]);
});

it("compares a file that a command changed with the last commit without a checkpoint", async () => {
  const before = { "/w/sub/a.txt": "1\n", "/w/gone.txt": "g\n", "/w/never.txt": "n\n" };
  const { changes, disk, run, byCommands, opened, openedFiles, commit, id, history, person } = await begin(before);
  for (const path of [...Object.keys(before), "/w/new.txt"]) history.leftOut.add(path);
  commit.set("sub/a.txt", "1\n").set("gone.txt", "g\n");
  await run(() => {
    disk.set("/w/sub/a.txt", "2\n").set("/w/new.txt", "new\n");
    for (const name of ["/w/gone.txt", "/w/never.txt"]) disk.delete(name);
  });
  expect(byCommands().files.map(({ state, shown }) => `${state} ${shown}`)).toEqual([
    "deleted gone.txt",
    "deleted never.txt",
    "created new.txt",
    "changed sub/a.txt",
  ]);
  for (const name of ["sub/a.txt", "gone.txt", "new.txt", "never.txt", "other.txt"])
    await changes.run(id, "openCommand", `/w/${name}`);
  expect(opened).toEqual([
    { path: "/w/sub/a.txt", before: "1\n", after: { kind: "file" } },
    { path: "/w/gone.txt", before: "g\n", after: { kind: "none" } },
  ]);
  await changes.run(id, "revert", "/w/sub/a.txt");
  expect([openedFiles, person.said, disk.get("/w/sub/a.txt")]).toEqual([
    ["/w/new.txt"],
    ["fileGone", "noChange", "noChange"],
    "2\n",
  ]);
});

it("shows the change of one of several edits from the checkpoint before it", async () => {
  const { changes, disk, write, call, id, opened } = await begin({ "/w/a.txt": lines() });
  await write("/w/a.txt", lines({ 3: "three" }));
  const edit = { file_path: "/w/a.txt", old_string: "line 9\n", new_string: "nine\n" };
  const second = await call("Edit", edit, () => void disk.set("/w/a.txt", lines({ 3: "three", 9: "nine" })));
  await write("/w/a.txt", "short\n");
  await changes.showCall(id, second);
  expect(opened).toEqual([
    {
      path: "/w/a.txt",
      before: lines({ 3: "three" }),
      after: { kind: "text", text: lines({ 3: "three", 9: "nine" }) },
    },
  ]);
  // An edit that does not fit what is known before it shows its own lines.
  const unfit = await call("Edit", { file_path: "/w/a.txt", old_string: "gone\n", new_string: "new\n" }, () => {});
  const last = await call(
    "Edit",
    { file_path: "/w/a.txt", old_string: "short\n", new_string: "s\n" },
    () => void disk.set("/w/a.txt", "s\n"),
  );
  opened.length = 0;
  await changes.showCall(id, unfit);
  await changes.showCall(id, last);
  expect(opened).toMatchObject([
    { before: "gone\n", after: { text: "new\n" } },
    { before: "short\n", after: { text: "s\n" } },
  ]);
});
