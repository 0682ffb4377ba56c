import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { asset, namingFile } from "../../shared/base/asset.ts";
import type { PanelOptions } from "../../shared/contract/panelOptions.ts";
import { panelText } from "../../shared/text/panel.ts";
import { startFailureText } from "../../shared/text/startFailures.ts";
import { failureCommands, renderFailureButtons } from "./failureDocument.ts";

/**
 * Shows the document of the panel, with the panel of a new conversation and its styles inline: files are loaded through
 * the whole editor, and the editor shows a page only when it is complete. The inline `webview/early.ts` keeps what the
 * user types and presses, and adds the other styles and the page's script. Scripts, styles and fonts come only from the
 * extension: inline ones carry the nonce. There is no remote origin and no `eval`.
 *
 * Resolves as soon as the document has the page's script, or the editor reports that it never will. Never rejects.
 * Throws if a file of the document cannot be read.
 */
export function showDocument(
  webview: vscode.Webview,
  extension: vscode.Uri,
  place: "side" | "tab",
  sendKey: PanelOptions["sendKey"],
): Promise<void> {
  const script = vscode.Uri.joinPath(extension, asset("dist/webview/main.js"));
  const styles = vscode.Uri.joinPath(extension, asset("dist/webview/main.css"));
  const folder = allowFolder(webview, script);
  const address = webview.asWebviewUri(folder).toString();
  const read = (name: string): string => readPacked(vscode.Uri.joinPath(extension, name));
  const nonce = randomBytes(16).toString("base64");
  // A tab mostly shows a conversation that has messages, and a demo has starters of its own.
  const isOther = place === "tab" || process.env["TANDEM_DEMO"] !== undefined;
  webview.html = `${getHead(webview, nonce, withAddresses(read(asset("dist/webview/earlyStyles.css")), address))}
<body class="${place}">
<div id="app"></div>
<div id="early"${isOther ? ' class="other"' : ""} data-page="${webview.asWebviewUri(script)}" data-styles="${webview.asWebviewUri(styles)}" data-send-key="${sendKey}">
<p class="muted" role="status">${panelText.loading()}</p>
<div role="alert" data-slow="${startFailureText.slow()}" data-silent="${startFailureText.silentEditor()}" data-failed="${panelText.pageFailed()}"><p>${startFailureText.silent()}</p>${renderFailureButtons()}</div>
${read(asset("dist/webview/early.html"))}
</div>
<script type="module" nonce="${nonce}">${read(asset("dist/webview/early.js"))}</script>
</body>
</html>`;
  // A page without this message loads the files.
  return sendRest(webview, script.fsPath, styles.fsPath, address).catch(() => {});
}

/**
 * Sends the page's script and the rest of its styles to the document, about 200 ms before it could load the files,
 * which the editor fetches in pieces. They are read later than the document is sent, so that the document does not wait
 * for the transfer of all.
 */
async function sendRest(webview: vscode.Webview, script: string, styles: string, address: string): Promise<void> {
  // regular: files of the package
  const [code, rules] = await Promise.all([script, styles].map((file) => readFile(file, "utf8")));
  await webview.postMessage({
    script: code?.replaceAll('import("./', `import("${address}/`),
    styles: withAddresses(rules ?? "", address),
  });
}

/**
 * Shows the document of a page in an editor tab, with styles, script and its first content, as JSON, inline: it needs
 * no message and no other file than the font of its icons.
 */
export function showPageDocument(webview: vscode.Webview, extension: vscode.Uri, content: string): void {
  const script = vscode.Uri.joinPath(extension, asset("dist/webview/pages.js"));
  const folder = allowFolder(webview, script);
  const styles = vscode.Uri.joinPath(extension, asset("dist/webview/pages.css"));
  const nonce = randomBytes(16).toString("base64");
  webview.html = `${getHead(webview, nonce, withAddresses(readPacked(styles), webview.asWebviewUri(folder).toString()))}
<body class="tab">
<div id="stuck"><div role="alert"><p>${startFailureText.silent()}</p>${renderFailureButtons()}</div></div>
<div id="app"></div>
<script type="application/json" id="content">${content.replaceAll("<", "\\u003c")}</script>
<script type="module" nonce="${nonce}">${readPacked(script)}</script>
</body>
</html>`;
}

function readPacked({ fsPath }: vscode.Uri): string {
  // regular: a file of the package
  return namingFile(fsPath, (file) => readFileSync(file, "utf8"));
}

/** Returns the document up to its body. */
function getHead(webview: vscode.Webview, nonce: string, styles: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${getPolicy(webview, nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tandem</title>
<style nonce="${nonce}">${styles}</style>
</head>`;
}

/** Allows scripts, files from the folder of `script` only, and the commands of a failure. Returns that folder. */
function allowFolder(webview: vscode.Webview, script: vscode.Uri): vscode.Uri {
  const folder = vscode.Uri.joinPath(script, "..");
  webview.options = {
    enableScripts: true,
    localResourceRoots: [folder],
    enableCommandUris: failureCommands.map(({ command }) => command),
  };
  return folder;
}

function getPolicy({ cspSource }: vscode.Webview, nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${cspSource}`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
  ].join("; ");
}

/**
 * Replaces relative font URLs of the styles with absolute ones, because the document has another base address than the
 * style sheet.
 */
function withAddresses(styles: string, address: string): string {
  return styles.replace(/(\burl\("?)\.\//g, (_, before: string) => `${before}${address}/`);
}

/** Returns a document that shows one text, without scripts. */
export function renderNotice(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><title>Tandem</title></head>
<body><p role="alert">${escaped}</p></body>
</html>`;
}
