import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import v8 from "node:v8";
import vm from "node:vm";
import { expect, it } from "vitest";
import type { Conversation } from "../../../../../extension/core/conversation/conversation.ts";
import { matchDiskFormat } from "../../../../../extension/core/conversation/files/fileBefore.ts";
import type { FileSides } from "../../../../../extension/core/conversation/files/fileSides.ts";
import { rewindFiles } from "../../../../../extension/core/conversations/rewind/claudeRewind.ts";
import { KeptTexts } from "../../../../../extension/node/storage/keptTexts.ts";
import { mainThread } from "../../../../../extension/shared/contract/ids.ts";
import { MemoryFileHistory } from "../../../../fakes/memoryFileHistory.ts";
import { settled } from "../../protocol/setup.ts";
import { assistant, begin, result } from "../conversationSetup.ts";
import { frame, getPages } from "../transcript/transcriptSetup.ts";

const edit = (id: string, path: string, name = "Edit") => ({
  type: "tool_use",
  id,
  name,
  input: { file_path: path, old_string: "a", new_string: "b" },
});
const done = (id: string, tool_use_result: object = {}) => ({
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
  tool_use_result,
});

async function world(files: Record<string, string>, options: Omit<Parameters<typeof begin>[0] & object, "files"> = {}) {
  const made = await begin({ files, ...options });
  let count = 0;
  /** A call that runs without a question: the hook looks, the CLI writes, the result comes. */
  const change = async (path: string, text: string | undefined, structured: object = {}) => {
    const id = `t${++count}`;
    made.cli().write(assistant([edit(id, path)]));
    await made.conversation.edits.changed.hook.callback(
      { hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: { file_path: path } },
      { toolUseId: id, signal: new AbortController().signal },
    );
    if (text === undefined) made.files.delete(path);
    else made.files.set(path, text);
    made.cli().write(done(id, structured));
    await settled();
  };
  const prompt = async (id: string) => {
    made.cli().write(result());
    made.cli().write({ type: "user", uuid: id, message: { role: "user", content: id } });
    await settled();
  };
  return { ...made, change, prompt, shown: () => made.conversation.state.changedFiles };
}

/** Reads both sides of all files that a conversation changed. */
async function readAll({ edits }: Conversation, since?: string): Promise<readonly FileSides[]> {
  const all: FileSides[] = [];
  for await (const sides of edits.changed.readAll(since)) all.push(sides);
  return all;
}

it("lists changed files with their former text until they are as before", async () => {
  const { change, shown } = await world({ "/w/a.txt": "1\n2\n", "/w/b.txt": "x\n" });
  await change("/w/a.txt", "1\n3\n");
  await change("/w/a.txt", "1\n3\n4\n");
  await change("/w/new.txt", "n\n");
  await change("/w/b.txt", undefined);
  expect(shown()).toEqual([
    { path: "/w/a.txt", shown: "a.txt", added: 2, removed: 1, state: "changed", isReviewed: false },
    { path: "/w/new.txt", shown: "new.txt", added: 1, removed: 0, state: "created", isReviewed: false },
    { path: "/w/b.txt", shown: "b.txt", added: 0, removed: 1, state: "deleted", isReviewed: false },
  ]);
  await change("/w/a.txt", "1\n2\n");
  expect(shown().map(({ path }) => path)).toEqual(["/w/new.txt", "/w/b.txt"]);
});

it("does not list a file whose call failed", async () => {
  const { cli, files, conversation, shown } = await world({ "/w/a.txt": "a\n" });
  cli().write(assistant([edit("f1", "/w/a.txt")]));
  await conversation.edits.changed.hook.callback(
    { hook_event_name: "PreToolUse", tool_input: { file_path: "/w/a.txt" } },
    { toolUseId: "f1", signal: new AbortController().signal },
  );
  cli().write({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "f1", content: "no", is_error: true }] },
  });
  files.set("/w/a.txt", "by hand\n");
  cli().write(result());
  await settled();
  expect(shown()).toEqual([]);
});

