import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import * as vscode from "vscode";

/**
 * The document of the webview, with its script and its styles in it: each file that a page loads passes through the whole editor, which
 * took longer than all else before the composer was there. Scripts, styles and fonts come from the extension only: what stands in
 * the document has its nonce, there is no remote origin, and nothing is evaluated.
 */
export function panelHtml(webview: vscode.Webview, extension: vscode.Uri, place: "side" | "tab"): string {
  const folder = vscode.Uri.joinPath(extension, "dist", "webview");
  const address = webview.asWebviewUri(folder).toString();
  const asset = (name: string): string => readFileSync(vscode.Uri.joinPath(folder, name).fsPath, "utf8");
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${webview.cspSource}`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tandem</title>
<style nonce="${nonce}">${withAddresses(asset("main.css"), address)}</style>
</head>
<body class="${place}">
<div id="app"></div>
<script type="module" nonce="${nonce}">${withAddresses(asset("main.js"), address)}</script>
</body>
</html>`;
}

/** What the bundle names beside itself, a font or what is loaded on demand, named where it lies: the document lies elsewhere. */
function withAddresses(bundle: string, address: string): string {
  return bundle.replace(/(\bimport\("|\burl\("?)\.\//g, (_, before: string) => `${before}${address}/`);
}

/** A document that says one thing, without scripts. */
export function noticeHtml(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><title>Tandem</title></head>
<body><p role="alert">${escaped}</p></body>
</html>`;
}
