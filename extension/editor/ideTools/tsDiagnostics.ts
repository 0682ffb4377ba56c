import * as vscode from "vscode";
import { readArray, readNumber, readObject, readString } from "../../base/read.ts";
import type { Diagnostic, Severity } from "../../ideTools/port.ts";

const languages: ReadonlySet<string> = new Set(["typescript", "typescriptreact", "javascript", "javascriptreact"]);

const severities: ReadonlyMap<string, Severity> = new Map([
  ["error", "error"],
  ["warning", "warning"],
  ["message", "information"],
  ["suggestion", "hint"],
]);

/**
 * Returns the errors of a TypeScript or JavaScript document that no tab shows: of such documents the editor's TypeScript extension reports nothing
 * by itself (VS Code 1.139), but it passes these requests on. Returns undefined for other documents, and where it does not answer them. `claude`
 * gets what a tab would show, except hints. Rejects if the server fails.
 */
export async function askTypeScript(document: vscode.TextDocument): Promise<readonly Diagnostic[] | undefined> {
  if (!languages.has(document.languageId) || isInTab(document.uri) || !isValidated(document)) return undefined;
  const answers = await Promise.all(
    ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"].map((request) =>
      vscode.commands.executeCommand<unknown>("typescript.tsserverRequest", request, { file: document.uri }),
    ),
  );
  const bodies = answers.map((answer) => readArray(answer, "body"));
  return bodies.includes(undefined) ? undefined : bodies.flatMap((body) => (body ?? []).flatMap(toDiagnostic));
}

function isInTab(uri: vscode.Uri): boolean {
  const isOf = (other: vscode.Uri): boolean => other.toString() === uri.toString();
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => {
      if (input instanceof vscode.TabInputText) return isOf(input.uri);
      return input instanceof vscode.TabInputTextDiff && (isOf(input.original) || isOf(input.modified));
    }),
  );
}

/** Returns whether the user wants to see problems of documents in this language. */
function isValidated({ languageId, uri }: vscode.TextDocument): boolean {
  const name = languageId.startsWith("typescript") ? "typescript" : "javascript";
  return vscode.workspace.getConfiguration(name, uri).get("validate.enable") !== false;
}

function toDiagnostic(entry: unknown): readonly Diagnostic[] {
  const start = readObject(entry, "start");
  const [line, column, message] = [readNumber(start, "line"), readNumber(start, "offset"), readString(entry, "text")];
  if (line === undefined || column === undefined || message === undefined) return [];
  const severity = severities.get(readString(entry, "category") ?? "") ?? "error";
  return [{ line, column, severity, message, origin: ["ts", readNumber(entry, "code")].filter((part) => part !== undefined).join(" ") }];
}
