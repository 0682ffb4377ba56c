// Contract tests of the ports through which `claude` asks the editor: the editor's tools, and what a message can
// mention.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import type { MentionContext } from "../../../extension/core/conversations/composer/mentions/mentions.ts";
import { systemClock } from "../../../extension/systemClock.ts";
import { createAccessMemory } from "../../../extension/vscode/api/accessMemory.ts";
import { createIdePort } from "../../../extension/vscode/ideTools/idePort.ts";
import { problemMentions } from "../../../extension/vscode/mentions/problemMentions.ts";
import { symbolMentions } from "../../../extension/vscode/mentions/symbolMentions.ts";
import { runSetUpTask } from "../../../extension/vscode/terminal/setUpTask.ts";
import { closeAll, folder, newFile, openFile, typeInto } from "./files.ts";
import { disposedLater, eventually, test } from "./harness.ts";

const signal = (): AbortSignal => new AbortController().signal;
const openPort = () => disposedLater(createIdePort({ clock: systemClock, terminals: async () => [] }));
const plainText = { pattern: "**/*.txt" };
const range = (line: number, from: number, to: number): vscode.Range => new vscode.Range(line, from, line, to);

test("tools: say where a path leads, with its links resolved", async () => {
  const port = openPort();
  const file = newFile("located.txt", "");
  fs.symlinkSync(file, path.join(folder, "link.txt"));
  fs.symlinkSync("/", path.join(folder, "out"));
  assert.deepEqual(await port.locate("located.txt", folder), { kind: "file", path: file });
  assert.deepEqual(await port.locate(".", folder), { kind: "folder", path: folder });
  assert.equal((await port.locate("none.txt", folder)).kind, "missing");
  assert.deepEqual(await port.locate("out/etc", folder), { kind: "outside" });
  assert.deepEqual(await port.locate("a.txt", ""), { kind: "outside" });
});

test("tools: return the problems of a file by position, with their origin", async () => {
  const port = openPort();
  const file = newFile("problems.txt", "one\ntwo\n");
  const problems = disposedLater(vscode.languages.createDiagnosticCollection("suite"));
  const later = new vscode.Diagnostic(range(1, 0, 3), "second", vscode.DiagnosticSeverity.Warning);
  const first = Object.assign(new vscode.Diagnostic(range(0, 1, 3), "first"), {
    source: "suite",
    code: { value: 7, target: vscode.Uri.file("/") },
  });
  problems.set(vscode.Uri.file(file), [later, first]);
  const expected = [
    { line: 1, column: 2, severity: "error", message: "first", origin: "suite 7" },
    { line: 2, column: 1, severity: "warning", message: "second", origin: "" },
  ];
  await eventually(() => assert.deepEqual(port.listDiagnostics(folder, file), [{ path: file, diagnostics: expected }]));
  assert.deepEqual(port.listDiagnostics(folder, path.join(folder, "elsewhere")), []);
  assert.deepEqual((await port.analyze(file, signal())).diagnostics, expected);
  assert.equal((await port.analyze(path.join(folder, "none.txt"), signal())).isComplete, false);
  const place = { folder } as MentionContext;
  const read = await problemMentions.read?.(place, { kind: "problems", name: "", text: "@problems", start: 0 });
  assert(typeof read === "string");
  assert.match(read, /^problems\.txt:1:2: error: first \(suite 7\)$/m);
  assert.equal((await problemMentions.suggest(place, "prob"))[0]?.kind, "problems");
  assert.deepEqual(await problemMentions.suggest(place, "xyz"), []);
});

