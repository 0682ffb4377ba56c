import * as vscode from "vscode";
import type { Outline } from "../../core/conversations/list/outline.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { escapeLine, escapeLines } from "../../shared/base/invisible.ts";
import { getEarlierPromptsText, getNoPromptsText } from "../../shared/text/conversationList.ts";

/** Maximum number of characters of a prompt in the tooltip of its row. */
const longestTooltip = 1_000;

/** A prompt of the conversation, or the row that represents earlier prompts. */
type Node = { readonly key: string; readonly prompt: string; readonly text: string } | "earlier";

/** The tree "Messages": the user's messages of the current conversation, in order. */
export class OutlineTree implements vscode.TreeDataProvider<Node>, Disposable {
  readonly #outline: Outline;
  readonly #store = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(outline: Outline) {
    this.#outline = this.#store.add(outline);
    const view = this.#store.add(vscode.window.createTreeView<Node>("tandem.prompts", { treeDataProvider: this }));
    this.#store.add(this.#changed);
    const say = (): void => {
      view.message = this.getChildren().length === 0 ? getNoPromptsText() : "";
    };
    say();
    this.#store.add(
      outline.onDidChange(() => {
        say();
        this.#changed.fire(undefined);
      }),
    );
  }

  getChildren(node?: Node): Node[] {
    const { current } = this.#outline;
    if (node || !current) return [];
    const prompts = current.prompts.map(({ id, text }) => ({ key: `${current.id} ${id}`, prompt: id, text }));
    return current.hasOlder ? ["earlier", ...prompts] : prompts;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    // Without a prompt as argument, the command lists all prompts.
    const command = { command: "tandem.outline", title: "" };
    if (node === "earlier")
      return { label: getEarlierPromptsText(), iconPath: new vscode.ThemeIcon("history"), command };
    const [line = ""] = node.text.trim().split("\n", 1);
    return {
      id: node.key,
      label: escapeLine(line),
      tooltip: escapeLines(node.text.slice(0, longestTooltip)),
      iconPath: new vscode.ThemeIcon("comment"),
      command: { ...command, arguments: [node.prompt] },
    };
  }

  dispose(): void {
    this.#store.dispose();
  }
}
