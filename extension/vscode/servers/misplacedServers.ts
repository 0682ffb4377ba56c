import * as vscode from "vscode";
import type { MisplacedServerFiles } from "../../core/conversations/servers/moveServersAction.ts";
import { serverEditText } from "../../shared/text/servers/serverEdits.ts";
import {
  type ClaudeSettingsFile,
  findMisplacedServers,
  getClaudeSettingsFile,
  withoutServers,
} from "./claudeSettingsFiles.ts";

const selector: vscode.DocumentSelector = [
  { scheme: "file", language: "json" },
  { scheme: "file", language: "jsonc" },
];
const key = "mcpServers";

/**
 * Marks MCP servers in open settings files of `claude`, which reads none from there, and offers to move them.
 * `userFiles` returns the settings files of the user, absolute.
 */
export class MisplacedServers implements MisplacedServerFiles, vscode.CodeActionProvider, vscode.Disposable {
  readonly #userFiles: () => readonly string[];
  readonly #diagnostics = vscode.languages.createDiagnosticCollection("tandem.servers");
  readonly #disposables: readonly vscode.Disposable[];

  constructor(userFiles: () => readonly string[]) {
    this.#userFiles = userFiles;
    this.#disposables = [
      this.#diagnostics,
      vscode.workspace.onDidOpenTextDocument((document) => this.#check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#check(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#diagnostics.delete(uri)),
      vscode.languages.registerCodeActionsProvider(selector, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
    ];
    for (const document of vscode.workspace.textDocuments) this.#check(document);
  }

  provideCodeActions(
    { uri }: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const own = diagnostics.filter(({ source, code }) => source === "Tandem" && code === key);
    const file = this.#find(uri);
    if (own.length === 0 || !file) return [];
    const targets = file.kind === "user" ? (["setting"] as const) : (["projectFile", "setting"] as const);
    return targets.map((to) => {
      const title = serverEditText.move[to]();
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.diagnostics = own;
      action.command = { command: "tandem.mcp.move", title, arguments: [uri.fsPath, to] };
      return action;
    });
  }

  async read(path: string) {
    const uri = vscode.Uri.file(path);
    const file = this.#find(uri);
    if (!file) return undefined;
    const { value = {} } = findMisplacedServers((await vscode.workspace.openTextDocument(uri)).getText()) ?? {};
    return { folder: file.folder, servers: new Map<string, unknown>(Object.entries(value as object)) };
  }

  async remove(path: string, names: readonly string[]): Promise<void> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    const text = document.getText();
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      document.uri,
      new vscode.Range(document.positionAt(0), document.positionAt(text.length)),
      withoutServers(text, names),
    );
    await vscode.workspace.applyEdit(edit);
    await document.save();
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
  }

  #find({ scheme, fsPath }: vscode.Uri): ClaudeSettingsFile | undefined {
    return scheme === "file" ? getClaudeSettingsFile(fsPath, this.#userFiles) : undefined;
  }

  #check(document: vscode.TextDocument): void {
    if (!this.#find(document.uri)) return;
    const found = findMisplacedServers(document.getText());
    if (!found) return this.#diagnostics.delete(document.uri);
    const at = document.positionAt(found.offset);
    const range = new vscode.Range(at, at.translate(0, key.length + 2));
    const diagnostic = new vscode.Diagnostic(range, serverEditText.misplaced(), vscode.DiagnosticSeverity.Warning);
    diagnostic.source = "Tandem";
    diagnostic.code = key;
    this.#diagnostics.set(document.uri, [diagnostic]);
  }
}