test("tools: ask language features with lines and columns from 1; without features return nothing", async () => {
  const { language } = openPort();
  const file = newFile("language.txt", "alpha\nbeta\n");
  const uri = vscode.Uri.file(file);
  const at = { path: file, line: 1, column: 2 };
  assert.deepEqual(await language.findPlaces("definition", at, folder), []);
  const info = new vscode.SymbolInformation(
    "alpha",
    vscode.SymbolKind.EnumMember,
    "greek",
    new vscode.Location(uri, range(0, 0, 5)),
  );
  const inner = new vscode.DocumentSymbol("beta", "note", vscode.SymbolKind.Variable, range(1, 0, 4), range(1, 0, 4));
  const outer = new vscode.DocumentSymbol(
    "alpha",
    "",
    vscode.SymbolKind.Class,
    new vscode.Range(0, 0, 1, 4),
    range(0, 0, 5),
  );
  outer.children = [inner];
  for (const registered of [
    vscode.languages.registerDefinitionProvider(plainText, {
      provideDefinition: () => new vscode.Location(uri, range(1, 0, 4)),
    }),
    vscode.languages.registerHoverProvider(plainText, { provideHover: () => new vscode.Hover("a letter") }),
    vscode.languages.registerDocumentSymbolProvider(plainText, { provideDocumentSymbols: () => [outer] }),
    vscode.languages.registerWorkspaceSymbolProvider({ provideWorkspaceSymbols: () => [info] }),
  ])
    disposedLater(registered);
  const [base, derived] = ["alpha", "beta"].map((name, line) => {
    const item = new vscode.TypeHierarchyItem(
      vscode.SymbolKind.Class,
      name,
      "",
      uri,
      range(line, 0, 4),
      range(line, 0, 4),
    );
    return item;
  });
  disposedLater(
    vscode.languages.registerTypeHierarchyProvider(plainText, {
      prepareTypeHierarchy: (_, position) => (position.line === 0 ? base : derived),
      provideTypeHierarchySupertypes: (item) => (item.name === "beta" && base ? [base] : []),
      provideTypeHierarchySubtypes: (item) => (item.name === "alpha" && derived ? [derived] : []),
    }),
  );
  const names = async (...[kind, line]: readonly ["supertypes" | "subtypes", number]) =>
    (await language.findRelated(kind, { path: file, line, column: 1 }, folder)).map(({ name, kind: what, place }) => [
      name,
      what,
      place.line,
    ]);
  assert.deepEqual(await names("supertypes", 2), [["alpha", "class", 1]]);
  assert.deepEqual(await names("subtypes", 1), [["beta", "class", 2]]);
  assert.deepEqual(await names("subtypes", 2), []);
  const beta = { path: file, line: 2, column: 1, endLine: 2, isInside: true };
  assert.deepEqual(await language.findPlaces("definition", at, folder), [beta]);
  assert.deepEqual(await language.hover(at), ["a letter"]);
  assert.deepEqual(
    (await language.symbolsIn(file)).map(({ name, kind, depth }) => [name, kind, depth]),
    [
      ["alpha", "class", 0],
      ["beta", "variable", 1],
    ],
  );
  const [found] = await language.findSymbols("alpha", folder);
  assert.deepEqual([found?.kind, found?.note, found?.place.line], ["enum member", "greek", 1]);
  assert.deepEqual(await language.readLines(file, folder), ["alpha", "beta", ""]);
  assert.equal(await language.readLines(newFile(".env", "KEY=1\n"), folder), undefined);
  const suggested = await symbolMentions.suggest({ folder } as MentionContext, "alp");
  assert.deepEqual(
    suggested.map(({ text, label }) => [text, label]),
    [["language.txt#1", "alpha"]],
  );
});

