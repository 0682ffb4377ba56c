import * as vscode from "vscode";
import type { ProposalText } from "../../core/conversation/requests/proposals.ts";
import type {
  DiffColumn,
  DiffEdit,
  DiffView,
  RequestRevision,
  ShownDiff,
  VisibleDiff,
} from "../../core/conversations/requests/reviewPorts.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import { closeTabs, MemoryFiles } from "../files/memoryFiles.ts";
import { HunkLenses } from "./hunkLenses.ts";
import { HunkMarks } from "./hunkMarks.ts";
import { ProposalDocument } from "./proposalDocument.ts";
import {
  findTabs,
  getColumn,
  getEditors,
  getTabInFront,
  getTabs,
  isEndVisible,
  openTab,
  readDiffSettings,
  showWhiteSpace,
} from "./proposalTabs.ts";

/** Schemes of the virtual documents on both sides of a proposal's diff; the right side is editable. */
const currentScheme = "tandem-current";
const proposalScheme = "tandem-proposal";

interface ShownProposal {
  request: RequestRevision;
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
  proposal: ProposalText;
  /** True for a new file, which has no left side: only its right side is shown, in a normal editor. */
  isPlain: boolean;
  readonly document: ProposalDocument;
  /** True until its tab is open. */
  isOpening: boolean;
}

/**
 * Shows proposals in the editor's diff, a new file in an editor, in one reused tab per conversation that does not take
 * the focus. The user can edit the right side; closing the tab decides nothing.
 */
