// Contract tests of the editor adapters' ports. They run before the extension is active, because its own adapters
// register the same schemes.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import type { ShownDiff } from "../../../extension/core/conversations/requests/reviewPorts.ts";
import type { ConversationId } from "../../../extension/shared/contract/ids.ts";
import { Messages } from "../../../extension/vscode/dialogs/messages.ts";
import { asText } from "../../../extension/vscode/files/asText.ts";
import { EditorDrafts } from "../../../extension/vscode/files/draftDocuments.ts";
import { editorFiles } from "../../../extension/vscode/files/editorFiles.ts";
import { MemoryFiles } from "../../../extension/vscode/files/memoryFiles.ts";
import { TextBuffers } from "../../../extension/vscode/files/textBuffers.ts";
import { OpenEditors } from "../../../extension/vscode/files/unsavedFiles.ts";
import { createSelectionMention } from "../../../extension/vscode/mentions/workspaceFiles.ts";
import { ChangeMarks } from "../../../extension/vscode/review/changeMarks.ts";
import { DiffReview } from "../../../extension/vscode/review/diffReview.ts";
import { EditorPlans } from "../../../extension/vscode/review/planDocuments.ts";
import { ClaudeTerminals } from "../../../extension/vscode/terminal/claudeTerminals.ts";
import { TerminalCommands } from "../../../extension/vscode/terminal/terminalCommands.ts";
import { closeAll, documentIn, folder, newFile, openFile, tabNames, typeInto } from "./files.ts";
import { disposedLater, eventually, test } from "./harness.ts";
import { openSettings } from "./ownSettings.ts";

const conversation = "a conversation" as ConversationId;
/** Resolves once an adapter has saved the text typed into its document: closing a dirty document asks the user. */
const settled = (document: vscode.TextDocument): Promise<void> =>
  eventually(() => assert.equal(document.isDirty, false));
/**
 * Made long before it is used: the editor reads a new file once more when it notices it, and must not do so between two
 * changes of a test.
 */
const reloaded = newFile("reloaded.txt", "one\n");

test("has an editor that saves nothing by itself, as it does in a browser", async () => {
  await vscode.workspace.getConfiguration("files").update("autoSave", "off", vscode.ConfigurationTarget.Global);
});

test("files: reads, writes and removes a file as its bytes are", async () => {
  const file = path.join(folder, "new folder", "a.txt");
  assert.equal(await editorFiles.readDisk(file), undefined);
  const text = { text: "\ufeffé\r\n", isUtf16: true };
  await editorFiles.write(file, text);
  assert.deepEqual(fs.readFileSync(file), Buffer.from(text.text, "utf16le"));
  assert.deepEqual(await editorFiles.readDisk(file), text);
  await editorFiles.write(file, undefined);
  assert.equal(fs.existsSync(file), false);
  await assert.rejects(async () => editorFiles.readDisk(folder));
});

test("files: says that a file changed, came or went, and that an editor holds changes", async () => {
  const file = newFile("watched.txt", "one\n");
  let times = 0;
  const watch = editorFiles.watch(file, () => times++);
  const changes = async (act: () => unknown): Promise<void> => {
    const before = times;
    await act();
    await eventually(() => assert.ok(times > before));
  };
  // Repeats until the editor watches the file, which it does not report.
  await eventually(() => {
    fs.appendFileSync(file, "two\n");
    assert.ok(times > 0);
  });
  await changes(() => fs.rmSync(file));
  await changes(() => fs.writeFileSync(file, "three\n"));
  const { document } = await openFile(file);
  await changes(() => typeInto(document, "typed "));
  assert.equal(editorFiles.isDirty(file), true);
  await changes(() => document.save());
  assert.equal(editorFiles.isDirty(file), false);
  watch.dispose();
  await closeAll();
});

test("settings: read the value in force, or the last valid one if that is wrong", async () => {
  const configuration = vscode.workspace.getConfiguration("tandem");
  const set = (value: unknown) => configuration.update("pauseAfterMinutes", value, vscode.ConfigurationTarget.Global);
  const { settings, source } = openSettings();
  const changes: (readonly string[])[] = [];
  settings.onDidChange(({ names, namesIn }) => changes.push([...names, ...namesIn(folder)]));
  await set(3);
  assert.equal(settings.read("pauseAfterMinutes"), 3);
  await set("soon");
  assert.equal(settings.read("pauseAfterMinutes"), 3);
  assert.equal(openSettings().settings.read("pauseAfterMinutes"), 10);
  assert.throws(() => openSettings().settings.readValid("pauseAfterMinutes"));
  await source.write("pauseAfterMinutes", undefined, "user");
  assert.equal(settings.read("pauseAfterMinutes"), configuration.inspect("pauseAfterMinutes")?.defaultValue);
  const one = ["pauseAfterMinutes", "pauseAfterMinutes"];
  assert.deepEqual(changes, [one, one, one]);
});

