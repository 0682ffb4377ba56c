import * as vscode from "vscode";
import { toRelativePath } from "../../core/conversation/tools/relativePath.ts";
import type { CheckpointList, ComparedRow } from "../../core/conversations/rewind/checkpointList.ts";
import type { CheckpointRowKind } from "../../core/conversations/rewind/checkpointRows.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { escapeLine, escapePath } from "../../shared/base/invisible.ts";
import type { FileDifference } from "../../shared/contract/changes/checkpoints.ts";
import {
  checkpointRowText,
  formatChangeCounts,
  formatCheckpointLabel,
  formatCheckpointName,
  formatFileChange,
  formatFileName,
} from "../../shared/text/changes/checkpointRows.ts";
import { formatAge } from "../../shared/text/conversationList.ts";

/** A point, a file that changed there, or the row that represents earlier points. */
type Node = { readonly point: ComparedRow; readonly file?: FileDifference } | "older";

/** Maximum number of files below a point. */
const maxFiles = 500;

const icons: { readonly [K in CheckpointRowKind]: string } = {
  message: "comment",
  call: "tools",
  manual: "bookmark",
  rewind: "discard",
  undo: "discard",
  redo: "redo",
  revert: "discard",
  apply: "check",
};

/**
 * The tree "Checkpoints": the points in time of the current conversation, newest first, with the files that changed.
 */
export class CheckpointTree implements vscode.TreeDataProvider<Node>, Disposable {
  readonly #list: CheckpointList;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(list: CheckpointList, clock: Clock) {
    this.#list = this.#store.add(list);
    this.#clock = clock;
    this.#store.add(vscode.window.createTreeView<Node>("tandem.checkpoints", { treeDataProvider: this }));
    this.#store.add(this.#changed);
    this.#store.add(list.onDidChange(() => this.#changed.fire(undefined)));
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node === "older" || node?.file) return [];
    if (node) return (node.point.files ?? []).slice(0, maxFiles).map((file) => ({ point: node.point, file }));
    const { rows, hasOlder } = await this.#list.read();
    const points = rows.map((point) => ({ point }));
    return hasOlder ? [...points, "older"] : points;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node === "older") {
      const command = { command: "tandem.checkpoints.showOlder", title: "" };
      return { label: checkpointRowText.older(), iconPath: new vscode.ThemeIcon("history"), command };
    }
    return node.file ? fileItem(node.point, node.file) : this.#pointItem(node.point);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #pointItem(point: ComparedRow): vscode.TreeItem {
    const { row, files } = point;
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const label = escapeLine(formatCheckpointLabel(point));
    const age = formatAge(row.at, this.#clock.now());
    const item = new vscode.TreeItem(label, files && files.length > 0 ? Collapsed : None);
    item.id = row.id;
    item.description = [formatChangeCounts(files), age].filter(Boolean).join(" · ");
    item.iconPath = new vscode.ThemeIcon(icons[row.kind]);
    item.contextValue = "point";
    item.accessibilityInformation = { label: formatCheckpointName(label, files, age) };
    return item;
  }
}

function fileItem(point: ComparedRow, file: FileDifference): vscode.TreeItem {
  const name = escapePath(toRelativePath(file.path, file.folder));
  const item = new vscode.TreeItem(name);
  item.id = `${point.row.id} ${file.path}`;
  item.description = escapeLine(formatFileChange(file));
  item.iconPath = new vscode.ThemeIcon(
    { added: "diff-added", removed: "diff-removed", changed: "diff-modified", mode: "diff-modified" }[file.kind],
  );
  item.contextValue = "file";
  item.accessibilityInformation = { label: escapeLine(formatFileName(name, file)) };
  item.command = { command: "tandem.checkpoints.openChange", title: "", arguments: [{ point, file }] };
  return item;
}