test("tools: plan changes without making them, and make none of a file that changed meanwhile", async () => {
  const { changes } = openPort();
  const file = newFile("renamed.txt", "old and old\r\n");
  const uri = vscode.Uri.file(file);
  disposedLater(
    vscode.languages.registerRenameProvider(plainText, {
      provideRenameEdits: (document, _, name) => {
        const edit = new vscode.WorkspaceEdit();
        edit.replace(document.uri, range(0, 0, 3), name);
        edit.replace(document.uri, range(0, 8, 11), name);
        return edit;
      },
    }),
  );
  const planned = await changes.planRename({ path: file, line: 1, column: 1 }, "newer", folder);
  assert.deepEqual(planned, [
    { path: file, before: "old and old\n", after: "newer and newer\n", isDirty: false, isInside: true },
  ]);
  assert.equal(fs.readFileSync(file, "utf8"), "old and old\r\n");
  await changes.apply(planned);
  assert.equal(fs.readFileSync(file, "utf8"), "newer and newer\r\n");
  await assert.rejects(changes.apply(planned), /changed meanwhile/);
  await assert.rejects(changes.planFormat(file, folder), /no formatter/);
  assert.deepEqual(await changes.findActions(file, { first: 1, last: 1 }, folder, "refactor.suite"), []);
  await vscode.window.showTextDocument(uri);
  await closeAll();
});

test("tools: see the open editors and the selection, and show a file without the focus", async () => {
  const port = openPort();
  const [one, two] = [newFile("open1.txt", "one\n"), newFile("open2.txt", "1\n2\n3\n")];
  const { document } = await openFile(one);
  await typeInto(document, "typed ");
  assert.deepEqual(port.openEditors(folder), [{ path: one, isActive: true, isDirty: true, isInside: true }]);
  assert.equal(port.selection(folder), undefined);
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor);
  editor.selection = new vscode.Selection(0, 0, 0, 5);
  await eventually(() =>
    assert.deepEqual(port.selection(folder), { path: one, firstLine: 1, lastLine: 1, text: "typed" }),
  );
  await document.save();
  await port.openFile(two, 3);
  await eventually(() => assert.equal(vscode.window.activeTextEditor?.selection.active.line, 2));
  await port.showDiff(one, two);
  await eventually(() =>
    assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff),
  );
  await closeAll();
});

test("tools: list and run tasks, and reject one that does not exist", async () => {
  const port = openPort();
  // The editor tells tasks of one type apart by what the manifest declares for it.
  for (const [name, code] of [
    ["passes", 0],
    ["fails", 3],
  ] as const) {
    const task = new vscode.Task(
      { type: name },
      vscode.TaskScope.Workspace,
      name,
      "suite",
      new vscode.ShellExecution(`exit ${code}`),
    );
    disposedLater(
      vscode.tasks.registerTaskProvider(name, { provideTasks: () => [task], resolveTask: () => undefined }),
    );
  }
  const own = (await port.tasks())
    .filter(({ source }) => source === "suite")
    .map(({ name, isRunning }) => [name, isRunning]);
  assert.deepEqual(own.sort(), [
    ["fails", false],
    ["passes", false],
  ]);
  assert.deepEqual(await port.runTask("passes", undefined, signal()), { exitCode: 0, isRunning: false });
  assert.deepEqual(await port.runTask("fails", "suite", signal()), { exitCode: 3, isRunning: false });
  await assert.rejects(port.runTask("none", undefined, signal()), /There is no task none/);
  assert.equal(await runSetUpTask(folder, "exit 4", { SUITE: "1" }), 4);
  for (const terminal of vscode.window.terminals) terminal.dispose();
});

test("memories: keep what they are given, and read what is damaged as nothing", async () => {
  let shared: unknown;
  const change = async (update: (now: unknown) => unknown): Promise<void> => {
    shared = update(shared);
  };
  const access = createAccessMemory({ read: () => shared, change });
  await access.change((ids) => [...ids, "a.b"]);
  await access.changeSessions("a.b", (sessions) => [...sessions, { sessionId: "s", folder: "/w" }]);
  await access.change((ids) => [...ids]);
  assert.deepEqual(
    [access.read(), access.sessions("a.b"), access.sessions("c.d")],
    [["a.b"], [{ sessionId: "s", folder: "/w" }], []],
  );
  shared = { allowed: 1, sessions: { "a.b": 1 } };
  assert.deepEqual([access.read(), access.sessions("a.b")], [[], []]);
});
