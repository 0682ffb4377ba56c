// Contract tests of the ports that show something in editors, and of those that read what editors show.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import type { LineComment } from "../../../extension/core/conversations/requests/reviewPorts.ts";
import type { SavedComment } from "../../../extension/core/conversations/requests/savedComments.ts";
import { StateFiles } from "../../../extension/node/storage/stateFiles.ts";
import { silentLogger } from "../../../extension/shared/base/logger.ts";
import type { ConversationId } from "../../../extension/shared/contract/ids.ts";
import { editorText } from "../../../extension/shared/text/editor.ts";
import { EditorAgentView } from "../../../extension/vscode/files/agentView.ts";
import { AttachedFiles } from "../../../extension/vscode/files/attachedFiles.ts";
import { openFile as openTarget } from "../../../extension/vscode/files/openTarget.ts";
import { insertCode, openCode } from "../../../extension/vscode/files/replyCode.ts";
import { RewindEditorAccess } from "../../../extension/vscode/files/rewindEditors.ts";
import { OpenEditors } from "../../../extension/vscode/files/unsavedFiles.ts";
import { SelectedText } from "../../../extension/vscode/mentions/selection.ts";
import { EditorWorkspaceFiles } from "../../../extension/vscode/mentions/workspaceFiles.ts";
import { EditorChanges } from "../../../extension/vscode/review/changesView.ts";
import { EditorComments, type EditorCommentsOptions } from "../../../extension/vscode/review/lineComments.ts";
import { NotebookDiffs } from "../../../extension/vscode/review/notebookDiffs.ts";
import { closeAll, documentIn, folder, newFile, openFile, tabNames, typeInto } from "./files.ts";
import { disposedLater, eventually, test } from "./harness.ts";

const conversation = "a conversation" as ConversationId;
const active = (): vscode.TextEditor | undefined => vscode.window.activeTextEditor;

test("has an editor that saves nothing by itself, as it does in a browser", async () => {
  // Changes that are saved meanwhile cannot be discarded. The last test undoes this.
  await vscode.workspace.getConfiguration("files").update("autoSave", "off", vscode.ConfigurationTarget.Global);
});

test("changes: open a file beside its text before, and all of them in one editor", async () => {
  const file = newFile("changed.txt", "now\n");
  const view = disposedLater(new EditorChanges());
  await view.open("then and now", { path: file, before: "then\n", after: { kind: "file" } });
  assert.ok(
    tabNames().some((name) => name.endsWith("changed.txt (then and now)")),
    String(tabNames()),
  );
  const diff = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  assert.ok(diff instanceof vscode.TabInputTextDiff);
  const { original, modified } = diff;
  assert.equal((await vscode.workspace.openTextDocument(original)).getText(), "then\n");
  assert.equal(modified.fsPath, file);
  await eventually(() => assert.deepEqual(view.cursor, { path: file, line: 0, side: "after" }));
  await closeAll();
  await view.openAll("All changes", [
    { path: file, before: "then\n", after: { kind: "file" } },
    { path: path.join(folder, "gone.txt"), before: "gone\n", after: { kind: "none" } },
  ]);
  await eventually(() =>
    assert.ok(
      tabNames().some((name) => name.startsWith("All changes")),
      String(tabNames()),
    ),
  );
  await closeAll();
  await view.openText("checkpoint", file, "kept\n");
  await eventually(() => assert.equal(active()?.document.getText(), "kept\n"));
  await view.copy("copied");
  assert.equal(await vscode.env.clipboard.readText(), "copied");
  await closeAll();
});

test("changes: read texts when they are shown, and drop those of a closed editor", async () => {
  const view = disposedLater(new EditorChanges());
  const read: number[] = [];
  const files = Array.from({ length: 60 }, (_, index) => ({
    path: path.join(folder, `many${index}.txt`),
    before: async () => {
      read.push(index);
      return `then ${index}\n`;
    },
    after: { kind: "text", text: `now ${index}\n` } as const,
  }));
  await view.openAll("Many changes", files);
  await eventually(() => assert.equal(new Set(read).size, files.length));
  const tab = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ label }) => label.startsWith("Many changes"));
  const textDiffs =
    (tab?.input as { textDiffs: readonly { original: vscode.Uri; modified: vscode.Uri }[] } | undefined)?.textDiffs ??
    [];
  const uris = textDiffs.flatMap(({ original, modified }) => [original, modified]);
  const isOpen = (uri: vscode.Uri): boolean =>
    vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
  assert.ok(uris.length === 2 * files.length && uris.every(isOpen));
  await closeAll();
  await eventually(() => assert.ok(!uris.some(isOpen)));
  read.length = 0;
  for (const uri of uris.slice(0, 4)) assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), "");
  assert.deepEqual(read, []);
});