export class DiffReview implements DiffView, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #files = new MemoryFiles();
  readonly #marks = this.#store.add(new HunkMarks());
  readonly #lenses = this.#store.add(
    new HunkLenses(proposalScheme, (uri) => getHunks(this.#find((each) => each.right, uri))),
  );
  readonly #edited = new vscode.EventEmitter<DiffEdit>();
  readonly onDidEdit = this.#edited.event;
  readonly #cameToFront = new vscode.EventEmitter<ShownDiff>();
  readonly onDidShow = this.#cameToFront.event;
  readonly #leftChanged = new vscode.EventEmitter<vscode.Uri>();
  readonly #shown = new Map<ConversationId, ShownProposal>();
  /**
   * The column of the last closed diff that was visible, and the tab that is active since; used to show the written
   * file in the same place.
   */
  #left:
    | { readonly conversation: ConversationId; readonly column: vscode.ViewColumn; readonly inFront: string }
    | undefined;
  #closing: Promise<void> | undefined;
  #count = 0;

  constructor() {
    const { workspace, window } = vscode;
    for (const part of [this.#edited, this.#cameToFront, this.#leftChanged, this.#files]) this.#store.add(part);
    this.#store.add(workspace.registerFileSystemProvider(proposalScheme, this.#files, { isCaseSensitive: true }));
    this.#store.add(
      workspace.registerTextDocumentContentProvider(currentScheme, {
        onDidChange: this.#leftChanged.event,
        provideTextDocumentContent: (uri) => this.#find((each) => each.left, uri)?.proposal.before ?? "",
      }),
    );
    this.#store.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        const shown = this.#find((each) => each.right, document.uri);
        if (shown) this.#noteChange(shown, document);
      }),
    );
    this.#store.add(
      window.onDidChangeVisibleTextEditors(() => [...this.#shown.values()].forEach((shown) => void this.#mark(shown))),
    );
    const noteAll = (): void => {
      for (const shown of this.#shown.values()) this.#noteShown(shown);
    };
    this.#store.add(window.tabGroups.onDidChangeTabs(noteAll));
    this.#store.add(
      window.onDidChangeTextEditorVisibleRanges(({ textEditor: { document } }) => {
        const shown = this.#find((each) => each.right, document.uri) ?? this.#find((each) => each.left, document.uri);
        if (shown) this.#noteShown(shown);
      }),
    );
    this.#store.add(
      // settings: of the editor
      workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("diffEditor") && noteAll()),
    );
    // Tabs that an ended window or extension host left open have no host anymore.
    const abandoned = findTabs(({ scheme }) => scheme === proposalScheme);
    void vscode.window.tabGroups.close(abandoned, true);
  }

  openRequest(conversation: ConversationId): RequestRevision | undefined {
    const shown = this.#shown.get(conversation);
    return shown && (shown.isOpening || getTabs(shown).length > 0) ? shown.request : undefined;
  }

  get visible(): readonly VisibleDiff[] {
    return [...this.#shown.values()].flatMap((shown): VisibleDiff | [] => {
      const tabs = getTabs(shown).filter((tab) => tab.isActive);
      if (tabs.length === 0) return [];
      const [editor] = getEditors(shown);
      const hunk = editor && hunkAt(shown.proposal.hunks, editor.selection.active.line);
      return {
        request: shown.request,
        document: shown.right.toString(),
        isInFront: tabs.some((tab) => tab.group.isActive),
        hunk,
      };
    });
  }

  async open(request: RequestRevision, proposal: ProposalText, where: DiffColumn): Promise<void> {
    const { conversation } = request;
    const last = this.#shown.get(conversation);
    if (last?.request.id === request.id && this.openRequest(conversation)) {
      this.update(request, proposal);
      await this.#reveal(last);
      // The text may have changed since it came to the front.
      return this.#noteShown(last);
    }
    // The path of the file gives the document its language and its displayed location; the query makes each diff a
    // separate document.
    const place = vscode.Uri.file(`/${vscode.workspace.asRelativePath(proposal.path)}`).path;
    const query = String(this.#count++);
    const uri = (scheme: string): vscode.Uri => vscode.Uri.from({ scheme, path: place, query });
    const document = new ProposalDocument(this.#files, uri(proposalScheme), proposal.after);
    const shown: ShownProposal = {
      request,
      left: uri(currentScheme),
      right: document.uri,
      proposal,
      isPlain: proposal.isNewFile,
      document,
      isOpening: true,
    };
    const isCurrent = (): boolean => this.#shown.get(conversation) === shown;
    this.#shown.set(conversation, shown);
    try {
      await this.#close(last);
      if (!isCurrent()) return;
      document.create();
      // The document is in UTF-8, independent of the user's encoding setting. Both texts of a large file are on their
      // way at the same time.
      const opening = vscode.workspace.openTextDocument(shown.right, { encoding: "utf8" });
      if (!shown.isPlain) void vscode.workspace.openTextDocument(shown.left).then(undefined, () => {});
      await opening;
      if (!isCurrent()) return;
      await openTab(shown, where === "beside" ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
    } finally {
      shown.isOpening = false;
      // The conversation shows another diff, or none, by now.
      if (!isCurrent()) await this.#close(shown);
    }
    this.#mark(shown);
    this.#noteShown(shown);
  }

  update(request: RequestRevision, proposal: ProposalText): void {
    const shown = this.#shown.get(request.conversation);
    if (shown?.request.id !== request.id) return;
    const isFileChanged = proposal.before !== shown.proposal.before;
    const isSameRevision = shown.request.revision === request.revision;
    shown.request = request;
    shown.proposal = proposal;
    if (isFileChanged) this.#leftChanged.fire(shown.left);
    if (shown.isPlain !== proposal.isNewFile) void this.#changeKind(shown);
    shown.document.update(proposal.after);
    this.#mark(shown);
    if (!isSameRevision) this.#noteShown(shown);
  }

  async close({ conversation, id }: RequestRevision): Promise<void> {
    const shown = this.#shown.get(conversation);
    if (shown?.request.id !== id) return;
    this.#shown.delete(conversation);
    const column = getColumn(shown);
    this.#closing = this.#close(shown);
    await this.#closing;
    this.#left = column === undefined ? undefined : { conversation, column, inFront: getTabInFront() };
  }

  async showWritten(conversation: ConversationId, file: string, line: number): Promise<void> {
    // A file that is written at once may arrive here before the tab of the diff is closed.
    await this.#closing;
    const left = this.#left;
    if (left?.conversation !== conversation) return;
    this.#left = undefined;
    if (left.inFront !== getTabInFront()) return;
    const selection = new vscode.Range(line, 0, line, 0);
    await vscode.window.showTextDocument(vscode.Uri.file(file), {
      viewColumn: left.column,
      preserveFocus: true,
      preview: true,
      selection,
    });
  }

  showWhiteSpace(conversation: ConversationId): Promise<void> {
    return showWhiteSpace(this.#shown.get(conversation)?.right);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #noteChange(shown: ShownProposal, document: vscode.TextDocument): void {
    shown.document.noteChange(document, (text) => this.#edited.fire({ request: shown.request, text }));
    // The lines of the hunks may have moved.
    this.#mark(shown);
  }

  /** Activates its tab within its group. */
  async #reveal(shown: ShownProposal): Promise<void> {
    const tabs = getTabs(shown);
    if (tabs[0] && !tabs.some((tab) => tab.isActive)) await openTab(shown, tabs[0].group.viewColumn);
  }

  /**
   * Replaces the tab, if there is one, by one of the other kind: the file was created or deleted while the request
   * waits.
   */
  async #changeKind(shown: ShownProposal): Promise<void> {
    shown.isPlain = shown.proposal.isNewFile;
    const tabs = getTabs(shown);
    if (tabs[0]) await openTab(shown, tabs[0].group.viewColumn);
    await vscode.window.tabGroups.close(tabs, true);
    this.#mark(shown);
  }

  #noteShown(shown: ShownProposal): void {
    if (shown.isOpening || !getTabs(shown).some((tab) => tab.isActive)) return;
    this.#cameToFront.fire({
      ...shown.request,
      settings: readDiffSettings(shown.right),
      isEndVisible: isEndVisible(shown),
    });
  }

  #mark(shown: ShownProposal): void {
    for (const editor of getEditors(shown)) this.#marks.show(editor, getHunks(shown));
    this.#lenses.refresh();
  }

  #find(side: (shown: ShownProposal) => vscode.Uri, uri: vscode.Uri): ShownProposal | undefined {
    return [...this.#shown.values()].find((each) => side(each).toString() === uri.toString());
  }

  async #close(shown: ShownProposal | undefined): Promise<void> {
    if (!shown) return;
    await closeTabs(getTabs(shown), shown.right);
    shown.document.delete();
  }
}

/** Returns the hunks that can be decided one by one: those of a new file cannot. */
function getHunks(shown: ShownProposal | undefined): ProposalText["hunks"] {
  return !shown || shown.isPlain ? [] : shown.proposal.hunks;
}

/** Returns the index of the hunk at a line, else of the nearest hunk; undefined without hunks. */
function hunkAt(places: ProposalText["hunks"], line: number): number | undefined {
  const distances = places.map(({ start, end }) => Math.max(start - line, line - Math.max(start, end - 1), 0));
  return distances.length === 0 ? undefined : distances.indexOf(Math.min(...distances));
}
