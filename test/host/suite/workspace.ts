// Contract tests of the ports that read the workspace: its folders, settings, instruction files, servers and
// repository.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import type { MentionContext } from "../../../extension/core/conversations/composer/mentions/mentions.ts";
import { ProjectServerFiles } from "../../../extension/node/claude/servers/serverFiles.ts";
import { FileLocks } from "../../../extension/node/storage/fileLocks.ts";
import { silentLogger } from "../../../extension/shared/base/logger.ts";
import { askText } from "../../../extension/shared/text/ask.ts";
import { editorText } from "../../../extension/shared/text/editor.ts";
import { serverEditText } from "../../../extension/shared/text/servers/serverEdits.ts";
import { CommitMessages } from "../../../extension/vscode/asking/commitMessages.ts";
import { Messages } from "../../../extension/vscode/dialogs/messages.ts";
import { type EditorRepository, findEditorRepository } from "../../../extension/vscode/files/git.ts";
import { getOtherRoots, listPossibleFolders, WorkingFolders } from "../../../extension/vscode/files/workingFolder.ts";
import { GitMentions } from "../../../extension/vscode/mentions/gitMentions.ts";
import { InstructionFiles, listInstructions } from "../../../extension/vscode/mentions/instructionFiles.ts";
import { MisplacedServers } from "../../../extension/vscode/servers/misplacedServers.ts";
import { SettingsServerStore } from "../../../extension/vscode/servers/serverStore.ts";
import { SettingPlaces } from "../../../extension/vscode/settings/settingPlaces.ts";
import { SettingsProfiles } from "../../../extension/vscode/settings/settingsProfiles.ts";
import { ShownSettings } from "../../../extension/vscode/settings/shownSettings.ts";
import { closeAll, folder, newFile, openFile, typeInto } from "./files.ts";
import { disposedLater, eventually, test } from "./harness.ts";
import { openSettings } from "./ownSettings.ts";
import { asking } from "./questions.ts";

const home = path.join(folder, "home");
const root = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("tandem");
const { Global, Workspace } = vscode.ConfigurationTarget;

test("folders: are those of the workspace; a setting that leads out of it needs consent", async () => {
  let origin: "all" | "user" | "undecided" = "undecided";
  const { settings } = openSettings();
  const memory = { keys: () => [], get: () => undefined, update: async () => {} };
  const folders = new WorkingFolders(home, { originIn: async () => origin }, settings, memory);
  assert.deepEqual(await Promise.all([folders.choose(), folders.choose()]), [root(), root()]);
  assert.deepEqual([folders.isOutdated(root()), folders.isOutdated(home)], [false, true]);
  assert.deepEqual(getOtherRoots(root()), []);
  try {
    await configuration().update("workingDirectory", "sub", Workspace);
    assert.equal(await folders.choose(), path.join(root(), "sub"));
    assert.deepEqual(listPossibleFolders(home, settings), [root(), path.join(root(), "sub")]);
    // No earlier folder of the workspace takes the place of a wrong value: nothing would tell whether the user decided
    // about it.
    for (const before of ["sub", "../elsewhere"]) {
      await configuration().update("workingDirectory", before, Workspace);
      settings.readAll(root(), false);
      await configuration().update("workingDirectory", 5, Workspace);
      await assert.rejects(folders.choose(), /tandem\.workingDirectory/);
      assert.deepEqual(listPossibleFolders(home, settings), [root(), root()]);
    }
    const fresh = openSettings().settings;
    assert.deepEqual(listPossibleFolders(home, fresh), [root(), root()]);
    await assert.rejects(
      new WorkingFolders(home, { originIn: async () => origin }, fresh, memory).choose(),
      /tandem\.workingDirectory/,
    );
    await configuration().update("workingDirectory", "../elsewhere", Workspace);
    assert.equal(await folders.choose(), root());
    assert.equal(await folders.resolveAgain(root()), root());
    origin = "all";
    assert.equal(await folders.resolveAgain(root()), path.join(path.dirname(root()), "elsewhere"));
    origin = "user";
    assert.equal(await folders.choose(), root());
  } finally {
    await configuration().update("workingDirectory", undefined, Workspace);
  }
});

