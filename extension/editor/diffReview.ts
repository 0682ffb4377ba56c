import path from "node:path";
import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import type { DiffEdit, DiffPlace, DiffView, ShownRequest } from "../conversations/ports.ts";
import type { ProposalText } from "../session/permissions/proposals.ts";
import { HunkMarks } from "./hunkMarks.ts";
import { ProposalFiles } from "./proposalFiles.ts";

/** Schemes of the virtual documents on both sides of a proposal's diff; the right one can be edited. */
const currentScheme = "tandem-current";
const proposalScheme = "tandem-proposal";

interface Shown {
  readonly request: ShownRequest;
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
  proposal: ProposalText;
  /** What the right side has, as far as we know. */
  text: string;
  /** The text before a save that was asked for, whose participants may change it. */
  beforeSave?: string | undefined;
}

/**
 * Shows a proposal in the editor's own diff, in one reused tab that does not take focus. Its right side is the user's to edit;
 * closing the tab decides nothing.
 */
export class DiffReview implements DiffView, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #files = new ProposalFiles();
  readonly #marks = this.#store.add(new HunkMarks());
  readonly #edited = new vscode.EventEmitter<DiffEdit>();
  readonly onDidEdit = this.#edited.event;
  #shown: Shown | undefined;
  #count = 0;

  constructor() {
    const { workspace, window } = vscode;
    this.#store.add(this.#edited);
    this.#store.add(workspace.registerFileSystemProvider(proposalScheme, this.#files, { isCaseSensitive: true }));
    this.#store.add(
      workspace.registerTextDocumentContentProvider(currentScheme, {
        provideTextDocumentContent: (uri) => (uri.toString() === this.#shown?.left.toString() ? this.#shown.proposal.before : ""),
      }),
    );
    this.#store.add(workspace.onDidChangeTextDocument(({ document }) => this.#ifShown(document, (shown) => this.#noteChange(shown, document))));
    this.#store.add(
      workspace.onWillSaveTextDocument(({ document }) =>
        this.#ifShown(document, (shown) => {
          shown.beforeSave = document.getText();
        }),
      ),
    );
    this.#store.add(workspace.onDidSaveTextDocument((document) => this.#ifShown(document, (shown) => this.#noteSave(shown, document))));
    this.#store.add(window.onDidChangeVisibleTextEditors(() => this.#mark()));
    // What a window or an extension host that is gone left open is nobody's.
    void vscode.window.tabGroups.close(proposalTabs(), true);
  }

  get openRequest(): ShownRequest | undefined {
    return this.#tabs().length > 0 ? this.#shown?.request : undefined;
  }

  get shownRequest(): ShownRequest | undefined {
    return this.#tabs().some((tab) => tab.isActive) ? this.#shown?.request : undefined;
  }

  get hunkAtCursor(): number | undefined {
    const editor = this.#editor();
    return editor && this.#shown && hunkAt(this.#shown.proposal.hunks, editor.selection.active.line);
  }

  async open(request: ShownRequest, proposal: ProposalText, place: DiffPlace): Promise<void> {
    const last = this.#shown;
    const name = path.basename(proposal.path);
    // The file's own name at the end gives the document its language.
    const uri = (scheme: string): vscode.Uri => vscode.Uri.from({ scheme, path: `/${this.#count}/${name}` });
    this.#count++;
    const shown: Shown = { request, left: uri(currentScheme), right: uri(proposalScheme), proposal, text: proposal.after };
    this.#shown = shown;
    await this.#close(last);
    this.#files.set(shown.right, shown.text);
    // Whatever encoding the user's files have: this one is in UTF-8.
    await vscode.workspace.openTextDocument(shown.right, { encoding: "utf8" });
    if (this.#shown !== shown) return;
    const viewColumn = place === "beside" ? vscode.ViewColumn.Beside : undefined;
    const options = { preview: false, preserveFocus: true, ...(viewColumn === undefined ? {} : { viewColumn }) };
    await vscode.commands.executeCommand("vscode.diff", shown.left, shown.right, t("{0} (proposed)", name), options);
    this.#mark();
  }

  update({ id, conversation }: ShownRequest, proposal: ProposalText): void {
    const shown = this.#shown;
    if (shown?.request.id !== id || shown.request.conversation !== conversation) return;
    shown.proposal = proposal;
    if (proposal.after !== shown.text) {
      shown.text = proposal.after;
      this.#files.set(shown.right, shown.text);
    }
    this.#mark();
  }

  async close({ id, conversation }: ShownRequest): Promise<void> {
    const shown = this.#shown;
    if (shown?.request.id !== id || shown.request.conversation !== conversation) return;
    this.#shown = undefined;
    await this.#close(shown);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #noteChange(shown: Shown, document: vscode.TextDocument): void {
    // Until it is saved nobody knows whether these are the user's changes or those of what runs with a save.
    if (shown.beforeSave !== undefined) return;
    const text = textOf(document);
    if (text !== shown.text) {
      shown.text = text;
      this.#edited.fire({ request: shown.request, text });
    }
    // Only of the editor that is in front a save can leave out what formats and trims.
    if (document.isDirty && vscode.window.activeTextEditor?.document === document)
      void vscode.commands.executeCommand("workbench.action.files.saveWithoutFormatting");
  }

  /** A save that the user asked for changes nothing: what formats and trims with it is taken back. */
  #noteSave(shown: Shown, document: vscode.TextDocument): void {
    const { beforeSave } = shown;
    shown.beforeSave = undefined;
    if (beforeSave !== undefined && textOf(document) !== shown.text) this.#files.set(shown.right, shown.text);
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
