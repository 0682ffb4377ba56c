import { expect, it } from "vitest";
import type { FileChoice, RewindPreview } from "../../../../../extension/shared/contract/changes/rewind.ts";
import { rewindText } from "../../../../../extension/shared/text/changes/rewind.ts";
import { MemoryFileHistory } from "../../../../fakes/memoryFileHistory.ts";
import { setup } from "../actionsSetup.ts";
import { begin } from "./rewindSetup.ts";

it("restores changed, new and deleted files, and undoes and redoes the rewind", async () => {
  const { turn, disk, rewind, prompts, notices, shown } = await begin();
  await turn("one", { "/w/a": "1", "/w/b": "1" });
  const before = disk();
  const second = await turn("two", { "/w/a": "2", "/w/b": null, "/w/new": "x" });
  const after = disk();
  await rewind.run(shown.id, second);
  expect(disk()).toEqual(before);
  expect(prompts()).toEqual(["one"]);
  expect(notices().at(-1)).toMatchObject({ code: "rewound", files: 3, isTruncated: true, undo: true });
  await rewind.reverse("undo");
  expect(disk()).toEqual(after);
  expect(notices().at(-1)).toMatchObject({ code: "rewindUndone", files: 3, undo: true });
  await rewind.reverse("redo");
  expect(disk()).toEqual(before);
  expect(notices().at(-1)).toMatchObject({ code: "rewindRedone", undo: true });
  await rewind.reverse("undo");
  expect(disk()).toEqual(after);
});

it("counts a moved file once, and one of its paths alone as a file", async () => {
  const { turn, disk, rewind, person, notices, shown } = await begin();
  await turn("one", { "/w/a": "1", "/w/from": "moved" });
  const before = disk();
  const second = await turn("two", { "/w/a": "2", "/w/from": null, "/w/to": "moved" });
  const asked: RewindPreview[] = [];
  const { confirmRewind } = person;
  person.confirmRewind = (question) => {
    asked.push(question.preview);
    return confirmRewind(question);
  };
  await rewind.run(shown.id, second);
  expect(disk()).toEqual(before);
  expect(notices().at(-1)).toMatchObject({ code: "rewound", files: 2 });
  const [preview] = asked;
  if (!preview || preview.kind === "impossible") return expect.fail();
  const [listed = ""] = rewindText.detail(preview, String).split("\n\n");
  expect(listed.split("\n")).toEqual(["/w/a (restores 1 line, removes 1 line)", "/w/from (moved back from /w/to)"]);
  await rewind.reverse("undo");
  expect(notices().at(-1)).toMatchObject({ code: "rewindUndone", files: 2 });
  const [point] = (await shown.conversation.fileHistory?.list()) ?? [];
  await rewind.restoreFiles(point?.id ?? expect.fail(), "/w/to");
  expect(notices().at(-1)).toMatchObject({ code: "filesRestored", files: 1 });
});

it("rewinds and undoes once when asked twice at the same time", async () => {
  const { turn, disk, rewind, prompts, notices, shown } = await begin();
  await turn("one", { "/w/a": "1" });
  const second = await turn("two", { "/w/a": "2" });
  await Promise.all([rewind.run(shown.id, second), rewind.run(shown.id, second)]);
  expect([disk(), prompts()]).toEqual([{ "/w/a": "1" }, ["one"]]);
  await Promise.all([rewind.reverse("undo"), rewind.reverse("undo")]);
  expect(disk()).toEqual({ "/w/a": "2" });
  expect(notices().filter(({ code }) => code === "rewindUndone")).toHaveLength(1);
  await rewind.reverse("redo");
  expect(disk()).toEqual({ "/w/a": "1" });
  await rewind.reverse("undo");
  expect(disk()).toEqual({ "/w/a": "2" });
});

it("changes nothing when the user cancels while files are read", async () => {
  const { rewind, person, shown, turn, disk, prompts } = await begin();
  const prompt = await turn("make it", { "/w/a": "1" });
  const first = shown.conversation.fileHistory && (await shown.conversation.fileHistory.list())[0];
  person.confirmRewind = async () => expect.fail();
  person.confirmRestore = async () => expect.fail();
  let cancelled = 0;
  person.whileReading = async () => {
    cancelled++;
    return undefined;
  };
  await rewind.run(shown.id, prompt);
  await rewind.restoreFiles(first?.id ?? expect.fail());
  await rewind.reverse("undo", shown.id);
  expect([cancelled, disk(), prompts(), person.said]).toEqual([3, { "/w/a": "1" }, ["make it"], []]);
});