test("settings: are read by scope with absolute paths; wrong values keep the last valid ones", async () => {
  const { settings } = openSettings();
  let changes = 0;
  settings.onDidChange(() => changes++);
  const read = (trust: "all" | "user" = "all") =>
    settings
      .layers(root(), trust, "start")
      .map(({ source, values }) => ({ source, model: values["model"], files: values["settingsFile"] }));
  try {
    await configuration().update("model", "haiku", Global);
    await configuration().update("model", "opus", Workspace);
    await configuration().update("settingsFile", "own.json", Workspace);
    await eventually(() => assert.ok(changes >= 3));
    const user = { source: { kind: "setting", scope: "user" }, model: "haiku", files: undefined };
    assert.deepEqual(read(), [
      user,
      { source: { kind: "setting", scope: "workspace" }, model: "opus", files: path.join(root(), "own.json") },
    ]);
    // After a refusal nothing of the workspace applies.
    assert.deepEqual(
      settings
        .layers(root(), "user", "run")
        .slice(1)
        .map(({ values }) => values),
      [{}],
    );
    await configuration().update("model", 7, Global);
    assert.equal(read()[0]?.model, "haiku");
    assert.equal(settings.layers(root(), "all", "run")[0]?.values["model"], "haiku");
  } finally {
    for (const name of ["model", "settingsFile"]) await configuration().update(name, undefined, Workspace);
    await configuration().update("model", undefined, Global);
  }
});

test("settings: show a workspace's refused value as ignored, beside the value in force", async () => {
  const first = (name: string) => (name === "model" ? 0 : 1);
  const shown = new ShownSettings({
    ...openSettings({ startsWithout: () => true }),
    order: first,
    readJson: async () => ({}),
  });
  try {
    await configuration().update("model", "mine", Global);
    await configuration().update("model", "theirs", Workspace);
    const [model] = shown.read(root());
    assert.equal(model?.value, "mine");
    assert.deepEqual(model?.overridden[0], {
      source: { kind: "setting", scope: "workspace" },
      value: "theirs",
      isWithheld: true,
    });
  } finally {
    await configuration().update("model", undefined, Workspace);
    await configuration().update("model", undefined, Global);
  }
});

test("settings: machine settings take nothing from a workspace, not even through keys below them", async () => {
  const file = path.join(root(), ".vscode", "settings.json");
  const { settings, source } = openSettings();
  const names = ["environment", "profiles"] as const;
  const order = (name: string) => [...names, name].indexOf(name);
  const shown = new ShownSettings({
    settings,
    source,
    order,
    readJson: async (at) => JSON.parse(fs.readFileSync(at, "utf8")),
  });
  const inspect = (name: string) => configuration().inspect(name)?.workspaceValue;
  try {
    await configuration().update("environment", { MINE: "1" }, Global);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(
      file,
      JSON.stringify({ "tandem.environment.PATH": "/evil", "tandem.profiles.evil": { claudePath: "/evil" } }),
    );
    // The editor takes them for parts of the values.
    await eventually(() =>
      assert.deepEqual(names.map(inspect), [{ PATH: "/evil" }, { evil: { claudePath: "/evil" } }]),
    );
    for (const at of ["", root()]) assert.deepEqual(settings.readValid("environment", at), { MINE: "1" });
    assert.deepEqual(new SettingsProfiles(settings).names, []);
    const layers = settings.layers(root(), "all", "start").map(({ values }) => names.map((name) => values[name]));
    assert.deepEqual(layers, [
      [{ MINE: "1" }, undefined],
      [undefined, undefined],
    ]);
    assert.deepEqual(
      shown
        .read(root())
        .slice(0, 2)
        .map(({ value, mergedFrom }) => [value, mergedFrom]),
      [
        [{ MINE: "1" }, undefined],
        [{}, undefined],
      ],
    );
    assert.deepEqual(
      (await shown.findIgnored(root())).map(({ name, code }) => [name, code]),
      [
        ["environment.PATH", "scope"],
        ["profiles.evil", "scope"],
      ],
    );
  } finally {
    fs.rmSync(file);
    await configuration().update("environment", undefined, Global);
    await eventually(() => assert.deepEqual(names.map(inspect), [undefined, undefined]));
  }
});