test("comments: are pending until they are sent, and come back in a later window", async () => {
  const file = newFile("commented.txt", "one\ntwo\nthree\n");
  await openFile(file);
  let saved: readonly SavedComment[] = [];
  const options = {
    isChanged: () => true,
    planOf: () => undefined,
    saved: {
      load: () => saved,
      save: (all: readonly SavedComment[]) => {
        saved = all;
      },
    },
  } as unknown as EditorCommentsOptions;
  const comments = disposedLater(new EditorComments(options));
  const pending = (): readonly LineComment[] => comments.pending;
  const controller = disposedLater(vscode.comments.createCommentController("suite", "Suite"));
  const thread = controller.createCommentThread(vscode.Uri.file(file), new vscode.Range(1, 0, 1, 3), []);
  comments.add({ thread, text: " " });
  assert.deepEqual(pending(), []);
  comments.add({ thread, text: "Why two?" });
  const [first] = pending();
  assert.deepEqual(
    { ...first, id: "" },
    { id: "", path: file, start: 2, end: 2, code: "two", text: "Why two?", plan: undefined },
  );
  const later = disposedLater(new EditorComments(options));
  assert.deepEqual(
    later.pending.map(({ text, code, start }) => [text, code, start]),
    [["Why two?", "two", 2]],
  );
  comments.markSent([first?.id ?? ""]);
  assert.deepEqual([pending(), saved], [[], []]);
  comments.add({ thread, text: "And now?" });
  assert.deepEqual(
    pending().map(({ text }) => text),
    ["And now?"],
  );
  comments.delete(thread);
  assert.deepEqual(pending(), []);
  await closeAll();
});

test("notebooks: show both sides of a change until they are closed", async () => {
  const notebook = (text: string) =>
    JSON.stringify({
      cells: [{ cell_type: "code", source: [text], metadata: {}, outputs: [] }],
      metadata: {},
      nbformat: 4,
      nbformat_minor: 2,
    });
  const diffs = disposedLater(new NotebookDiffs());
  const change = {
    path: path.join(folder, "n.ipynb"),
    before: "one",
    after: "two",
    hunks: [],
    added: 1,
    removed: 1,
    file: { before: notebook("one"), after: notebook("two") },
  };
  await diffs.open(conversation, change);
  await eventually(() => assert.equal(tabNames().length, 1));
  await diffs.close(conversation);
  await eventually(() => assert.deepEqual(tabNames(), []));
});

test("agent view: shows a place without the focus, and tells when the user goes elsewhere", async () => {
  const own = newFile("own.txt", "mine\n");
  const file = newFile("agent.txt", "line\n".repeat(60));
  await openFile(own);
  const view = disposedLater(new EditorAgentView(vscode.Uri.file("/none"), () => false));
  let touched = 0;
  disposedLater(view.onDidTouch(() => touched++));
  await view.show({ path: file, lines: { first: 40, last: 41 } });
  await eventually(() => {
    const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.fsPath === file);
    assert.ok(shown?.visibleRanges.some((range) => range.contains(new vscode.Position(39, 0))));
  });
  assert.equal(touched, 0);
  await view.show({ path: path.join(folder, "none.txt") });
  await closeAll();
  await eventually(() => assert.ok(touched > 0));
});

test("attachments: are shown read-only, and forgotten with their tab", async () => {
  const files = disposedLater(new AttachedFiles({ inform: () => {} }));
  await files.show({ id: "a1", kind: "text", name: "notes/a.txt", mediaType: "text/plain", size: 5 }, "hello");
  await eventually(() => assert.equal(active()?.document.getText(), "hello"));
  const uri = active()?.document.uri;
  assert.ok(uri);
  assert.equal(vscode.workspace.fs.isWritableFileSystem(uri.scheme), false);
  await closeAll();
  await assert.rejects(async () => vscode.workspace.fs.stat(uri));
});

test("links: open a file at its line, and say why nothing was opened", async () => {
  const file = newFile("linked.txt", "one\ntwo\nthree\n");
  assert.equal(await openTarget(folder, "linked.txt", 3), undefined);
  assert.deepEqual([active()?.document.uri.fsPath, active()?.selection.active.line], [file, 2]);
  assert.equal(await openTarget(folder, "none.txt", undefined), "missing");
  if (process.platform === "win32")
    assert.equal(await openTarget(folder, "\\\\server\\share\\a.txt", undefined), "elsewhere");
  await closeAll();
});

