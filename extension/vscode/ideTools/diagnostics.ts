import * as vscode from "vscode";
import { type Diagnostic, type FileDiagnostics, severities } from "../../core/ideTools/port.ts";
import { isFileIn } from "./insideFiles.ts";

/** Returns the diagnostics of the files in the given folders, or of the given files. */
export function listDiagnostics(places: readonly string[]): readonly FileDiagnostics[] {
  return vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) => {
    if (diagnostics.length === 0 || !isFileIn(uri, places)) return [];
    return [{ path: uri.fsPath, diagnostics: sortDiagnostics(diagnostics.map(toDiagnostic)) }];
  });
}

export function getDiagnostics(uri: vscode.Uri): readonly Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).map(toDiagnostic);
}

export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort((left, right) => left.line - right.line || left.column - right.column);
}

function toDiagnostic({ range, severity, message, source, code }: vscode.Diagnostic): Diagnostic {
  const rule = typeof code === "object" ? code.value : code;
  return {
    line: range.start.line + 1,
    column: range.start.character + 1,
    severity: severities[severity],
    message,
    origin: [source, rule].filter((part) => part !== undefined && part !== "").join(" "),
  };
}