test("text buffers: hold unsaved and saved text, and report when a file's dirty state changes", async () => {
  const buffers = disposedLater(new TextBuffers());
  const dirty: string[] = [];
  const listener = buffers.onDidChangeDirty((file) => dirty.push(file));
  const file = newFile("buffer.txt", "one\r\ntwo\r\n");
  assert.equal(buffers.get(file), undefined);
  const { document } = await openFile(file);
  assert.ok(buffers.paths.includes(file));
  assert.deepEqual(buffers.get(file), { isDirty: false, text: "one\ntwo\n" });
  await typeInto(document, "typed ");
  assert.deepEqual(buffers.get(file), { isDirty: true, text: "typed one\ntwo\n" });
  assert.deepEqual(await buffers.readSaved(file), { text: "one\ntwo\n", size: 10 });
  assert.ok(await buffers.rebase(file, (saved) => `rebased ${saved}`));
  assert.deepEqual(buffers.get(file), { isDirty: true, text: "rebased one\ntwo\n" });
  await document.save();
  assert.equal(fs.readFileSync(file, "utf8"), "rebased one\r\ntwo\r\n");
  assert.deepEqual([dirty[0], dirty.at(-1), buffers.get(file)?.isDirty], [file, file, false]);
  listener.dispose();
  await closeAll();
});

test("text buffers: take what another program wrote, and have another text written on a save", async () => {
  const buffers = disposedLater(new TextBuffers());
  const { document } = await openFile(reloaded);
  fs.writeFileSync(reloaded, "written elsewhere\n");
  await buffers.reload(reloaded);
  await eventually(() => assert.equal(buffers.get(reloaded)?.text, "written elsewhere\n"));
  const wanted = buffers.onWillSave((each) => (each === reloaded ? Promise.resolve("wanted\n") : undefined));
  await typeInto(document, "typed ");
  assert.equal(await document.save(), true);
  assert.equal(fs.readFileSync(reloaded, "utf8"), "wanted\n");
  wanted.dispose();
  await closeAll();
});

test("unsaved files: lists those of a folder, and saves those that are named", async () => {
  const { source } = openSettings();
  const editors = new OpenEditors({ read: () => "always" as never, scopeInForce: () => "user" }, source);
  const [one, two] = [newFile("unsaved1.txt", "1\n"), newFile("unsaved2.txt", "2\n")];
  for (const file of [one, two]) await typeInto((await openFile(file)).document, "typed ");
  assert.deepEqual([...editors.list(folder)].sort(), [one, two]);
  assert.deepEqual(editors.list(path.join(folder, "elsewhere")), []);
  assert.deepEqual(await editors.save([one]), []);
  assert.deepEqual(editors.list(folder), [two]);
  assert.equal(fs.readFileSync(one, "utf8"), "typed 1\n");
  assert.deepEqual(await editors.save([two]), []);
  assert.equal(editors.autosave(folder), "always");
  await closeAll();
});

test("unsaved files: keep the first answer as the user's setting, and no other", async () => {
  const { settings, source } = openSettings();
  const editors = new OpenEditors(settings, source);
  const name = "chat.saveFilesBeforeSending";
  const inspect = () => vscode.workspace.getConfiguration("tandem").inspect(name)?.globalValue;
  assert.equal(await editors.remember("never", folder), true);
  assert.equal(inspect(), "never");
  assert.equal(await editors.remember("always", folder), false);
  assert.equal(inspect(), "never");
  await vscode.workspace.getConfiguration("tandem").update(name, undefined, vscode.ConfigurationTarget.Global);
});

test("selection: is mentioned with its lines, and a file without one by its name", async () => {
  const editor = await openFile(newFile("selected.txt", "one\ntwo\nthree\n"));
  editor.selection = new vscode.Selection(0, 0, 1, 3);
  assert.equal(createSelectionMention(new Messages())?.(folder), "@selected.txt#1-2 ");
  editor.selection = new vscode.Selection(0, 0, 0, 0);
  assert.equal(createSelectionMention(new Messages())?.(folder), "@selected.txt ");
  await closeAll();
});

