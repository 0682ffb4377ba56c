import { startFailureText } from "../../shared/text/startFailures.ts";

/** The commands behind the buttons of a failure, in this order. No menu has them, and none takes an argument. */
export const failureCommands = [
  { command: "tandem.start.tryAgain", label: startFailureText.tryAgain },
  { command: "tandem.start.showLog", label: startFailureText.showLog },
  { command: "tandem.start.copyDetails", label: startFailureText.copyDetails },
] as const;

const toHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns the buttons of a failure. They are links to commands, which work in a page whose scripts do not. */
export function renderFailureButtons(): string {
  return failureCommands
    .map(({ command, label }) => `<a role="button" href="command:${command}">${toHtml(label())}</a>`)
    .join("\n");
}

/** Returns a document without scripts that says why a view could not start, in the editor's colors. */
export function renderFailure(cause: string): string {
  const nonce = "failure";
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<title>Tandem</title>
<style nonce="${nonce}">
body { padding: 12px 16px; font: var(--vscode-font-size) var(--vscode-font-family); color: var(--vscode-foreground); overflow-wrap: anywhere; }
p { margin: 0 0 12px; }
a { display: inline-block; margin: 0 8px 8px 0; padding: 4px 11px; border-radius: 2px; text-decoration: none;
  color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground);
  border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent)); }
a:first-of-type { color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
a:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
</style>
</head>
<body>
<div role="alert"><p>${toHtml(cause)}</p></div>
${renderFailureButtons()}
</body>
</html>`;
}