test("instructions: add a note to the selected file through the editor, and acknowledge new files", async () => {
  const place = path.join(folder, "noted");
  fs.mkdirSync(place);
  const known: unknown[] = [];
  const acknowledge = async (entries: readonly unknown[]) => void known.push(...entries);
  const notes = new InstructionFiles(() => path.join(home, "config"), { acknowledge }, new Messages());
  const add = () => notes.add({ folder: place, profile: "" }, "use $(tabs)");
  assert.equal((await asking(add, { cancel: true })).result, undefined);
  assert.equal((await asking(add, { select: editorText.sendNote() })).result, "send");
  const { result, questions } = await asking(add, { select: "CLAUDE.md" }, { cancel: true });
  const file = path.join(place, "CLAUDE.md");
  assert.equal(result, "added");
  assert.equal(questions[0]?.items[0]?.description, editorText.newInstructionFile());
  assert.equal(fs.readFileSync(file, "utf8"), "- use $(tabs)\n");
  assert.equal(known.length, 1);
  const open = (await openFile(file)).document;
  await typeInto(open, "unsaved\n");
  await asking(() => notes.add({ folder: place, profile: "" }, "two"), { select: "CLAUDE.md" }, { cancel: true });
  assert.equal(fs.readFileSync(file, "utf8"), "unsaved\n- use $(tabs)\n- two\n");
  assert.equal(known.length, 1);
  const above = newFile("CLAUDE.md", "Above.");
  const found = await listInstructions(place, home);
  assert.deepEqual(found.slice(0, 1), [{ path: file, shown: "CLAUDE.md", bytes: 28 }]);
  assert.deepEqual(
    found.slice(1).map(({ path: at, bytes }) => [at, bytes]),
    [[above, 6]],
  );
  fs.rmSync(above);
  await closeAll();
});

function newServerStore(): SettingsServerStore {
  const { source } = openSettings();
  const places = new SettingPlaces({
    source,
    storage: vscode.Uri.file("/none"),
    readText: async (at) => fs.readFileSync(at, "utf8"),
    logger: silentLogger,
  });
  return new SettingsServerStore(
    new ProjectServerFiles({ locks: new FileLocks(path.join(home, "locks")), backups: path.join(home, "backups") }),
    places,
    source,
  );
}

test("servers: of settings are changed and removed without the comments and the layout of others", async () => {
  const file = path.join(root(), ".vscode", "settings.json");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const text =
    '{\n  // about all\n  "tandem.mcpServers": {\n    "a": { "command": "run" },\n    // about b\n    "b": { "command": "go", "args": [ "x" ] }\n  }\n}\n';
  fs.writeFileSync(file, text);
  const store = newServerStore();
  const names = async () => (await store.list(undefined)).servers.map(({ name }) => name);
  await eventually(async () => assert.deepEqual(await names(), ["a", "b"]));
  assert.equal(await store.write({ kind: "workspace" }, "a", undefined), undefined);
  assert.deepEqual(await names(), ["b"]);
  assert.equal(fs.readFileSync(file, "utf8"), text.replace('    "a": { "command": "run" },\n', ""));
  await store.write({ kind: "workspace" }, "b", { command: "stop", args: ["x"] });
  assert.match(fs.readFileSync(file, "utf8"), /\/\/ about b\n {4}"b": \{ "command": "stop", "args": \[ "x" \] \}/);
  await store.write({ kind: "workspace" }, "b", undefined);
  assert.match(fs.readFileSync(file, "utf8"), /\/\/ about all/);
  assert.deepEqual(await names(), []);
  fs.rmSync(file);
  await eventually(() => assert.equal(configuration().inspect("mcpServers")?.workspaceValue, undefined));
});

test("servers: are listed by place and written to one; a wrong file stays unchanged", async () => {
  const place = path.join(folder, "served");
  fs.mkdirSync(place);
  const store = newServerStore();
  const project = { kind: "projectFile", folder: place } as const;
  const file = path.join(place, ".mcp.json");
  const list = async () => (await store.list(place)).servers.map(({ name, place: { kind } }) => `${name} ${kind}`);
  assert.equal(await store.write(project, "one", { command: "run" }), undefined);
  assert.equal(await store.write({ kind: "user" }, "two", { command: "run" }), undefined);
  assert.deepEqual(await list(), ["one projectFile", "two user"]);
  const places = (await store.places(place)).map((each) => [each.place.kind, each.file]);
  assert.deepEqual(places, [
    ["user", undefined],
    ["workspace", undefined],
    ["projectFile", file],
  ]);
  fs.writeFileSync(file, "{ wrong");
  assert.equal((await store.write(project, "three", { command: "run" }))?.file, file);
  assert.equal(fs.readFileSync(file, "utf8"), "{ wrong");
  assert.equal((await store.list(place)).wrongFile?.file, file);
  assert.equal(await store.write({ kind: "user" }, "two", undefined), undefined);
  // The servers of a wrong file are those that it had before.
  assert.deepEqual(await list(), ["one projectFile"]);
});