it("restores a checkpoint from which nothing but folders differs", async () => {
  const { turn, history, rewind, person, notices, shown } = await begin();
  await turn("one", { "/w/a": "1" });
  const last = (await shown.conversation.fileHistory?.list())?.at(-1)?.id ?? expect.fail();
  await rewind.restoreFiles(last);
  expect(person.said).toEqual(["sameFiles"]);
  history.differingFolders = 1;
  await rewind.restoreFiles(last);
  expect([person.said, history.differingFolders]).toEqual([["sameFiles"], undefined]);
  expect(notices().at(-1)).toMatchObject({ code: "filesRestored", files: 0, undo: true });
});

it("says that there is no rewind to undo or redo", async () => {
  const { rewind, person, turn } = await begin();
  await turn("one", {});
  await rewind.reverse("undo");
  await rewind.reverse("redo");
  expect(person.said).toEqual(["nothingToUndo", "nothingToRedo"]);
});

it.each<readonly [FileChoice, string]>([
  ["keep", "a1\nb\nc-mine\n"],
  ["restore", "a\nb\nc\n"],
  ["merge", "a\nb\nc-mine\n"],
])("asks before overwriting a file that the user changed: %s", async (choice, expected) => {
  const { turn, history, disk, rewind, person, shown } = await begin();
  history.files.set("/w/f", "a\nb\nc\n");
  const prompt = await turn("one", { "/w/f": "a1\nb\nc\n", "/w/other": "x" });
  history.files.set("/w/f", "a1\nb\nc-mine\n");
  history.others.add("/w/f");
  const asked: unknown[] = [];
  person.chooseForeign = async (files) => {
    for (const { file, canMerge } of files) asked.push([file.path, await canMerge()]);
    return new Map([["/w/f", choice]]);
  };
  await rewind.run(shown.id, prompt);
  expect(asked).toEqual([["/w/f", true]]);
  expect(disk()).toEqual({ "/w/f": expected });
});

it("rewinds all but a file whose place a kept file has, and names it", async () => {
  const { turn, history, disk, rewind, person, notices, shown } = await begin();
  history.files.set("/w/a", "1").set("/w/x", "1");
  const prompt = await turn("one", { "/w/a": "2", "/w/x": null });
  history.files.set("/w/x/mine", "m");
  history.others.add("/w/x/mine");
  person.chooseForeign = async () => new Map([["/w/x/mine", "keep"]]);
  await rewind.run(shown.id, prompt);
  expect(disk()).toEqual({ "/w/a": "1", "/w/x/mine": "m" });
  expect(notices().at(-2)).toMatchObject({ code: "rewound", files: 1 });
  expect(notices().at(-1)).toMatchObject({ code: "restoredDifferently", files: ["x"] });
});

it("keeps unsaved changes of a file whose former place a kept file has", async () => {
  const { turn, history, disk, rewind, person, unsaved, shown } = await begin();
  history.files.set("/w/a", "1").set("/w/x", "moved");
  const prompt = await turn("one", { "/w/a": "2", "/w/x": null, "/w/to": "moved" });
  history.files.set("/w/x/mine", "m");
  history.others.add("/w/x/mine");
  unsaved.add("/w/to");
  person.unsavedAs = "discard";
  await rewind.run(shown.id, prompt);
  expect(disk()).toEqual({ "/w/a": "1", "/w/to": "moved", "/w/x/mine": "m" });
  expect([...unsaved]).toEqual(["/w/to"]);
});

it("marks conflicts of a merge in the file if the editor has no merge editor", async () => {
  const { turn, history, rewind, person, shown } = await begin();
  history.files.set("/w/f", "a\n");
  const prompt = await turn("one", { "/w/f": "a1\n" });
  history.files.set("/w/f", "mine\n");
  history.others.add("/w/f");
  person.chooseForeign = async () => new Map([["/w/f", "merge"]]);
  await rewind.run(shown.id, prompt);
  expect(history.files.get("/w/f")).toBe("<<<<<<< mine\nmine\n=======\na\n>>>>>>> theirs\n");
});

it("rewinds nothing when the user cancels a question about a file", async () => {
  const { turn, history, disk, rewind, person, prompts, shown } = await begin();
  const prompt = await turn("one", { "/w/f": "1" });
  history.others.add("/w/f");
  const before = disk();
  person.chooseForeign = async () => undefined;
  await rewind.run(shown.id, prompt);
  expect([disk(), prompts()]).toEqual([before, ["one"]]);
});

