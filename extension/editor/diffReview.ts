import path from "node:path";
import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import { escapePath } from "../base/invisible.ts";
import type { DiffEdit, DiffPlace, DiffView, ShownRequest } from "../conversations/reviewPorts.ts";
import type { ProposalText } from "../session/permissions/proposals.ts";
import { HunkMarks } from "./hunkMarks.ts";
import { MemoryFiles, replaceText, saveAsItIs } from "./memoryFiles.ts";

/** Schemes of the virtual documents on both sides of a proposal's diff; the right one can be edited. */
const currentScheme = "tandem-current";
const proposalScheme = "tandem-proposal";

interface Shown {
  request: ShownRequest;
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
  proposal: ProposalText;
  /** What the right side has, as far as we know. */
  text: string;
  /** Its tab is not there yet. */
  isOpening: boolean;
}

/**
 * Shows a proposal in the editor's own diff, in one reused tab that does not take focus. Its right side is the user's to edit;
 * closing the tab decides nothing.
 */
export class DiffReview implements DiffView, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #files = new MemoryFiles();
  readonly #marks = this.#store.add(new HunkMarks());
  readonly #edited = new vscode.EventEmitter<DiffEdit>();
  readonly onDidEdit = this.#edited.event;
  readonly #leftChanged = new vscode.EventEmitter<vscode.Uri>();
  #shown: Shown | undefined;
  #count = 0;

  constructor() {
    const { workspace, window } = vscode;
    for (const part of [this.#edited, this.#leftChanged, this.#files]) this.#store.add(part);
    this.#store.add(workspace.registerFileSystemProvider(proposalScheme, this.#files, { isCaseSensitive: true }));
    this.#store.add(
      workspace.registerTextDocumentContentProvider(currentScheme, {
        onDidChange: this.#leftChanged.event,
        provideTextDocumentContent: (uri) => (uri.toString() === this.#shown?.left.toString() ? this.#shown.proposal.before : ""),
      }),
    );
    this.#store.add(workspace.onDidChangeTextDocument(({ document }) => this.#ifShown(document, (shown) => this.#noteChange(shown, document))));
    this.#store.add(window.onDidChangeVisibleTextEditors(() => this.#mark()));
    // What a window or an extension host that is gone left open is nobody's.
    void vscode.window.tabGroups.close(proposalTabs(), true);
  }

  get openRequest(): ShownRequest | undefined {
    return this.#shown?.isOpening || this.#tabs().length > 0 ? this.#shown?.request : undefined;
  }

  get shownRequest(): ShownRequest | undefined {
    return this.#tabs().some((tab) => tab.isActive) ? this.#shown?.request : undefined;
  }

  get hunkAtCursor(): number | undefined {
    const editor = this.#editor();
    return editor && this.#shown && hunkAt(this.#shown.proposal.hunks, editor.selection.active.line);
  }

  async open(request: ShownRequest, proposal: ProposalText, where: DiffPlace): Promise<void> {
    const last = this.#shown;
    if (last && isSameRequest(last.request, request) && this.openRequest) return this.#renew(last, request, proposal);
    const name = path.basename(proposal.path);
    // The file's own path gives the document its language and its place; each diff is another document.
    const place = vscode.Uri.file(`/${vscode.workspace.asRelativePath(proposal.path)}`).path;
    const query = String(this.#count);
    const uri = (scheme: string): vscode.Uri => vscode.Uri.from({ scheme, path: place, query });
    this.#count++;
    const shown: Shown = { request, left: uri(currentScheme), right: uri(proposalScheme), proposal, text: proposal.after, isOpening: true };
    this.#shown = shown;
    try {
      await this.#close(last);
      if (this.#shown !== shown) return;
      this.#files.set(shown.right, shown.text);
      // Whatever encoding the user's files have: this one is in UTF-8.
      await vscode.workspace.openTextDocument(shown.right, { encoding: "utf8" });
      if (this.#shown !== shown) return;
      const viewColumn = where === "beside" ? vscode.ViewColumn.Beside : undefined;
      const options = { preview: false, preserveFocus: true, ...(viewColumn === undefined ? {} : { viewColumn }) };
      await vscode.commands.executeCommand("vscode.diff", shown.left, shown.right, t("{0} (proposed)", escapePath(name)), options);
    } finally {
      shown.isOpening = false;
      // Another one, or none, is shown by now.
      if (this.#shown !== shown) await this.#close(shown);
    }
    this.#mark();
  }

  update(request: ShownRequest, proposal: ProposalText): void {
    const shown = this.#shown;
    if (!shown || !isSameRequest(shown.request, request)) return;
    shown.proposal = proposal;
    if (proposal.after !== shown.text) this.#write(shown, proposal.after);
    this.#mark();
  }

  async close(request: ShownRequest): Promise<void> {
    const shown = this.#shown;
    if (!shown || !isSameRequest(shown.request, request)) return;
    this.#shown = undefined;
    await this.#close(shown);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #noteChange(shown: Shown, document: vscode.TextDocument): void {
    const text = textOf(document);
    if (text !== shown.text) {
      shown.text = text;
      this.#edited.fire({ request: shown.request, text });
    }
    saveAsItIs(document);
    // The marks stand where the lines are now.
    this.#mark();
  }

  /** The same request, asked against another text: its tab stays. */
  #renew(shown: Shown, request: ShownRequest, proposal: ProposalText): void {
    shown.request = request;
    shown.proposal = proposal;
    this.#leftChanged.fire(shown.left);
    if (proposal.after !== shown.text) this.#write(shown, proposal.after);
    this.#mark();
  }

  #write(shown: Shown, text: string): void {
    shown.text = text;
    replaceText(this.#files, shown.right, text);
  }

  #mark(): void {
    const editor = this.#editor();
    if (editor && this.#shown) this.#marks.show(editor, this.#shown.proposal.hunks);
  }

  #editor(): vscode.TextEditor | undefined {
    const right = this.#shown?.right.toString();
    return vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === right);
  }

  #ifShown(document: vscode.TextDocument, action: (shown: Shown) => void): void {
    if (this.#shown && document.uri.toString() === this.#shown.right.toString()) action(this.#shown);
  }

  async #close(shown: Shown | undefined): Promise<void> {
    if (!shown) return;
    const tabs = proposalTabs().filter((tab) => tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.toString() === shown.right.toString());
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
    this.#files.delete(shown.right);
  }

  #tabs(): vscode.Tab[] {
    const right = this.#shown?.right.toString();
    return proposalTabs().filter((tab) => tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.toString() === right);
  }
}

function isSameRequest(one: ShownRequest, other: ShownRequest): boolean {
  return one.id === other.id && one.conversation === other.conversation;
}

/** With one kind of line end, whichever the document has. */
function textOf(document: vscode.TextDocument): string {
  return document.getText().replaceAll("\r\n", "\n");
}

/** The hunk at a line, else the nearest one. */
function hunkAt(places: ProposalText["hunks"], line: number): number | undefined {
  const distances = places.map(({ start, end }) => Math.max(start - line, line - Math.max(start, end - 1), 0));
  return distances.length === 0 ? undefined : distances.indexOf(Math.min(...distances));
}

function proposalTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.scheme === proposalScheme);
}