test("diffs: show a proposal without the focus, report edits of it, and follow its changes", async () => {
  const file = newFile("changed.txt", "one\ntwo\n");
  await openFile(file);
  const review = disposedLater(new DiffReview());
  const edits: string[] = [];
  review.onDidEdit(({ text }) => edits.push(text));
  const request = { conversation, id: "r1", revision: 1 };
  const proposal = {
    path: file,
    before: "one\ntwo\n",
    after: "one\nTWO\n",
    isNewFile: false,
    hunks: [{ start: 0, end: 2, at: 1, isAccepted: true }],
  };
  await review.open(request, proposal, "active");
  const title = "changed.txt (proposed)";
  assert.ok(tabNames().includes(title), String(tabNames()));
  assert.deepEqual(review.openRequest(conversation), request);
  await eventually(() => assert.deepEqual([review.visible.length, review.visible[0]?.request], [1, request]));
  const document = documentIn(title);
  assert.ok(document);
  assert.equal(document.getText(), "one\nTWO\n");
  const findAbove = () =>
    vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri);
  assert.deepEqual(
    (await findAbove()).map(({ command }) => command?.title),
    ["Accept", "Reject"],
  );
  await typeInto(document, "zero ");
  await eventually(() => assert.deepEqual(edits, ["zero one\nTWO\n"]));
  review.update({ ...request, revision: 2 }, { ...proposal, after: "one\nsecond\n" });
  await eventually(() => assert.equal(document.getText(), "one\nsecond\n"));
  assert.equal(edits.length, 1);
  assert.equal(fs.readFileSync(file, "utf8"), "one\ntwo\n");
  await review.close({ ...request, id: "another" });
  assert.ok(tabNames().includes(title));
  // With changes that may not be saved yet: outside of tests the editor asks before it closes the tab.
  const saved = new Set<string>();
  disposedLater(vscode.workspace.onDidSaveTextDocument(({ uri }) => saved.add(uri.toString())));
  await openFile(file);
  await typeInto(document, "half ");
  await review.close(request);
  assert.deepEqual([...saved], [document.uri.toString()]);
  assert.ok(!tabNames().includes(title));
  assert.equal(review.openRequest(conversation), undefined);
  await closeAll();
});

test("diffs: report whether the change's end was visible and what the editor leaves out", async () => {
  const file = newFile("long.txt", "");
  const lines = (text: string): string => `${text}\n`.repeat(500);
  const review = disposedLater(new DiffReview());
  const told: ShownDiff[] = [];
  review.onDidShow((shown) => told.push(shown));
  const hunks = [{ start: 0, end: 500, at: 0, isAccepted: true }];
  const settings = vscode.workspace.getConfiguration("diffEditor", { languageId: "plaintext" });
  const setHidden = (value: boolean | undefined) =>
    settings.update("ignoreTrimWhitespace", value, vscode.ConfigurationTarget.Global, true);
  const isTold = (expected: readonly [boolean, boolean]): Promise<void> =>
    eventually(() => assert.deepEqual([told.at(-1)?.isEndVisible, told.at(-1)?.settings.ignoresEdges], expected));
  try {
    await review.open(
      { conversation, id: "r1", revision: 1 },
      { path: file, before: lines("a"), after: lines("b"), isNewFile: false, hunks },
      "active",
    );
    await isTold([false, true]);
    await setHidden(false);
    await isTold([false, false]);
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.getText() === lines("b"));
    editor?.revealRange(new vscode.Range(499, 0, 499, 0));
    await isTold([true, false]);
    await setHidden(true);
    await isTold([true, true]);
    await review.showWhiteSpace(conversation);
    await isTold([true, false]);
  } finally {
    await setHidden(undefined);
    await settings.update("ignoreTrimWhitespace", undefined, vscode.ConfigurationTarget.Global);
    await closeAll();
  }
});

test("diffs: report the end of what is removed at the end of a file once it was visible", async () => {
  const file = newFile("shorter.txt", "");
  const before = Array.from({ length: 500 }, (_, index) => `old ${index}\n`).join("");
  const hunks = [{ start: 0, end: 3, at: 0, isAccepted: true }];
  const review = disposedLater(new DiffReview());
  const told: ShownDiff[] = [];
  review.onDidShow((shown) => told.push(shown));
  await review.open(
    { conversation, id: "r1", revision: 1 },
    { path: file, before, after: "new 0\nnew 1\nnew 2\n", isNewFile: false, hunks },
    "active",
  );
  const findLeft = () => vscode.window.visibleTextEditors.find(({ document }) => document.getText() === before);
  await eventually(() => assert.ok((findLeft()?.visibleRanges.length ?? 0) > 0));
  await eventually(() => assert.equal(told.at(-1)?.isEndVisible, false));
  findLeft()?.revealRange(new vscode.Range(499, 0, 499, 0));
  await eventually(() => assert.equal(told.at(-1)?.isEndVisible, true));
  await closeAll();
});