test("servers: in a settings file of claude are marked, and removed through the editor", async () => {
  fs.mkdirSync(path.join(folder, ".claude"));
  const file = newFile(
    path.join(".claude", "settings.json"),
    '{\n  "mcpServers": { "a": { "command": "run" }, "b": {} },\n  // kept\n  "model": "opus"\n}\n',
  );
  const misplaced = disposedLater(new MisplacedServers(() => [file]));
  const uri = vscode.Uri.file(file);
  await openFile(file);
  const own = () => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Tandem");
  await eventually(() =>
    assert.deepEqual(
      own().map(({ message, range }) => [message, range.start.line]),
      [[serverEditText.misplaced(), 1]],
    ),
  );
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    uri,
    own()[0]?.range,
  );
  assert.ok(actions.some(({ title }) => title === serverEditText.move.setting()));
  assert.deepEqual([...((await misplaced.read(file))?.servers.keys() ?? [])], ["a", "b"]);
  assert.equal(await misplaced.read(path.join(folder, "other.json")), undefined);
  await misplaced.remove(file, ["a", "b"]);
  assert.match(fs.readFileSync(file, "utf8"), /\/\/ kept\n\s*"model": "opus"/);
  await eventually(() => assert.deepEqual(own(), []));
  await closeAll();
});

/**
 * Calls `use` while the workspace is a repository with a commit and uncommitted changes of three files, one of them
 * with secrets.
 */
async function inRepository(use: (repository: EditorRepository) => Promise<void>): Promise<void> {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { cwd: root() });
  const write = (name: string, text: string) => fs.writeFileSync(path.join(root(), name), text);
  try {
    git("init", "--quiet");
    write("a.txt", "one\n");
    write(".env", "KEY=1\n");
    git("add", ".");
    git("commit", "--quiet", "-m", "Begin\n\nand more");
    write("a.txt", "two\n");
    write(".env", "KEY=2\n");
    write("new.txt", "");
    await vscode.commands.executeCommand("git.openRepository", root());
    const repository = await findEditorRepository(root());
    assert.ok(repository);
    await vscode.commands.executeCommand("git.refresh", repository.rootUri);
    const { state } = repository;
    await eventually(() => assert.equal(state.workingTreeChanges.length + (state.untrackedChanges ?? []).length, 3));
    await use(repository);
  } finally {
    await vscode.commands.executeCommand("git.close", vscode.Uri.file(root()));
    for (const name of ["a.txt", ".env", "new.txt", ".git"])
      fs.rmSync(path.join(root(), name), { recursive: true, force: true });
  }
}

test("mentions: name uncommitted changes and commits, without files that hold secrets", async () => {
  const mentions = new GitMentions(async (_git, _folder, hash) => `shown ${hash}`);
  const place = { folder: root() } as MentionContext;
  assert.deepEqual(
    (await mentions.suggest({ folder } as MentionContext, "changes")).map(({ gap }) => gap),
    ["noRepository"],
  );
  await inRepository(async () => {
    const [changes] = await mentions.suggest(place, "changes");
    assert.deepEqual(changes, { kind: "changes", text: "changes", label: editorText.gitChanges(3) });
    const text = await mentions.read(place, { kind: "changes", name: "", text: "@changes", start: 0 });
    assert.match(text ?? "", /^\+two$/m);
    assert.match(text ?? "", /new\.txt/);
    assert.doesNotMatch(text ?? "", /KEY=/);
    const [commit] = (await mentions.suggest(place, "commit:")).filter(({ kind }) => kind === "commit");
    assert.equal(commit?.label, "Begin");
    assert.equal(
      await mentions.read(place, { kind: "commit", name: "abc", text: "@commit:abc", start: 0 }),
      "shown abc",
    );
  });
});

test("commit messages: go into the input box of the repository, unless the user typed meanwhile", async () => {
  const prompts: string[] = [];
  let typed = "";
  const query = (_id: string, { prompt }: { readonly prompt: string }) => {
    prompts.push(prompt);
    return { result: writeMessage() };
  };
  const writeMessage = async () => {
    const box = (await findEditorRepository(root()))?.inputBox;
    if (box && typed !== "") box.value = typed;
    return { output: { message: " Say two " } };
  };
  const messages = new CommitMessages({ query } as unknown as ConstructorParameters<typeof CommitMessages>[0], "suite");
  assert.deepEqual(
    (await asking(() => messages.generate(undefined), { cancel: true })).questions[0]?.title,
    askText.noRepository(),
  );
  await inRepository(async ({ inputBox: box }) => {
    await messages.generate(undefined);
    assert.equal(box.value, "Say two");
    assert.ok(prompts[0]?.startsWith(askText.commitAll()));
    typed = "mine";
    await messages.generate({ rootUri: vscode.Uri.file(root()) });
    assert.equal(box.value, "mine");
    assert.ok(prompts[1]?.includes(JSON.stringify("Say two")));
    box.value = "";
  });
});