it("keeps a reviewed mark until the file changes, also after a reload", async () => {
  const { change, shown, conversation, files } = await world({ "/w/a.txt": "1\n" });
  await change("/w/a.txt", "2\n");
  await conversation.edits.changed.mark("/w/a.txt", true);
  expect(shown()).toMatchObject([{ isReviewed: true }]);
  const { reviewed } = conversation.remembered;
  const again = await begin({ files: Object.fromEntries(files), remembered: { reviewed } });
  again.cli().write(assistant([edit("t1", "/w/a.txt")]));
  again.cli().write(done("t1", { filePath: "/w/a.txt", originalFile: "1\n" }));
  await settled();
  expect(again.conversation.state.changedFiles).toMatchObject([{ isReviewed: true, added: 1 }]);
  await change("/w/a.txt", "3\n");
  expect(shown()).toMatchObject([{ isReviewed: false }]);
  await conversation.edits.changed.mark("/w/a.txt", true);
  await conversation.edits.changed.mark("/w/a.txt", false);
  expect([shown()[0]?.isReviewed, conversation.remembered.reviewed]).toEqual([false, undefined]);
});

it("finds the text of files before a prompt, in saved conversations from tool results", async () => {
  const { change, prompt, conversation, cli } = await world({ "/w/a.txt": "1\n" });
  await prompt("p1");
  await change("/w/a.txt", "2\n");
  await prompt("p2");
  await change("/w/a.txt", "3\n");
  const before = async (since?: string) =>
    (await readAll(conversation, since)).map((file) => [file.path, file.before?.text]);
  expect([await before(), await before("p1"), await before("p2"), await before("gone")]).toEqual([
    [["/w/a.txt", "1\n"]],
    [["/w/a.txt", "1\n"]],
    [["/w/a.txt", "2\n"]],
    [],
  ]);
  cli().write(assistant([edit("old", "/w/old.txt"), edit("made", "/w/made.txt", "Write")]));
  cli().write(done("old", { filePath: "/w/old.txt", originalFile: "was\n" }));
  cli().write(done("made", { type: "create", filePath: "/w/made.txt", originalFile: null }));
  await settled();
  expect((await before()).slice(1)).toEqual([
    ["/w/old.txt", "was\n"],
    ["/w/made.txt", undefined],
  ]);
});

it("does not report a long file as new when its result omits the text", async () => {
  const { cli, conversation, shown } = await world({ "/w/a.txt": "1\n" });
  cli().write(assistant([edit("old", "/w/a.txt", "Write")]));
  cli().write(done("old", { type: "update", filePath: "/w/a.txt", originalFile: null }));
  await settled();
  expect([shown(), await readAll(conversation)]).toEqual([[], []]);
});

it("reads a long file that its result omits from the checkpoint of the message", async () => {
  const stored = new Map([["/w/a.txt", "1\n"]]);
  const history = new MemoryFileHistory(stored);
  const { cli, conversation, shown, prompt } = await world(
    { "/w/a.txt": "2\n3\n", "/w/new.txt": "n\n" },
    { fileHistory: history },
  );
  history.leftOut.add("/w/new.txt");
  await history.take({ kind: "message", prompt: "p0" });
  stored.set("/w/a.txt", "2\n");
  await history.take({ kind: "message", prompt: "p1" });
  await prompt("p1");
  cli().write(assistant([edit("old", "/w/a.txt", "Write"), edit("new", "/w/new.txt", "Write")]));
  cli().write(done("old", { type: "update", filePath: "/w/a.txt", originalFile: null }));
  cli().write(done("new", { type: "update", filePath: "/w/new.txt", originalFile: null }));
  await settled();
  await conversation.edits.changed.updateAll();
  expect(shown()).toEqual([
    { path: "/w/a.txt", shown: "a.txt", added: 1, removed: 0, state: "changed", isReviewed: false },
  ]);
  expect(await readAll(conversation)).toMatchObject([
    { path: "/w/a.txt", before: { text: "2\n", isUtf16: false }, isSeen: true },
  ]);
});

