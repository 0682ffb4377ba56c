import * as vscode from "vscode";
import { loadBundle } from "./codeCache.ts";
import { createExports, findCallerInStack } from "./core/api/exports.ts";
import type { TandemExports } from "./core/api/tandem.d.ts";
import { findMissingFile } from "./missingFiles.ts";
import { asset, damagedFile } from "./shared/base/asset.ts";
import { describeStartError } from "./shared/text/startFailures.ts";
import type { LoadedExtension } from "./start.ts";
import { editorViewType } from "./vscode/chat/conversationTabs.ts";
import { EarlyTabs } from "./vscode/chat/earlyTabs.ts";
import { chatViewId, EarlyView } from "./vscode/chat/earlyView.ts";
import { showDocument } from "./vscode/chat/html.ts";
import { StartFailures } from "./vscode/chat/startFailures.ts";
import { toMessageText } from "./vscode/plainText.ts";

/**
 * Delay before trees and tabs are filled, in milliseconds. The chat loads first if the user opened it: VS Code requests
 * its view within 70 to 150 ms.
 */
const timeoutMs = 250;

/**
 * Delay before the code is cached and the files are checked, in milliseconds. By then V8 has compiled all that a start
 * runs.
 */
const codeCacheDelayMs = 5_000;

let host: Promise<LoadedExtension> | undefined;

/**
 * Activates the extension. This entry is small, so that the document of the chat is sent at once. All other code is a
 * separate bundle, which is loaded when the page has started, when a command, a tool or the API is called, or after
 * `timeoutMs`.
 */
export function activate(context: vscode.ExtensionContext): TandemExports {
  let log: vscode.LogOutputChannel | undefined;
  const getLog = (): vscode.LogOutputChannel => {
    log ??= vscode.window.createOutputChannel("Tandem", { log: true });
    return log;
  };
  const load = (): Promise<LoadedExtension> => {
    host ??= loadHost(context, getLog, failures).catch((error: unknown) => {
      // The next caller tries again.
      host = undefined;
      failures.showInEditor(error);
      throw error;
    });
    return host;
  };
  const failures = new StartFailures({
    extension: context.extension,
    log: getLog,
    load,
    findMissingFile: () => findMissingFile(context.extensionPath),
    showError: (text, titles) => vscode.window.showErrorMessage(toMessageText(text), ...titles),
  });
  /** Loads for a caller who shows the error of a failure by itself. */
  const loadForCaller = (): Promise<LoadedExtension> =>
    load().catch((error: unknown) => {
      throw new Error(describeStartError(error, context.extensionPath), { cause: error });
    });
  const { contributes } = context.extension.packageJSON;
  const commands: readonly { readonly command: string }[] = contributes.commands;
  const tools: readonly { readonly name: string }[] = contributes.languageModelTools;
  const view = new EarlyView({
    draw: (webview) => showDocument(webview, context.extensionUri, "side", readSendKey()),
    load: async () => (await load()).showChat,
    failures,
  });
  const createTool = (name: string): vscode.LanguageModelTool<Readonly<Record<string, unknown>>> => ({
    invoke: async ({ input }, token) => (await loadForCaller()).callTool(name, input, token),
  });
  context.subscriptions.push(
    loadLater(load, () => host !== undefined || view.isOpening),
    { dispose: () => log?.dispose() },
    failures,
    vscode.window.registerWebviewViewProvider(chatViewId, view),
    vscode.window.registerCustomEditorProvider(
      editorViewType,
      new EarlyTabs({ load: async () => (await load()).tabs, failures }),
    ),
    vscode.window.registerUriHandler({ handleUri: (link) => open(link, load, failures) }),
    ...commands.map(({ command }) =>
      vscode.commands.registerCommand(command, (...given: unknown[]) => run(command, given, load, failures)),
    ),
    ...tools.map(({ name }) => vscode.lm.registerTool(name, createTool(name))),
  );
  const isOther = (id: string): boolean => id.toLowerCase() !== context.extension.id.toLowerCase();
  return createExports(
    async () => (await loadForCaller()).forExtensions.loadApi(),
    (id) => isOther(id) && vscode.extensions.getExtension(id) !== undefined,
    () =>
      findCallerInStack(
        String(new Error().stack),
        listInstalled().filter(({ id }) => isOther(id)),
      ),
  );
}

