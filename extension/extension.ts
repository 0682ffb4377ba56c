import * as vscode from "vscode";
import { loadBundle } from "./codeCache.ts";
import { chatViewId, EarlyView } from "./panel/earlyView.ts";
import { showDocument } from "./panel/html.ts";
import type { Host } from "./start.ts";

/** Trees and tabs are filled this much later, so that the chat goes first where it is what was opened: its view is asked for within 70 to 150 ms. */
const timeoutMs = 250;

/** The code is cached this much later, when what a first turn uses was compiled as well. */
const codeCacheDelayMs = 30_000;

let host: Promise<Host> | undefined;

/**
 * What the editor loads. It is small, so that the chat's document is on its way at once; everything else is a bundle of its own, which
 * is loaded when the page is there, when a command is called, or soon after all the same.
 */
export function activate(context: vscode.ExtensionContext): void {
  const load = (): Promise<Host> => {
    host ??= loadHost(context).catch((error: unknown) => {
      // Whoever needs it next tries again. The log of the extension is not there yet; this goes to the editor's.
      host = undefined;
      console.error(error);
      throw error;
    });
    return host;
  };
  const commands: readonly { readonly command: string }[] = context.extension.packageJSON.contributes.commands;
  const view = new EarlyView(
    (webview) => showDocument(webview, context.extensionUri, "side"),
    async () => (await load()).showChat,
  );
  const timer = setTimeout(() => {
    // Nobody asked for it: who does is told.
    if (!view.isOpening) load().catch(() => {});
  }, timeoutMs);
  context.subscriptions.push(
    { dispose: () => clearTimeout(timer) },
    vscode.window.registerWebviewViewProvider(chatViewId, view),
    ...commands.map(({ command }) => vscode.commands.registerCommand(command, async (...given: unknown[]) => (await load()).run(command, given))),
  );
}

/** Loads and starts everything that opening a view does not need. */
async function loadHost(context: vscode.ExtensionContext): Promise<Host> {
  const file = vscode.Uri.joinPath(context.extensionUri, "dist", "start.cjs").fsPath;
  const { exports, save } = loadBundle<typeof import("./start.ts")>(file, vscode.Uri.joinPath(context.globalStorageUri, "code").fsPath);
  const host = exports.startHost(context);
  const timer = setTimeout(() => void save(), codeCacheDelayMs);
  context.subscriptions.push({ dispose: () => clearTimeout(timer) });
  return host;
}

/** Ends the processes and waits for them; VS Code gives a few seconds. */
export async function deactivate(): Promise<void> {
  const started = await host?.catch(() => undefined);
  await started?.stop();
}