test("code: is inserted in place of the selection, and opened in its language", async () => {
  const { document } = await openFile(newFile("target.txt", "abc\n"));
  const editor = active();
  assert.ok(editor);
  editor.selection = new vscode.Selection(0, 1, 0, 2);
  const said: string[] = [];
  const messages = { inform: (text: string) => void said.push(text) };
  await insertCode("XX", messages);
  assert.equal(document.getText(), "aXXc\n");
  await document.save();
  await openCode("x = 1", "py");
  assert.deepEqual([active()?.document.getText(), active()?.document.isUntitled], ["x = 1", true]);
  if ((await vscode.languages.getLanguages()).includes("python")) assert.equal(active()?.document.languageId, "python");
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await closeAll();
  assert.deepEqual(said, []);
  await insertCode("XX", messages);
  assert.deepEqual(said, [editorText.notInserted()]);
});

test("selection: is that of the last text editor, and none where nothing is selected", async () => {
  const selected = disposedLater(new SelectedText());
  let changes = 0;
  disposedLater(selected.onDidChange(() => changes++));
  const editor = await openFile(newFile("chosen.txt", "one\ntwo\nthree\n"));
  assert.equal(selected.of(folder), undefined);
  editor.selection = new vscode.Selection(0, 0, 2, 0);
  await eventually(() => assert.deepEqual(selected.of(folder), { path: "chosen.txt", first: 1, last: 2 }));
  assert.match(JSON.stringify(selected.read(folder)), /one\\ntwo/);
  await eventually(() => assert.ok(changes > 0));
  // Of several, of which the first one may be empty, all that is chosen.
  editor.selections = [
    new vscode.Selection(1, 0, 1, 0),
    new vscode.Selection(2, 0, 2, 5),
    new vscode.Selection(0, 0, 0, 3),
  ];
  await eventually(() => assert.deepEqual(selected.of(folder), { path: "chosen.txt", first: 1, last: 3 }));
  assert.match(JSON.stringify(selected.read(folder)), /one\\n…\\nthree/);
  await closeAll();
  assert.equal(selected.of(folder), undefined);
  // Of a document that is no file, only the text can be sent.
  const untitled = await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ content: "four\nfive\n" }),
  );
  untitled.selection = new vscode.Selection(0, 0, 1, 0);
  await eventually(() =>
    assert.deepEqual(selected.of(folder), { path: "Untitled-1", first: 1, last: 1, isTextOnly: true }),
  );
  assert.match(JSON.stringify(selected.read(folder)), /four/);
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  const cells = new vscode.NotebookData([
    new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "six = 6", "plaintext"),
  ]);
  const notebook = await vscode.workspace.openNotebookDocument("jupyter-notebook", cells);
  await vscode.window.showNotebookDocument(notebook);
  await vscode.commands.executeCommand("notebook.cell.edit");
  await eventually(() => assert.ok(active()?.document.uri.scheme === "vscode-notebook-cell"));
  const cell = active();
  if (cell) cell.selection = new vscode.Selection(0, 0, 0, 3);
  await eventually(() => assert.match(selected.of(folder)?.path ?? "", / \(cell 1\)$/));
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await closeAll();
});

test("workspace files: are those that are listed, with those of editors first", async () => {
  const found = newFile("listed.txt", "1\n");
  const files = disposedLater(new EditorWorkspaceFiles(() => undefined));
  await openFile(found);
  assert.deepEqual(files.open(folder), ["listed.txt"]);
  await eventually(() => assert.deepEqual(files.recent(folder), ["listed.txt"]));
  const listed: string[] = [];
  for await (const part of files.list(folder)) listed.push(...part);
  assert.ok(listed.includes("listed.txt"), String(listed));
  fs.rmSync(found);
  assert.deepEqual(files.recent(folder), []);
  await closeAll();
});

test("rewinds: discard nothing in an editor brought to the front, and leave no tab open", async () => {
  const [one, two] = [newFile("discarded1.txt", "1\n"), newFile("discarded2.txt", "2\n")];
  for (const file of [one, two]) await typeInto((await openFile(file)).document, "typed ");
  const tabs = tabNames();
  const editors = disposedLater(
    new RewindEditorAccess(
      { save: async () => [] },
      new StateFiles(path.join(folder, ".merges"), silentLogger),
      silentLogger,
    ),
  );
  let clicks = 0;
  // The user clicks on the other tab as soon as the file is shown.
  const clicking = disposedLater(
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor?.document.uri.fsPath === one && clicks++ === 0)
        void vscode.window.showTextDocument(vscode.Uri.file(two), { preview: false });
    }),
  );
  await editors.discard([one]);
  clicking.dispose();
  await eventually(async () => assert.deepEqual(await editors.getUnsaved([one, two]), [two]));
  assert.equal(vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === two)?.getText(), "typed 2\n");
  assert.deepEqual(tabNames().toSorted(), tabs.toSorted());
  await closeAll();
  // Changes without a tab of their own.
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(one));
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), "typed ");
  await vscode.workspace.applyEdit(edit);
  const shown = tabNames();
  assert.deepEqual(await editors.discard([one]), []);
  assert.ok(tabNames().length <= shown.length, String(tabNames()));
  assert.deepEqual(await editors.discard([two]), []);
  await closeAll();
});