/** Runs a command, or tells why it cannot run. */
async function run(
  command: string,
  given: readonly unknown[],
  load: () => Promise<LoadedExtension>,
  failures: StartFailures,
): Promise<void> {
  try {
    await (await load()).run(command, given);
  } catch (error) {
    // The view says why itself.
    if (command === "tandem.focus") await vscode.commands.executeCommand(`${chatViewId}.focus`);
    else await failures.tell(error);
  }
}

/** Opens a link of Tandem, or tells why it cannot. The editor would say nothing. */
async function open(link: vscode.Uri, load: () => Promise<LoadedExtension>, failures: StartFailures): Promise<void> {
  try {
    await (await load()).forExtensions.openLink(link);
  } catch (error) {
    await failures.tell(error);
  }
}

/** Loads all other code after `timeoutMs`, so that trees and tabs are filled, unless it is loading already. */
function loadLater(load: () => Promise<LoadedExtension>, isLoading: () => boolean): vscode.Disposable {
  const fill = async (): Promise<void> => {
    if (isLoading()) return;
    // A busy editor requests the view of the chat later. Before it answers this, it has requested it; the value is the
    // one of a new window.
    await vscode.commands.executeCommand("setContext", "tandem.hasRequest", false);
    if (!isLoading()) await load();
  };
  const timer = setTimeout(() => {
    // The user did not request this load, so no notification tells its error. A later request tries again and reports
    // its own.
    fill().catch(() => {});
  }, timeoutMs);
  return { dispose: () => clearTimeout(timer) };
}

/** Reads a setting that the document has to know. The page gets the value in force when the reader is loaded. */
function readSendKey(): "enter" | "ctrlEnter" {
  // settings: read before the reader is loaded
  return vscode.workspace.getConfiguration("tandem").get("chat.sendKey") === "ctrlEnter" ? "ctrlEnter" : "enter";
}

/** Lists the installed extensions with their folders, as a path and as the address of a module. */
function listInstalled() {
  return vscode.extensions.all.map(({ id, extensionUri }) => ({
    id,
    folders: [vscode.Uri.joinPath(extensionUri, "/").fsPath, `${extensionUri.toString()}/`],
  }));
}

/** Loads and starts everything that is not needed to open a view. */
async function loadHost(
  context: vscode.ExtensionContext,
  getLog: () => vscode.LogOutputChannel,
  failures: StartFailures,
): Promise<LoadedExtension> {
  const log = getLog();
  const file = vscode.Uri.joinPath(context.extensionUri, asset("dist/start.cjs")).fsPath;
  const { exports, save } = loadBundle<typeof import("./start.ts")>(
    file,
    vscode.Uri.joinPath(context.globalStorageUri, "code").fsPath,
    (error) => failures.tell(error, () => failures.checkFiles(true)),
  );
  failures.hideInEditor();
  const host = startWhole(context, (own) => {
    const started: Partial<LoadedExtension> | undefined =
      typeof exports.startHost === "function" ? exports.startHost(own, log, failures) : undefined;
    if (typeof started?.showChat !== "function" || typeof started.run !== "function") throw damagedFile(file);
    return started as LoadedExtension;
  });
  const timer = setTimeout(() => void Promise.all([save(), failures.checkFiles()]), codeCacheDelayMs);
  context.subscriptions.push({ dispose: () => clearTimeout(timer) });
  return host;
}

/**
 * Starts with subscriptions of its own, to which parts that are loaded later add theirs: what a start registered before
 * it failed would be in the way of the next one.
 */
function startWhole(
  context: vscode.ExtensionContext,
  start: (own: vscode.ExtensionContext) => LoadedExtension,
): LoadedExtension {
  const subscriptions: vscode.Disposable[] = [];
  try {
    const started = start(Object.create(context, { subscriptions: { value: subscriptions } }));
    context.subscriptions.push({ dispose: () => disposeAll(subscriptions) });
    return started;
  } catch (error) {
    disposeAll(subscriptions.reverse());
    throw error;
  }
}

/** Disposes of everything, also where one object fails. */
function disposeAll(disposables: readonly vscode.Disposable[]): void {
  for (const each of disposables) {
    try {
      each.dispose();
    } catch {
      // There is nothing left that could use it.
    }
  }
}

/** Ends the processes and waits for them. VS Code allows a few seconds for this. */
export async function deactivate(): Promise<void> {
  const started = await host?.catch(() => undefined);
  await started?.stop();
}
