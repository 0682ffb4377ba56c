import * as vscode from "vscode";
import type { DraftDocuments } from "../../core/conversations/composer/draftActions.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import { editorText } from "../../shared/text/editor.ts";
import { MemoryFiles, saveUnchanged } from "./memoryFiles.ts";

/** Scheme of the documents. */
export const draftScheme = "tandem-draft";

/** Shows drafts of messages as in-memory Markdown documents. */
export class EditorDrafts implements DraftDocuments, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #files = new MemoryFiles();
  readonly #edited = new vscode.EventEmitter<{ readonly conversation: ConversationId; readonly text: string }>();
  readonly #closed = new vscode.EventEmitter<{ readonly conversation: ConversationId; readonly text: string }>();
  readonly onDidEdit = this.#edited.event;
  readonly onDidClose = this.#closed.event;
  /** Conversations by the URI strings of their draft documents. */
  readonly #open = new Map<string, ConversationId>();
  readonly #texts = new Map<string, string>();

  constructor() {
    const { workspace, window } = vscode;
    for (const part of [this.#edited, this.#closed, this.#files]) this.#store.add(part);
    this.#store.add(workspace.registerFileSystemProvider(draftScheme, this.#files, { isCaseSensitive: true }));
    this.#store.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        const conversation = this.#open.get(document.uri.toString());
        if (conversation === undefined) return;
        const text = document.getText().replaceAll("\r\n", "\n");
        this.#texts.set(document.uri.toString(), text);
        this.#edited.fire({ conversation, text });
        saveUnchanged(document);
      }),
    );
    this.#store.add(
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed)
          if (input instanceof vscode.TabInputText && getTabs(input.uri).length === 0) this.#forget(input.uri, true);
      }),
    );
    // Tabs that an ended extension host left open have no host anymore; their texts are saved elsewhere.
    void window.tabGroups.close(getTabs(), true);
  }

  async open(conversation: ConversationId, text: string): Promise<void> {
    const uri = getUri(conversation);
    if (!this.#open.has(uri.toString())) {
      this.#open.set(uri.toString(), conversation);
      this.#texts.set(uri.toString(), text);
      this.#files.set(uri, text);
    }
    const document = await vscode.workspace.openTextDocument(uri, { encoding: "utf8" });
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    const end = document.lineAt(document.lineCount - 1).range.end;
    editor.selection = new vscode.Selection(end, end);
  }

  async close(conversation: ConversationId): Promise<void> {
    const uri = getUri(conversation);
    this.#forget(uri, false);
    await vscode.window.tabGroups.close(getTabs(uri));
  }

  get inFront(): ConversationId | undefined {
    return this.#open.get(vscode.window.activeTextEditor?.document.uri.toString() ?? "");
  }

  dispose(): void {
    this.#store.dispose();
  }

  #forget(uri: vscode.Uri, isTold: boolean): void {
    const conversation = this.#open.get(uri.toString());
    this.#open.delete(uri.toString());
    if (conversation === undefined) return;
    const text = this.#texts.get(uri.toString()) ?? "";
    this.#texts.delete(uri.toString());
    this.#files.delete(uri);
    if (isTold) this.#closed.fire({ conversation, text });
  }
}

function getUri(conversation: ConversationId): vscode.Uri {
  return vscode.Uri.from({ scheme: draftScheme, path: `/${editorText.messageDocument()}.md`, query: conversation });
}

/** Returns the tabs of one draft, or of all drafts. */
function getTabs(uri?: vscode.Uri): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputText &&
        input.uri.scheme === draftScheme &&
        (!uri || input.uri.toString() === uri.toString()),
    );
}