it("closes the question about files and rewinds nothing when the conversation is deleted", async () => {
  const { turn, history, disk, rewind, person, conversations, shown } = await begin();
  const prompt = await turn("one", { "/w/f": "1" });
  history.others.add("/w/f");
  const before = disk();
  person.chooseForeign = (files, _folder, closed) =>
    new Promise((resolve) => {
      closed.addEventListener("abort", () => resolve(new Map(files.map(({ file }) => [file.path, "restore"]))));
      void conversations.remove(shown.id);
    });
  await rewind.run(shown.id, prompt);
  expect([disk(), conversations.all]).toEqual([before, []]);
});

it("asks about files with unsaved changes, and excludes them on request", async () => {
  const { turn, disk, rewind, person, unsaved, shown } = await begin();
  const prompt = await turn("one", { "/w/f": "1", "/w/g": "1" });
  unsaved.add("/w/f");
  person.unsavedAs = "leaveOut";
  await rewind.run(shown.id, prompt);
  expect(disk()).toEqual({ "/w/f": "1" });
});

it("plans a rewind again after its question saved files of the user", async () => {
  const { turn, history, disk, rewind, person, unsaved, shown } = await begin();
  const prompt = await turn("one", { "/w/f": "1" });
  unsaved.add("/w/f");
  person.askUnsaved = async () => {
    unsaved.clear();
    history.files.set("/w/f", "saved");
    history.others.add("/w/f");
    return "save";
  };
  await rewind.run(shown.id, prompt);
  expect(disk()).toEqual({ "/w/f": "saved" });
});

it("changes neither files nor conversation if a file changed after the preview", async () => {
  const { turn, history, rewind, person, prompts, shown } = await begin();
  const prompt = await turn("one", { "/w/f": "1", "/w/g": "1" });
  person.confirmRewind = async () => {
    history.files.set("/w/g", "meanwhile");
    return "both";
  };
  await rewind.run(shown.id, prompt);
  expect(person.rewindFailures).toEqual([{ code: "filesNotRestored", problem: { code: "changed", path: "/w/g" } }]);
  expect(Object.fromEntries(history.files)).toEqual({ "/w/f": "1", "/w/g": "meanwhile" });
  expect(prompts()).toEqual(["one"]);
});

it("returns the restored files when the conversation cannot be truncated", async () => {
  const history = new MemoryFileHistory();
  let isBroken = false;
  const window = await setup({
    fileHistory: () => history,
    launch: () => {
      if (isBroken) throw new Error("no process");
    },
  });
  const { submitting, shown, cli, rewind, person } = window;
  submitting.submit(shown.id, "one");
  const { id = "" } = shown.conversation.transcript.prompts.loaded[0] ?? {};
  await history.take({ kind: "message", prompt: id });
  history.files.set("/w/f", "1");
  cli.write({ type: "result", subtype: "success" });
  isBroken = true;
  await rewind.run(shown.id, id);
  expect(person.rewindFailures).toEqual([{ code: "conversationNotTruncated", files: "back" }]);
  expect(Object.fromEntries(history.files)).toEqual({ "/w/f": "1" });
  expect(shown.conversation.transcript.prompts.loaded).toHaveLength(1);
  for (const kind of ["undo", "redo"] as const) await rewind.reverse(kind);
  person.confirmRewind = async () => "conversation";
  await rewind.run(shown.id, id);
  for (const kind of ["undo", "redo"] as const) await rewind.reverse(kind);
  expect(person.said).toEqual(["nothingToUndo", "nothingToRedo", "nothingToUndo", "nothingToRedo"]);
  expect(history.checkpoints.filter(({ cause }) => cause.kind === "rewind")).toEqual([]);
});

it("keeps no undo of a rewind that claude refused", async () => {
  const { rewind, person, shown, turn, cli, history } = await begin();
  // No checkpoint was taken before the message.
  const prompt = await turn("one", { "/w/f": "1" });
  history.checkpoints.splice(0);
  const answer = cli.onLine;
  cli.onLine = (frame) => {
    const body = frame["request"];
    if (body?.subtype !== "rewind_files") return answer(frame);
    const response =
      body.dry_run === true
        ? { canRewind: true, filesChanged: ["/w/f"], insertions: 1, deletions: 0 }
        : { canRewind: false, error: "no" };
    cli.write({
      type: "control_response",
      response: { subtype: "success", request_id: frame["request_id"], response },
    });
  };
  await rewind.run(shown.id, prompt);
  expect(person.rewindFailures).toEqual([{ code: "filesNotRestored", problem: { code: "refused", reason: "no" } }]);
  await rewind.reverse("undo");
  expect(person.said).toEqual(["nothingToUndo"]);
});