test("rewinds: find, save and discard a file that is open under a link's path", async () => {
  fs.mkdirSync(path.join(folder, "linked"));
  const [file, link] = [newFile(path.join("linked", "one.txt"), "1\n"), path.join(folder, "link")];
  fs.symlinkSync(path.join(folder, "linked"), link);
  const opened = path.join(link, "one.txt");
  const open = async (): Promise<void> => typeInto((await openFile(opened)).document, "typed ");
  const saver = new OpenEditors({} as never, {} as never);
  const editors = disposedLater(
    new RewindEditorAccess(saver, new StateFiles(path.join(folder, ".merges"), silentLogger), silentLogger),
  );
  await open();
  assert.deepEqual(await editors.getUnsaved([file]), [file]);
  assert.deepEqual(await editors.discard([file]), []);
  assert.equal(fs.readFileSync(file, "utf8"), "1\n");
  await open();
  assert.deepEqual(await editors.save([file]), []);
  assert.equal(fs.readFileSync(file, "utf8"), "typed 1\n");
  assert.deepEqual(await editors.getUnsaved([file]), []);
  fs.rmSync(link);
  await closeAll();
});

test("rewinds: use no merge editor where files are saved by themselves", async () => {
  const editors = disposedLater(
    new RewindEditorAccess(
      { save: async () => [] },
      new StateFiles(path.join(folder, ".merges"), silentLogger),
      silentLogger,
    ),
  );
  const settings = vscode.workspace.getConfiguration("files");
  const found: boolean[] = [];
  const before = settings.inspect("autoSave")?.globalValue;
  for (const value of ["off", "afterDelay", "onFocusChange", "onWindowChange"]) {
    await settings.update("autoSave", value, vscode.ConfigurationTarget.Global);
    found.push(await editors.hasMergeEditor());
  }
  await settings.update("autoSave", before, vscode.ConfigurationTarget.Global);
  assert.deepEqual(found, [true, false, false, false]);
});

test("rewinds: discard unsaved changes of the named files alone, and open a merge", async () => {
  const [one, two] = [newFile("rewound1.txt", "1\n"), newFile("rewound2.txt", "2\n")];
  for (const file of [one, two]) await typeInto((await openFile(file)).document, "typed ");
  const editors = disposedLater(
    new RewindEditorAccess(
      { save: async () => [] },
      new StateFiles(path.join(folder, ".merges"), silentLogger),
      silentLogger,
    ),
  );
  assert.deepEqual(await editors.getUnsaved([one, two, path.join(folder, "none.txt")]), [one, two]);
  assert.deepEqual(await editors.discard([one]), []);
  assert.deepEqual(await editors.getUnsaved([one, two]), [two]);
  assert.deepEqual(await editors.discard([two]), []);
  assert.equal(fs.readFileSync(two, "utf8"), "2\n");
  await closeAll();
  const cell = { id: "a1", cell_type: "markdown", source: ["one"], metadata: {} };
  const notebook = newFile(
    "rewound3.ipynb",
    JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }),
  );
  const document = await vscode.workspace.openNotebookDocument(vscode.Uri.file(notebook));
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, [vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(0, 1))]);
  await vscode.workspace.applyEdit(edit);
  assert.deepEqual(await editors.getUnsaved([notebook]), [notebook]);
  assert.deepEqual(await editors.discard([notebook]), []);
  assert.deepEqual(
    [await editors.getUnsaved([notebook]), JSON.parse(fs.readFileSync(notebook, "utf8")).cells.length],
    [[], 1],
  );
  await closeAll();
  await editors.openMerge({ path: one, base: "0\n", mine: "mine\n", theirs: "1\n", text: "1\n" } as never, false);
  await eventually(() => assert.equal(tabNames().length, 1));
  assert.equal(documentIn(tabNames()[0] ?? "")?.uri.fsPath, one);
  await closeAll();
});
