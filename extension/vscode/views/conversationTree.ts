import * as vscode from "vscode";
import type { Conversations } from "../../core/conversations/conversations.ts";
import { formatConversationUri } from "../../core/conversations/conversationUri.ts";
import type { PageHealth } from "../../core/conversations/lifecycle/pageHealth.ts";
import type { ConversationList } from "../../core/conversations/list/conversationList.ts";
import type { ListedConversation, ListedState } from "../../core/conversations/list/listedConversation.ts";
import type { ListFilter } from "../../core/conversations/list/listFilter.ts";
import type { WaitingRequest, WaitingRequests } from "../../core/conversations/requests/waitingRequests.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { escapeLine } from "../../shared/base/invisible.ts";
import type { IsolationView } from "../../shared/contract/changes/isolation.ts";
import { formatIsolation } from "../../shared/text/changes/isolation.ts";
import {
  filteredText,
  formatAge,
  formatMessageCount,
  formatShortTitle,
  getListedStateText,
  getListGroupText,
  type ListGroup,
  untitled,
} from "../../shared/text/conversationList.ts";
import { panelText } from "../../shared/text/panel.ts";
import { accessText } from "../../shared/text/requests/access.ts";
import { ListRows } from "./listRows.ts";
import { RequestRows } from "./requestRows.ts";

type Node = { readonly group: ListGroup } | { readonly listed: ListedConversation } | WaitingRequest;

export interface ConversationTreeOptions {
  readonly list: ConversationList;
  readonly filter: ListFilter;
  readonly conversations: Conversations;
  readonly waiting: WaitingRequests;
  readonly clock: Clock;
  readonly trouble: Pick<PageHealth, "onDidChange">;
  /** Returns how the folder of a conversation is kept apart. */
  readonly isolationOf: (folder: string) => IsolationView | undefined;
}

/** Minimum time between two redraws of the tree, in milliseconds: a state changes often while a turn runs. */
const intervalMs = 100;

/** The MIME type of dropped data that an editor group opens. */
const uriList = "text/uri-list";

const icons: { readonly [S in ListedState]: readonly [name: string, color?: string] } = {
  starting: ["loading~spin"],
  waiting: ["bell-dot", "notificationsWarningIcon.foreground"],
  silent: ["warning", "notificationsWarningIcon.foreground"],
  working: ["loading~spin"],
  unseen: ["circle-filled", "notificationsInfoIcon.foreground"],
  failed: ["error", "errorForeground"],
  idle: ["comment-discussion"],
  resting: ["comment-discussion"],
  saved: ["comment"],
};

/**
 * The tree "Conversations": what waits for the user, then the conversations that are open in this window, then the
 * saved ones, by day.
 */