test("diffs: are text diffs whatever editor the user associates with a file", async () => {
  const associations = vscode.workspace.getConfiguration("workbench");
  await associations.update(
    "editorAssociations",
    { "*.md": "vscode.markdown.preview.editor" },
    vscode.ConfigurationTarget.Global,
  );
  try {
    const left = newFile("associated.md", "# One\n");
    const right = newFile("associated2.md", "# Two\n");
    await vscode.commands.executeCommand(
      "vscode.diff",
      vscode.Uri.file(left),
      vscode.Uri.file(right),
      "Associated",
      asText({ preview: true }),
    );
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(left), asText({ preview: false }));
    const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
    assert.ok(inputs.some((input) => input instanceof vscode.TabInputTextDiff && input.modified.fsPath === right));
    assert.ok(inputs.some((input) => input instanceof vscode.TabInputText && input.uri.fsPath === left));
  } finally {
    await associations.update("editorAssociations", undefined, vscode.ConfigurationTarget.Global);
    await closeAll();
  }
});

test("documents in memory: save over a changed file, so their tabs close without a question", async () => {
  const files = disposedLater(new MemoryFiles());
  disposedLater(vscode.workspace.registerFileSystemProvider("tandem-test", files));
  const uri = vscode.Uri.parse("tandem-test:/kept.txt");
  files.set(uri, "one\n");
  const { document } = await vscode.window.showTextDocument(uri, { preview: false });
  await typeInto(document, "typed ");
  files.set(uri, "one and more\n");
  assert.ok(document.isDirty);
  assert.ok(await document.save());
  assert.equal(Buffer.from(files.readFile(uri)).toString(), "typed one\n");
  await closeAll();
});

test("plans: open as a document, tell what is typed, and go with their request", async () => {
  const plans = disposedLater(new EditorPlans());
  const edits: string[] = [];
  plans.onDidEdit(({ id, text }) => edits.push(`${id}: ${text}`));
  await plans.open(conversation, "p1", "# Plan\n");
  const document = vscode.window.activeTextEditor?.document;
  assert.ok(document);
  assert.equal(plans.requestOf(document.uri), "p1");
  await typeInto(document, "My ");
  await eventually(() => assert.deepEqual(edits, ["p1: My # Plan\n"]));
  plans.update(conversation, "p1", "# Another\n");
  await eventually(() => assert.equal(document.getText(), "# Another\n"));
  await settled(document);
  await plans.closeOthers(conversation, new Set(["p1"]));
  assert.equal(tabNames().length, 1);
  // Comes after the saves that the edits began. One that fails, as without the plans, opens the document again.
  await vscode.commands.executeCommand("workbench.action.files.saveWithoutFormatting");
  await plans.closeOthers(conversation, new Set());
  assert.deepEqual(tabNames(), []);
});

test("drafts: open with the cursor at the end; report their text on edits and closing", async () => {
  const drafts = disposedLater(new EditorDrafts());
  const edits: string[] = [];
  const closed: string[] = [];
  drafts.onDidEdit(({ text }) => edits.push(text));
  drafts.onDidClose(({ text }) => closed.push(text));
  await drafts.open(conversation, "a thought");
  assert.equal(drafts.inFront, conversation);
  const editor = vscode.window.activeTextEditor;
  assert.equal(editor?.selection.active.character, "a thought".length);
  assert.ok(editor);
  await typeInto(editor.document, "half ");
  // Reported again whenever the document changes its state.
  await eventually(() => assert.deepEqual([...new Set(edits)], ["half a thought"]));
  await settled(editor.document);
  await closeAll();
  await eventually(() => assert.deepEqual(closed, ["half a thought"]));
});

test("change marks: ask what files were only while they are switched on", async () => {
  const file = newFile("marked.txt", "now\n");
  const asked: string[] = [];
  const marks = disposedLater(
    new ChangeMarks(async (each) => {
      asked.push(each);
      return each === file ? "before\n" : undefined;
    }, new vscode.EventEmitter<void>().event),
  );
  await openFile(file);
  assert.equal(asked.length, 0);
  marks.toggle();
  await eventually(() => assert.ok(asked.includes(file)));
  marks.toggle();
  await closeAll();
});

test("terminals: return a command's output, and know the process that continues a session", async () => {
  const commands = disposedLater(new TerminalCommands());
  const output = await commands.run("echo said here", folder);
  assert.match(output ?? "", /^\$ echo said here\n[\s\S]+\n\(exit code 0\)$/);

  const terminals = disposedLater(new ClaudeTerminals());
  const program =
    process.platform === "win32"
      ? { file: "cmd.exe", args: ["/c", "pause"] }
      : { file: "/bin/sh", args: ["-c", "sleep 60"] };
  await terminals.show({ ...program, env: {}, cwd: folder }, "Goes on", "a-session");
  const pid = terminals.pidOf("a-session");
  assert.ok(pid);
  assert.equal(terminals.pidOf("another-session"), undefined);
  vscode.window.activeTerminal?.dispose();
  await eventually(() => assert.equal(terminals.pidOf("a-session"), undefined));
  for (const terminal of vscode.window.terminals) terminal.dispose();
});
