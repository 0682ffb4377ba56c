import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as vscode from "vscode";

/** What the extension registered in the editor, and what the editor shows. */
const editor = vi.hoisted(() => ({
  commands: new Map<string, (...given: unknown[]) => unknown>(),
  tools: new Map<string, { invoke(options: object): Promise<unknown> }>(),
  linkHandler: undefined as { handleUri(link: unknown): Promise<void> } | undefined,
  tabs: undefined as { resolveCustomEditor(...given: unknown[]): Promise<void> } | undefined,
  toasts: [] as string[],
  statusBar: [] as string[],
  trees: new Map<string, string>(),
  hasLog: true,
}));
// Replaces the whole editor, which the scenarios in `test/host/startFailures.test.ts` use for real.
vi.mock("vscode", () => {
  const nothing = { dispose() {} };
  return {
    version: "1.106.0",
    env: { appName: "Editor", clipboard: { writeText() {} } },
    StatusBarAlignment: {},
    Uri: {
      joinPath: ({ fsPath }: { fsPath: string }, ...parts: string[]) => ({ fsPath: [fsPath, ...parts].join("/") }),
    },
    Disposable: class {
      dispose: () => void;
      constructor(dispose: () => void) {
        this.dispose = dispose;
      }
      static from = (...all: { dispose(): void }[]) => ({ dispose: () => all.forEach((each) => void each.dispose()) });
    },
    commands: {
      registerCommand(id: string, run: () => unknown) {
        editor.commands.set(id, run);
        return nothing;
      },
      executeCommand: async () => {},
    },
    extensions: { getExtension: () => ({}) },
    lm: {
      registerTool(name: string, tool: never) {
        editor.tools.set(name, tool);
        return nothing;
      },
    },
    window: {
      createOutputChannel() {
        if (!editor.hasLog) throw new Error("There is no log.");
        return { error() {}, show() {}, dispose() {} };
      },
      registerWebviewViewProvider: () => nothing,
      registerCustomEditorProvider(_: string, provider: never) {
        editor.tabs = provider;
        return nothing;
      },
      registerUriHandler(handler: never) {
        editor.linkHandler = handler;
        return nothing;
      },
      showErrorMessage: async (text: string) => void editor.toasts.push(text),
      createStatusBarItem() {
        const item = {
          tooltip: "",
          show: () => void editor.statusBar.push(item.tooltip),
          dispose: () => void editor.statusBar.splice(0),
        };
        return item;
      },
      createTreeView: (id: string) => ({
        set message(text: string) {
          editor.trees.set(id, text);
        },
        dispose: () => void editor.trees.delete(id),
      }),
    },
  };
});
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

const manifest = JSON.parse(fs.readFileSync("package.json", "utf8"));
let folder: string;
const start = (): string => path.join(folder, "dist", "start.cjs");
const context = (): vscode.ExtensionContext => {
  const uri = { fsPath: folder };
  const extension = { id: "tandem-chat.tandem", extensionPath: folder, packageJSON: manifest };
  return {
    subscriptions: [],
    extension,
    extensionPath: folder,
    extensionUri: uri,
    globalStorageUri: { fsPath: path.join(folder, "storage") },
  } as unknown as vscode.ExtensionContext;
};
let active: vscode.ExtensionContext;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-extension-"));
  fs.mkdirSync(path.join(folder, "dist"));
  for (const shown of [editor.toasts, editor.statusBar]) shown.length = 0;
  editor.trees.clear();
  active = context();
});
afterEach(() => {
  for (const each of active.subscriptions) each.dispose();
  fs.rmSync(folder, { recursive: true });
});

/** A bundle that works: it registers its parts, and counts those that are in the way. */
const sound = `
  global.tandemParts ??= [];
  exports.startHost = (context) => {
    if (global.tandemParts.length > 0) throw new Error("It is registered already.");
    global.tandemParts.push("part");
    context.subscriptions.push({ dispose: () => global.tandemParts.splice(0) });
    BROKEN
    return {
      showChat() {}, tabs: { async resolveCustomEditor(document, tab) { tab.webview.html = "its conversation"; } },
      run: async (id) => void global.tandemRan.push(id), stop: async () => {},
      forExtensions: { loadApi: async () => ({ createSession: async () => "a session" }), openLink: async () => void global.tandemRan.push("link") },
      callTool: async () => "its answer",
    };
  };`;
const ran: string[] = [];
Object.assign(globalThis, { tandemRan: ran });