export class ConversationTree
  implements vscode.TreeDataProvider<Node>, vscode.TreeDragAndDropController<Node>, Disposable
{
  readonly dragMimeTypes = [uriList];
  readonly dropMimeTypes: readonly string[] = [];
  readonly #list: ConversationList;
  readonly #filter: ListFilter;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #requests: RequestRows;
  readonly #isVisible: () => boolean;
  readonly #isolationOf: (folder: string) => IsolationView | undefined;
  #gathering: Disposable | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /**
   * The rows that the editor received last. It requests groups and rows one by one, so they must not change in between.
   */
  #rows: ListRows;
  /** The visible text of the rows, as returned by `#tell`, when the tree was last drawn. */
  #drawn = "";

  constructor(options: ConversationTreeOptions) {
    const { list, filter, clock, trouble, isolationOf } = options;
    this.#isolationOf = isolationOf;
    this.#list = list;
    this.#filter = filter;
    this.#clock = clock;
    const view = this.#store.add(
      vscode.window.createTreeView<Node>("tandem.conversations", {
        treeDataProvider: this,
        dragAndDropController: this,
      }),
    );
    this.#isVisible = () => view.visible;
    this.#requests = this.#store.add(new RequestRows({ ...options, draw: () => this.#drawSoon() }));
    this.#requests.follow(view);
    this.#store.add(view.onDidCollapseElement(({ element }) => this.#noteFold(element, true)));
    this.#store.add(view.onDidExpandElement(({ element }) => this.#noteFold(element, false)));
    this.#rows = this.#readRows();
    this.#store.add(this.#changed);
    let hasTrouble = false;
    const drawMessage = (): void => {
      const filtered = filter.text === "" ? "" : escapeLine(filteredText(filter.text));
      view.message = [hasTrouble ? panelText.chatNotThere() : "", filtered].filter(Boolean).join(" ");
    };
    this.#store.add(
      trouble.onDidChange((isThere) => {
        hasTrouble = isThere;
        drawMessage();
      }),
    );
    this.#store.add(
      view.onDidChangeVisibility(({ visible }) => {
        if (!visible) return;
        this.#drawSoon();
        void list.refresh();
      }),
    );
    this.#store.add(list.onDidChange(() => this.#drawSoon()));
    this.#store.add(
      filter.onDidChange(() => {
        drawMessage();
        void vscode.commands.executeCommand("setContext", "tandem.isFiltered", filter.text !== "");
        this.#drawSoon();
      }),
    );
    this.#store.defer(() => this.#gathering?.dispose());
    if (view.visible) void list.refresh();
  }

  getChildren(node?: Node): Node[] {
    if (!node) {
      this.#rows = this.#readRows();
      this.#requests.noteDrawn();
      this.#drawn = this.#tell(this.#rows);
      const groups = this.#requests.all.length > 0 ? (["waiting", ...this.#rows.groups] as const) : this.#rows.groups;
      return groups.map((group) => ({ group }));
    }
    if (!("group" in node)) return [];
    return node.group === "waiting" ? [...this.#requests.all] : this.#rows.of(node.group).map((listed) => ({ listed }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if ("group" in node) {
      const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
      const item = new vscode.TreeItem(getListGroupText(node.group), node.group === "archived" ? Collapsed : Expanded);
      item.id = node.group;
      return item;
    }
    if (!("listed" in node)) return this.#requests.createItem(node);
    const { key, state, title, session } = node.listed;
    const said = getListedStateText(state);
    const item = new vscode.TreeItem(
      escapeLine(said === "" ? title || untitled() : formatShortTitle(title || untitled())),
    );
    const [icon, color] = icons[state];
    item.id = key;
    item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
    const age = session && !node.listed.isActive ? formatAge(session.time, this.#clock.now()) : "";
    const isolation = this.#isolationOf(node.listed.folder);
    const place = isolation
      ? formatIsolation(isolation)
      : this.#rows.hasSeveralFolders
        ? getLastPart(node.listed.folder)
        : "";
    const line = this.#filter.findLine(node.listed);
    item.description = escapeLine(
      line ??
        [said || age, node.listed.startedBy?.name, place, node.listed.profile, session?.tag && `#${session.tag}`]
          .filter(Boolean)
          .join(" · "),
    );
    // A saved conversation gets its tooltip in `resolveTreeItem`, because counting its messages reads the file.
    if (!session) item.tooltip = this.#tooltip(node.listed, undefined).map(escapeLine).join("\n");
    item.contextValue = getContext(node.listed);
    item.command = { command: "tandem.openConversation", title: "", arguments: [key] };
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, node: Node): Promise<vscode.TreeItem> {
    if ("listed" in node) {
      const messages = await this.#list.countMessages(node.listed);
      item.tooltip = this.#tooltip(node.listed, messages).map(escapeLine).join("\n");
    }
    return item;
  }

  handleDrag(nodes: readonly Node[], data: vscode.DataTransfer): void {
    const listed = nodes.flatMap((node) => ("listed" in node ? [node.listed] : []));
    const uris = listed.map(({ key, title }) =>
      vscode.Uri.from(formatConversationUri(key, title || untitled())).toString(),
    );
    data.set(uriList, new vscode.DataTransferItem(uris.join("\r\n")));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #tooltip(listed: ListedConversation, messages: number | undefined): readonly string[] {
    const { title, session, folder, profile, startedBy } = listed;
    const account = profile ? panelText.profile(profile) : "";
    const starter = startedBy ? accessText.startedBy(`${startedBy.name} (${startedBy.id})`) : "";
    return [
      title,
      this.#filter.findLine(listed),
      starter,
      formatMessageCount(messages),
      session?.branch,
      folder,
      account,
    ].flatMap((line) => line || []);
  }

  #readRows(): ListRows {
    return new ListRows(this.#list, this.#filter, this.#clock.now());
  }

  /**
   * Redraws the tree if its rows changed: at once if the last check is at least `intervalMs` old, else later. Does
   * nothing while the tree is hidden.
   */
  #drawSoon(): void {
    if (!this.#isVisible()) return;
    const waitMs = Math.max(0, this.#lookedAt + intervalMs - this.#clock.now());
    this.#gathering ??= this.#clock.after(waitMs, () => {
      this.#gathering = undefined;
      this.#lookedAt = this.#clock.now();
      // A row that is redrawn loses a click that is in progress on it.
      if (this.#tell(this.#readRows()) !== this.#drawn) this.#changed.fire(undefined);
    });
  }

  #noteFold(node: Node, isFolded: boolean): void {
    if ("group" in node && node.group === "waiting") this.#requests.setFolded(isFolded);
  }

  /** Returns one text of everything in the rows that is visible and can change, to compare two states of the tree. */
  #tell(rows: ListRows): string {
    const tell = (group: ListGroup): unknown =>
      rows.of(group).map((listed) => {
        const { key, state, title, profile, session } = listed;
        return [group, this.#filter.findLine(listed), key, getContext(listed), state, title, profile, session?.tag];
      });
    return JSON.stringify([this.#requests.tell(), ...rows.groups.map(tell)]);
  }
}

function getLastPart(folder: string): string {
  return folder.split(/[\\/]/).at(-1) ?? folder;
}

/** Returns the context value by which the menus of the manifest distinguish rows. */
function getContext({ id, session, state, isPinned }: ListedConversation): string {
  const isWorking = state === "working" || state === "waiting";
  const parts = [
    id === undefined ? "saved" : "open",
    session && "kept",
    isPinned && "pinned",
    session?.isArchived && "archived",
    isWorking && "working",
  ];
  return parts.filter(Boolean).join(" ");
}
