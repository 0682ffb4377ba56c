import * as vscode from "vscode";
import type { Diagnostic, Severity } from "../../core/ideTools/port.ts";
import { readArray, readNumber, readObject, readString } from "../../shared/base/read.ts";

const languages: ReadonlySet<string> = new Set(["typescript", "typescriptreact", "javascript", "javascriptreact"]);

const severities: ReadonlyMap<string, Severity> = new Map([
  ["error", "error"],
  ["warning", "warning"],
  ["message", "information"],
  ["suggestion", "hint"],
]);

/**
 * Returns the problems of a TypeScript or JavaScript document as its server has them now. The editor's TypeScript
 * extension reports nothing about a document that no tab shows, and about one in a tab only what changes: a document
 * without problems looks like a slow server (VS Code 1.139). But it passes these requests on. `known` are the
 * diagnostics that the editor shows; of them, hints and those of others are kept. Returns undefined for other
 * documents, and where it does not answer. Rejects if the server fails.
 */
export async function askTypeScript(
  document: vscode.TextDocument,
  known: readonly Diagnostic[],
): Promise<readonly Diagnostic[] | undefined> {
  if (!languages.has(document.languageId) || !isValidated(document)) return undefined;
  const answers = await Promise.all(
    ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"].map((request) =>
      vscode.commands.executeCommand<unknown>("typescript.tsserverRequest", request, { file: document.uri }),
    ),
  );
  const bodies = answers.map((answer) => readArray(answer, "body"));
  if (bodies.includes(undefined)) return undefined;
  const kept = known.filter(({ severity, origin }) => severity === "hint" || !/^[jt]s( |$)/.test(origin));
  return [...bodies.flatMap((body) => (body ?? []).flatMap(toDiagnostic)), ...kept];
}

/** Returns whether the user wants to see problems of documents in this language. */
function isValidated({ languageId, uri }: vscode.TextDocument): boolean {
  const name = languageId.startsWith("typescript") ? "typescript" : "javascript";
  // settings: of the language
  return vscode.workspace.getConfiguration(name, uri).get("validate.enable") !== false;
}

function toDiagnostic(entry: unknown): readonly Diagnostic[] {
  const start = readObject(entry, "start");
  const [line, column, message] = [readNumber(start, "line"), readNumber(start, "offset"), readString(entry, "text")];
  if (line === undefined || column === undefined || message === undefined) return [];
  const severity = severities.get(readString(entry, "category") ?? "") ?? "error";
  return [
    {
      line,
      column,
      severity,
      message,
      origin: ["ts", readNumber(entry, "code")].filter((part) => part !== undefined).join(" "),
    },
  ];
}