const missing = "A file of Tandem is missing: dist/start.cjs. Install Tandem again.";
const damaged = "A file of Tandem is damaged: dist/start.cjs. Install Tandem again.";
it.each([
  ["is missing", undefined, missing],
  ["is empty", "", damaged],
  ["is cut off", sound.slice(0, 200), damaged],
  ["exports something else", "module.exports = { startHost: 1 };", damaged],
  ["starts nothing", "exports.startHost = () => {};", damaged],
  ["starts something else", "exports.startHost = () => ({ tabs: {} });", damaged],
  ["throws as it is loaded", "throw new Error('It is broken.');", "Couldn't start Tandem: It is broken."],
  [
    "throws while it builds its objects",
    sound.replace("BROKEN", "throw new Error('No object.');"),
    "Couldn't start Tandem: No object.",
  ],
])("says wherever it is needed that the second bundle %s, and works once repaired", async (_, text, cause) => {
  if (text !== undefined) fs.writeFileSync(start(), text);
  ran.length = 0;
  // As in a new window: the module keeps what it loaded.
  vi.resetModules();
  const { activate } = await import("../../extension/extension.ts");
  const { getAPI } = activate(active);
  const api = (): ReturnType<typeof getAPI> => getAPI(1, { extension: { id: "other.extension" } } as never);
  const tab = { webview: { html: "" }, onDidDispose() {} };
  const open = (): Promise<void> | undefined => editor.tabs?.resolveCustomEditor({}, tab, {});
  const ids: string[] = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  for (const id of ids.filter((each) => each !== "tandem.focus")) {
    await editor.commands.get(id)?.();
    expect([id, ...editor.toasts.splice(0)]).toEqual([id, cause]);
  }
  await editor.linkHandler?.handleUri({});
  expect(editor.toasts.splice(0)).toEqual([cause]);
  expect(editor.tools.size).toBe(manifest.contributes.languageModelTools.length);
  for (const tool of editor.tools.values()) await expect(tool.invoke({ input: {} })).rejects.toThrow(cause);
  await expect(api().createSession()).rejects.toThrow(cause);
  await open();
  expect(tab.webview.html).toContain(cause);
  expect(editor.statusBar).toEqual([cause]);
  expect([...editor.trees.values()]).toEqual([cause, cause, cause]);

  fs.writeFileSync(start(), sound.replace("BROKEN", ""));
  await editor.commands.get("tandem.start.tryAgain")?.();
  await editor.commands.get("tandem.newConversation")?.();
  await editor.linkHandler?.handleUri({});
  expect(ran).toEqual(["tandem.newConversation", "link"]);
  expect(await [...editor.tools.values()][0]?.invoke({ input: {} })).toBe("its answer");
  expect(await api().createSession()).toBe("a session");
  await expect.poll(() => tab.webview.html).toBe("its conversation");
  expect([editor.toasts, editor.statusBar, [...editor.trees]]).toEqual([[], [], []]);
});

it("says that the editor could not create its log, and starts once it can", async () => {
  fs.writeFileSync(start(), sound.replace("BROKEN", ""));
  ran.length = 0;
  vi.resetModules();
  const { activate } = await import("../../extension/extension.ts");
  activate(active);
  editor.hasLog = false;
  await editor.commands.get("tandem.newConversation")?.();
  editor.hasLog = true;
  const cause = "Couldn't start Tandem: There is no log.";
  expect([editor.toasts.splice(0), editor.statusBar, ran]).toEqual([[cause], [cause], []]);
  await editor.commands.get("tandem.newConversation")?.();
  expect([editor.toasts, editor.statusBar, ran]).toEqual([[], [], ["tandem.newConversation"]]);
});

it("tells once about each file that a page misses, and again when asked", async () => {
  const { StartFailures } = await import("../../extension/vscode/chat/startFailures.ts");
  const told: string[] = [];
  const answers: string[] = [];
  const missing: string[] = [];
  const failures = new StartFailures({
    extension: active.extension,
    log: () => ({ error() {} }) as never,
    load: async () => {},
    findMissingFile: async () => {
      const file = missing.shift();
      return file === undefined ? undefined : Object.assign(new Error(file), { code: "ENOENT", path: file });
    },
    showError: async (text) => {
      told.push(text);
      return answers.shift();
    },
  });
  const [first, second] = ["dist/a.js", "dist/b.js"].map((name) => path.join(folder, name)) as [string, string];
  const named = (file: string): string =>
    `A file of Tandem is missing: ${path.relative(folder, file)}. Install Tandem again.`;
  missing.push(first, first, second);
  for (let count = 0; count < 4; count++) await failures.checkFiles();
  expect(told.splice(0)).toEqual([named(first), named(second)]);
  const third = path.join(folder, "dist", "c.js");
  missing.push(third, third);
  answers.push("Try Again");
  await failures.checkFiles();
  await expect.poll(() => told).toEqual([named(third), named(third)]);
  failures.dispose();
});
