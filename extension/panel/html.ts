import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/**
 * The document of the webview. Scripts, styles and fonts come from the extension only; there is no
 * remote origin, no inline script, and nothing is evaluated.
 */
export function panelHtml(webview: vscode.Webview, extension: vscode.Uri, place: "side" | "tab"): string {
  const asset = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", "webview", name)).toString();
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
<link rel="stylesheet" href="${asset("main.css")}">
<title>Tandem</title>
</head>
<body class="${place}">
<div id="app"></div>
<script type="module" nonce="${nonce}" src="${asset("main.js")}"></script>
</body>
</html>`;
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
