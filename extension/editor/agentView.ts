import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { AgentPlace, AgentView } from "../conversations/followAgent.ts";
import { agentColumn, type EditorGroup } from "./agentViewColumn.ts";
import { isOnOtherMachine } from "./diskPaths.ts";

/** How long the status bar says whether the agent is followed, in milliseconds. */
const saidMs = 4_000;

/** Shows in the editor where the agent is, with a mark in the gutter. */
export class EditorAgentView implements AgentView, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #mark: vscode.TextEditorDecorationType;
  readonly #hasChat: (group: vscode.TabGroup) => boolean;
  /** Showing places, one after the other. */
  #showing: Promise<void> = Promise.resolve();

  /** `hasChat` says whether a conversation stands in a group. */
  constructor(extension: vscode.Uri, hasChat: (group: vscode.TabGroup) => boolean) {
    this.#hasChat = hasChat;
    const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extension, "media", `tandem-${theme}.svg`);
    this.#mark = vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      gutterIconSize: "contain",
      light: { gutterIconPath: icon("light") },
      dark: { gutterIconPath: icon("dark") },
    });
    this.#store.add(this.#mark);
  }

  show(place: AgentPlace): Promise<void> {
    this.#showing = this.#showing.then(() => this.#show(place)).catch(() => {});
    return this.#showing;
  }

  clear(): void {
    for (const editor of vscode.window.visibleTextEditors) editor.setDecorations(this.#mark, []);
  }

  onDidTouch(listener: () => void): Disposable {
    return vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      if (kind === vscode.TextEditorSelectionChangeKind.Keyboard || kind === vscode.TextEditorSelectionChangeKind.Mouse) listener();
    });
  }

  sayFollowing(isFollowing: boolean): void {
    vscode.window.setStatusBarMessage(isFollowing ? t("Tandem: following the agent until you touch an editor") : t("Tandem: no longer following"), saidMs);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** What is no text, not there yet, or on another machine is not shown. */
  async #show({ path, lines }: AgentPlace): Promise<void> {
    if (isOnOtherMachine(path)) return;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    const at = lines && new vscode.Range(lines.first - 1, 0, lines.last - 1, 0);
    const viewColumn = agentColumn(this.#groups(), document.uri.toString()) ?? vscode.ViewColumn.Beside;
    const editor = await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: true });
    if (at) editor.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    this.clear();
    editor.setDecorations(this.#mark, at ? [at] : [new vscode.Range(0, 0, 0, 0)]);
  }

  #groups(): EditorGroup[] {
    return vscode.window.tabGroups.all.map((group) => ({
      column: group.viewColumn,
      isActive: group.isActive,
      hasChat: this.#hasChat(group),
      files: group.tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])),
    }));
  }
}