it("keeps all changes of a call whose former file is unknown, however long", async () => {
  const { cli, conversation } = await world({});
  const lines = (text: string) => `${text}\n`.repeat(2_500);
  const call = (id: string, name: string, input: object) => ({
    type: "tool_use",
    id,
    name,
    input: { file_path: "/w/a.txt", ...input },
  });
  cli().write(
    assistant([call("w", "Write", { content: lines("new") }), call("e", "Edit", { old_string: "x", new_string: "y" })]),
  );
  const notebook = { notebook_path: "/w/n.ipynb", cell_id: "c", new_source: lines("cell") };
  cli().write(assistant([{ type: "tool_use", id: "n", name: "NotebookEdit", input: notebook }, call("r", "Read", {})]));
  cli().write(done("w", { type: "update", filePath: "/w/a.txt", originalFile: null }));
  const patch = Array.from({ length: 2_500 }, () => ["-old", "+new"]).flat();
  cli().write(done("e", { filePath: "/w/a.txt", structuredPatch: [{ oldStart: 1, newStart: 1, lines: patch }] }));
  await settled();
  const { changed } = conversation.edits;
  expect(await changed.readTexts("w")).toEqual({ path: "/w/a.txt", before: "", after: lines("new") });
  expect(await changed.readTexts("e")).toEqual({ path: "/w/a.txt", before: lines("old"), after: lines("new") });
  expect(await changed.readTexts("n")).toEqual({ path: "/w/n.ipynb", before: "", after: lines("cell") });
  expect(await changed.readTexts("r")).toBeUndefined();
});

it("gives a saved text the line ends and the encoding of its file", () => {
  const saved = { path: "/w/a.txt", before: { text: "one\ntwo\n", isUtf16: false }, isExact: false, isSeen: false };
  const now = { text: "\ufeffone\r\n2\r\n", isUtf16: true };
  expect(matchDiskFormat(saved, now)).toEqual({ text: "\ufeffone\r\ntwo\r\n", isUtf16: true });
  expect(matchDiskFormat({ ...saved, isExact: true }, now)).toEqual(saved.before);
});

it("no longer lists files that a rewind restored", async () => {
  const { change, shown, conversation, files, answers } = await world({ "/w/a.txt": "1\n" });
  await change("/w/a.txt", "2\n");
  files.set("/w/a.txt", "1\n");
  answers["rewind_files"] = { canRewind: true };
  expect(shown()).toHaveLength(1);
  expect(await rewindFiles(conversation, "p1")).toBeUndefined();
  await settled();
  expect(shown()).toEqual([]);
});

it("marks a file that is no longer text", async () => {
  const { change, shown } = await world({ "/w/a.txt": "1\n" });
  await change("/w/a.txt", "\0");
  expect(shown()).toMatchObject([{ state: "opaque", added: 0, removed: 0 }]);
});

it("does not count files of claude's own folder as changes, live or read back", async () => {
  const paths = { home: "/home/me", isWindows: false, configFolder: () => "/home/me/.claude" };
  const { change, shown, conversation, cli } = await world(
    { "/w/a.txt": "1\n" },
    { paths, configFolder: "/etc/claude/x/.." },
  );
  await change("/w/.claude/settings.json", "mine\n");
  await change("~/.claude/plans/a.md", "plan\n");
  await change("/home/me/.claude-notes.md", "mine\n");
  await change("/etc/claude/projects/w/memory/MEMORY.md", "memory\n");
  cli().write(assistant([edit("old", "/home/me/w/../.claude/plans/b.md", "Write")]));
  cli().write(done("old", { type: "create", filePath: "/home/me/.claude/plans/b.md", originalFile: null }));
  cli().write(result());
  await settled();
  const yours = ["/w/.claude/settings.json", "/home/me/.claude-notes.md"];
  expect(shown().map(({ path }) => path)).toEqual(yours);
  expect((await readAll(conversation)).map(({ path }) => path)).toEqual(yours);
});

it("counts a write as part of the plan only in claude's own plans folder", async () => {
  const { change, conversation } = await world(
    {},
    { paths: { home: "/home/me", isWindows: false, configFolder: () => "/home/me/.claude" } },
  );
  for (const name of ["~/.claude/plans/a.md", "/w/.claude/plans/a.md", "~/.claude/plans/b/a.md", "~/.claude/a.md"])
    await change(name, "plan\n");
  const { items } = conversation.transcript.page(mainThread, { kind: "end" }, 20);
  expect(items.flatMap((item) => (item.kind === "tool" ? [item.countsAs] : []))).toEqual([
    "plan",
    undefined,
    undefined,
    undefined,
  ]);
});