it("names other conversations that work in the folder, and asks about queued messages", async () => {
  const { turn, rewind, person, shown, conversations, clis, submitting, otherWork } = await begin();
  const prompt = await turn("one", {});
  otherWork.push({ folder: "/w", title: "In another window" }, { folder: "/elsewhere", title: "Elsewhere" });
  const other = conversations.create({ draft: "", title: "The other", folder: "/w/packages/a" });
  await other.open();
  other.submit("go");
  clis.at(-1)?.write({ type: "system", subtype: "init", session_id: "s2" });
  const asked: unknown[] = [];
  person.confirmRewind = async ({ atWork }) => {
    asked.push(atWork);
    shown.conversation.queue.add("later", []);
    return "both";
  };
  person.askQueued = async (count) => {
    asked.push(count);
    return "remove";
  };
  await rewind.run(shown.id, prompt);
  expect(asked).toEqual([["The other", "In another window"], 1]);
  expect(shown.conversation.state.queue).toEqual([]);
  void submitting;
});

it("stops a running turn before a rewind", async () => {
  const { turn, disk, rewind, cli, prompts, history, submitting, shown } = await begin();
  const prompt = await turn("one", { "/w/f": "1" });
  submitting.submit(shown.id, "two");
  const { id = "" } = shown.conversation.transcript.prompts.loaded[0] ?? {};
  await history.take({ kind: "message", prompt: id });
  const answer = cli.onLine;
  cli.onLine = (frame) => {
    answer(frame);
    if (frame["request"]?.subtype !== "interrupt") return;
    cli.write({
      type: "control_response",
      response: { subtype: "success", request_id: frame["request_id"], response: {} },
    });
    cli.write({ type: "result", subtype: "error_during_execution" });
  };
  await rewind.run(shown.id, prompt);
  expect(disk()).toEqual({});
  expect(prompts()).toEqual([]);
});

it("returns to the tasks and the context before the rewound message", async () => {
  const { turn, rewind, shown, cli, submitting, history } = await begin();
  submitting.submit(shown.id, "plan it");
  cli.write({ type: "system", subtype: "init", session_id: "s1" });
  const input = { todos: [{ content: "first", status: "pending", activeForm: "x" }] };
  cli.write({
    type: "assistant",
    message: { id: "m1", role: "assistant", content: [{ type: "tool_use", id: "t1", name: "TodoWrite", input }] },
  });
  cli.write({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "ok" }] },
  });
  cli.write({ type: "result", subtype: "success" });
  expect(shown.conversation.state.tasks).toHaveLength(1);
  const prompt = await turn("two", {});
  await rewind.run(shown.id, prompt);
  expect(shown.conversation.state.tasks).toMatchObject([{ text: "first" }]);
  void history;
});

it("rewinds with the file history of claude if there is no checkpoint, and says why", async () => {
  const history = new MemoryFileHistory();
  history.uncovered = "noGit";
  const { rewind, person, shown, turn, cli, notices } = await begin({ history });
  const prompt = await turn("one", {});
  const answer = cli.onLine;
  const ran: unknown[] = [];
  cli.onLine = (frame) => {
    const body = frame["request"];
    if (body?.subtype !== "rewind_files") return answer(frame);
    ran.push(body.dry_run === true);
    const response = { canRewind: true, filesChanged: ["/w/a"], insertions: 1, deletions: 0 };
    cli.write({
      type: "control_response",
      response: { subtype: "success", request_id: frame["request_id"], response },
    });
  };
  const previews: unknown[] = [];
  person.confirmRewind = async ({ preview }) => {
    previews.push(preview);
    return "files";
  };
  await rewind.run(shown.id, prompt);
  expect(previews).toMatchObject([{ kind: "possible", why: "noGit" }]);
  expect(ran).toEqual([true, false]);
  // Nothing recorded the state before.
  expect(notices().at(-1)).toEqual({ code: "rewound", files: 1, isTruncated: false, prompt: "one" });
});
