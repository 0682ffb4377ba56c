import * as vscode from "vscode";
import type { AgentLocation, AgentView } from "../../core/conversations/files/agentFollower.ts";
import { tabIcons } from "../../shared/base/asset.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { editorText } from "../../shared/text/editor.ts";
import { chooseAgentColumn, type EditorGroup } from "./agentViewColumn.ts";
import { isOnOtherMachine } from "./diskPaths.ts";

/** Duration of the status bar message about following the agent, in milliseconds. */
const saidMs = 4_000;

/** The place of the agent that the editor shows. */
interface VisibleLocation {
  readonly uri: string;
  readonly column: vscode.ViewColumn | undefined;
  readonly at: vscode.Range;
  /** True as soon as the place was visible: an editor opens at its top and scrolls to the place only afterwards. */
  wasSeen: boolean;
}

/** Shows the current place of the agent in the editor, with a mark in the gutter. */
export class EditorAgentView implements AgentView, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #mark: vscode.TextEditorDecorationType;
  readonly #hasChat: (group: vscode.TabGroup) => boolean;
  /** The end of the queue of calls to `#show`, which run one after the other. */
  #showing: Promise<void> = Promise.resolve();
  /** Number of calls of `#show` in progress. Editor events that arrive meanwhile are not caused by the user. */
  #underWay = 0;
  #shown: VisibleLocation | undefined;

  /** `hasChat` returns true if a group contains a conversation. */
  constructor(extension: vscode.Uri, hasChat: (group: vscode.TabGroup) => boolean) {
    this.#hasChat = hasChat;
    const icon = (theme: keyof typeof tabIcons): vscode.Uri => vscode.Uri.joinPath(extension, tabIcons[theme]);
    this.#mark = vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      gutterIconSize: "contain",
      light: { gutterIconPath: icon("light") },
      dark: { gutterIconPath: icon("dark") },
    });
    this.#store.add(this.#mark);
  }

  show(place: AgentLocation): Promise<void> {
    this.#underWay++;
    this.#showing = this.#showing
      .then(() => this.#show(place))
      .catch(() => {})
      .finally(() => this.#underWay--);
    return this.#showing;
  }

  clear(): void {
    this.#shown = undefined;
    for (const editor of vscode.window.visibleTextEditors) editor.setDecorations(this.#mark, []);
  }

  onDidTouch(listener: () => void): Disposable {
    const store = new DisposableStore();
    store.add(
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
        if (
          kind === vscode.TextEditorSelectionChangeKind.Keyboard ||
          kind === vscode.TextEditorSelectionChangeKind.Mouse
        )
          listener();
      }),
    );
    store.add(
      vscode.window.tabGroups.onDidChangeTabs(() => {
        if (this.#underWay === 0 && this.#isTabLeft()) listener();
      }),
    );
    store.add(
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges }) => {
        if (this.#underWay === 0 && this.#isScrolledAway(textEditor.document.uri, visibleRanges)) listener();
      }),
    );
    return store;
  }

  showFollowing(isFollowing: boolean): void {
    vscode.window.setStatusBarMessage(isFollowing ? editorText.following() : editorText.notFollowing(), saidMs);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /**
   * Shows a place. Ignores paths on other machines; rejects if the file does not exist or is not a text, which `show`
   * ignores.
   */
  async #show({ path, lines }: AgentLocation): Promise<void> {
    if (isOnOtherMachine(path)) return;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    const at = lines ? new vscode.Range(lines.first - 1, 0, lines.last - 1, 0) : new vscode.Range(0, 0, 0, 0);
    const viewColumn = chooseAgentColumn(this.#groups(), document.uri.toString());
    const editor = await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: true });
    if (lines) editor.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    this.clear();
    editor.setDecorations(this.#mark, [at]);
    const wasSeen = editor.visibleRanges.some((range) => range.intersection(at) !== undefined);
    this.#shown = { uri: document.uri.toString(), column: editor.viewColumn, at, wasSeen };
  }

  /**
   * Returns true if another file is active in the group of the place, or if the tab of the place is closed. A diff or a
   * chat does not count, because it is not evidence of a user action.
   */
  #isTabLeft(): boolean {
    if (!this.#shown) return false;
    const { uri, column } = this.#shown;
    const inFront = vscode.window.tabGroups.all.find(({ viewColumn }) => viewColumn === column)?.activeTab?.input;
    if (inFront instanceof vscode.TabInputText) return inFront.uri.toString() !== uri;
    return !this.#groups().some(({ files }) => files.includes(uri));
  }

  #isScrolledAway(uri: vscode.Uri, visible: readonly vscode.Range[]): boolean {
    if (this.#shown?.uri !== uri.toString()) return false;
    const isSeen = visible.some((range) => range.intersection(this.#shown?.at ?? range) !== undefined);
    const { wasSeen } = this.#shown;
    this.#shown.wasSeen ||= isSeen;
    return wasSeen && !isSeen;
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