it("counts files of claude's own folder as changes if it is the workspace", async () => {
  const { change, shown, conversation } = await world(
    {},
    { paths: { home: "/home/me", isWindows: false, configFolder: () => "/w" } },
  );
  await change("/w/agents/mine.md", "mine\n");
  expect([shown().map(({ path }) => path), conversation.state.folder]).toEqual([["/w/agents/mine.md"], "/w"]);
});

it("keeps no long former text of a file in memory", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-changed-"));
  const texts = new KeptTexts(folder);
  const names = Array.from({ length: 12 }, (_, index) => `/w/${index}.txt`);
  const long = (name: string) => `${name}\n`.repeat(50_000);
  const { change, shown, conversation, files } = await world({}, { texts });
  v8.setFlagsFromString("--expose-gc");
  const heap = (): number => {
    vm.runInNewContext("gc")();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  try {
    for (const name of names) {
      files.set(name, long(name));
      await change(name, "short\n");
    }
    // As strings they take 5 MB.
    expect(heap() - before).toBeLessThan(2_000_000);
    expect(shown()).toHaveLength(names.length);
    expect((await readAll(conversation)).map((file) => file.before?.text)).toEqual(names.map(long));
  } finally {
    texts.dispose();
    fs.rmSync(folder, { recursive: true });
  }
});

it("still lists a file after its former text is lost", async () => {
  let isLost = false;
  const read = (text: string) => () => {
    if (isLost) throw new Error("lost");
    return text;
  };
  const { change, shown } = await world({ "/w/a.txt": "1\n", "/w/b.txt": "1\n" }, { texts: { keep: read } });
  await change("/w/a.txt", "2\n");
  isLost = true;
  await change("/w/a.txt", "3\n");
  await change("/w/b.txt", undefined);
  expect(shown().map(({ path }) => path)).toContain("/w/a.txt");
});

it("compares with the checkpoint of the first message even if that is not loaded", async () => {
  const stored = new Map([["/w/a.txt", "1\n"]]);
  const history = new MemoryFileHistory(stored);
  await history.take({ kind: "message", prompt: "p1" });
  stored.set("/w/a.txt", "1\n2\n");
  await history.take({ kind: "message", prompt: "p9" });
  const files = { "/w/a.txt": "1\n2\n3\n" };
  const end = [
    { type: "user", uuid: "p9", message: { content: "more" } },
    { ...assistant([edit("t9", "/w/a.txt", "Write")]), uuid: "a9" },
    { ...done("t9", { type: "update", filePath: "/w/a.txt", originalFile: null }), uuid: "u9" },
  ].map(frame);
  const start = [{ type: "user", uuid: "p1", message: { content: "begin" } }].map(frame);
  const open = async (remembered: object) => {
    const made = await begin({ files, fileHistory: history, remembered });
    const pages = getPages(0, 1);
    const { transcript, saved } = made.conversation;
    saved.restore(
      { frames: end, hasOlder: true, damaged: 0 },
      { ...pages, read: async () => ({ frames: start, hasOlder: false, damaged: 0 }) },
    );
    transcript.prompts.setReopen(async () => ({
      ...pages,
      read: async () => ({ frames: start, hasOlder: false, damaged: 0 }),
    }));
    await settled();
    return made;
  };
  const known = await open({ firstPrompt: "p1" });
  expect([known.conversation.transcript.hasOlder, known.conversation.state.changedFiles]).toMatchObject([
    true,
    [{ added: 2, removed: 0 }],
  ]);
  // Without it the list begins with the first edit that is loaded, until the user looks at a file.
  const { conversation } = await open({});
  expect(conversation.state.changedFiles).toMatchObject([{ added: 1, removed: 0 }]);
  expect(await conversation.edits.changed.read("/w/a.txt")).toMatchObject({ before: { text: "1\n" } });
  await settled();
  expect(conversation.state.changedFiles).toMatchObject([{ added: 2, removed: 0 }]);
  expect(conversation.remembered.firstPrompt).toBe("p1");
});
