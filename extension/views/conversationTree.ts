import * as vscode from "vscode";
import type { Clock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { escapeLine } from "../base/invisible.ts";
import type { ConversationList, ListedConversation, ListedState } from "../conversations/conversationList.ts";
import { uriOfConversation } from "../conversations/conversationUri.ts";
import type { ListFilter } from "../conversations/listFilter.ts";
import {
  ageText,
  filteredText,
  groupOfTime,
  type ListGroup,
  listedStateText,
  listGroups,
  listGroupText,
  messagesText,
  untitled,
} from "../text/conversationList.ts";

type Node = { readonly group: ListGroup } | { readonly listed: ListedConversation };

/** How long changes are gathered before the tree is drawn again, in milliseconds: a state changes often while a turn runs. */
const gatherMs = 100;

/** What an editor group opens when it is dropped there. */
const uriList = "text/uri-list";

const icons: { readonly [S in ListedState]: readonly [name: string, color?: string] } = {
  starting: ["loading~spin"],
  waiting: ["bell-dot", "notificationsWarningIcon.foreground"],
  working: ["loading~spin"],
  unseen: ["circle-filled", "notificationsInfoIcon.foreground"],
  failed: ["error", "errorForeground"],
  idle: ["comment-discussion"],
  resting: ["comment-discussion"],
  saved: ["comment"],
};

/** The tree "Conversations": what is open in this window, then what is saved, by day. */
export class ConversationTree implements vscode.TreeDataProvider<Node>, vscode.TreeDragAndDropController<Node>, Disposable {
  readonly dragMimeTypes = [uriList];
  readonly dropMimeTypes: readonly string[] = [];
  readonly #list: ConversationList;
  readonly #filter: ListFilter;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #gathering: Disposable | undefined;
  /** What is on the screen. */
  #drawn = "";

  constructor(list: ConversationList, filter: ListFilter, clock: Clock) {
    this.#list = list;
    this.#filter = filter;
    this.#clock = clock;
    const view = this.#store.add(vscode.window.createTreeView<Node>("tandem.conversations", { treeDataProvider: this, dragAndDropController: this }));
    this.#store.add(this.#changed);
    this.#store.add(view.onDidChangeVisibility(({ visible }) => visible && void list.refresh()));
    this.#store.add(list.onDidChange(() => this.#drawSoon()));
    this.#store.add(
      filter.onDidChange(() => {
        view.message = filter.text === "" ? "" : escapeLine(filteredText(filter.text));
        void vscode.commands.executeCommand("setContext", "tandem.isFiltered", filter.text !== "");
        this.#drawSoon();
      }),
    );
    this.#store.defer(() => this.#gathering?.dispose());
    if (view.visible) void list.refresh();
  }

  getChildren(node?: Node): Node[] {
    const all = this.#shown;
    if (!node) return listGroups.filter((group) => all.some((listed) => this.#groupOf(listed) === group)).map((group) => ({ group }));
    return "group" in node ? all.filter((listed) => this.#groupOf(listed) === node.group).map((listed) => ({ listed })) : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if ("group" in node) {
      const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
      const item = new vscode.TreeItem(listGroupText(node.group), node.group === "archived" ? Collapsed : Expanded);
      item.id = node.group;
      return item;
    }
    const { key, state, title, session } = node.listed;
    const item = new vscode.TreeItem(escapeLine(title || untitled()));
    const [icon, color] = icons[state];
    item.id = key;
    item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
    const age = session && !node.listed.isActive ? ageText(session.time, this.#clock.now()) : "";
    const place = this.#hasSeveralFolders ? lastPart(node.listed.folder) : "";
    const line = this.#filter.lineOf(node.listed);
    item.description = escapeLine(line ?? [listedStateText(state) || age, place, session?.tag && `#${session.tag}`].filter(Boolean).join(" · "));
    // Of a saved one it is made when somebody points at it.
    if (!session) item.tooltip = this.#tooltip(node.listed, undefined);
    item.contextValue = contextOf(node.listed);
    item.command = { command: "tandem.openConversation", title: "", arguments: [key] };
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, node: Node): Promise<vscode.TreeItem> {
    if ("listed" in node) item.tooltip = this.#tooltip(node.listed, await this.#list.countMessages(node.listed));
    return item;
  }

  handleDrag(nodes: readonly Node[], data: vscode.DataTransfer): void {
    const listed = nodes.flatMap((node) => ("listed" in node ? [node.listed] : []));
    const uris = listed.map(({ key, title }) => vscode.Uri.from(uriOfConversation(key, title || untitled())).toString());
    data.set(uriList, new vscode.DataTransferItem(uris.join("\r\n")));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #tooltip(listed: ListedConversation, messages: number | undefined): string {
    const { title, session, folder } = listed;
    const lines = [title, this.#filter.lineOf(listed), messagesText(messages), session?.branch, folder];
    return lines.flatMap((line) => (line ? [escapeLine(line)] : [])).join("\n");
  }

  get #shown(): readonly ListedConversation[] {
    return this.#list.all.filter((listed) => this.#filter.accepts(listed));
  }

  get #hasSeveralFolders(): boolean {
    return new Set(this.#list.all.map(({ folder }) => folder)).size > 1;
  }

  #groupOf({ isActive, session, isPinned }: ListedConversation): ListGroup {
    if (isActive || !session) return "open";
    if (session.isArchived) return "archived";
    return isPinned ? "pinned" : groupOfTime(session.time, this.#clock.now());
  }

  #drawSoon(): void {
    this.#gathering ??= this.#clock.after(gatherMs, () => {
      this.#gathering = undefined;
      // A row that is drawn anew loses the click that is under way on it.
      const drawn = JSON.stringify(
        this.#shown.map((listed) => [
          this.#filter.lineOf(listed),
          listed.key,
          this.#groupOf(listed),
          contextOf(listed),
          listed.state,
          listed.title,
          listed.session?.tag,
        ]),
      );
      if (drawn === this.#drawn) return;
      this.#drawn = drawn;
      this.#changed.fire(undefined);
    });
  }
}

function lastPart(folder: string): string {
  return folder.split(/[\\/]/).at(-1) ?? folder;
}

/** What the menus of the manifest tell rows apart by. */
function contextOf({ id, session, isPinned }: ListedConversation): string {
  const parts = [id === undefined ? "saved" : "open", session && "kept", isPinned && "pinned", session?.isArchived && "archived"];
  return parts.filter(Boolean).join(" ");
}
