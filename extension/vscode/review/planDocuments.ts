import * as vscode from "vscode";
import type { PlanDocuments, PlanEdit } from "../../core/conversations/requests/reviewPorts.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import { editorText } from "../../shared/text/editor.ts";
import { closeTabs, MemoryFiles, replaceText, saveUnchanged } from "../files/memoryFiles.ts";

const planScheme = "tandem-plan";

interface OpenPlan {
  readonly conversation: ConversationId;
  readonly id: string;
  readonly uri: vscode.Uri;
  /** The last known text of the document. */
  text: string;
}

/** Shows plans as separate Markdown documents. Edits change the request at once; closing the tab decides nothing. */
export class EditorPlans implements PlanDocuments, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #files = new MemoryFiles();
  readonly #edited = new vscode.EventEmitter<PlanEdit>();
  readonly onDidEdit = this.#edited.event;
  #plans: readonly OpenPlan[] = [];
  #count = 0;

  constructor() {
    const { workspace, window } = vscode;
    for (const part of [this.#edited, this.#files]) this.#store.add(part);
    this.#store.add(workspace.registerFileSystemProvider(planScheme, this.#files, { isCaseSensitive: true }));
    this.#store.add(workspace.onDidChangeTextDocument(({ document }) => this.#noteChange(document)));
    this.#store.add(window.tabGroups.onDidChangeTabs(({ opened }) => this.#closeGone(opened)));
    // Tabs that an ended extension host left open have no host anymore.
    void window.tabGroups.close(planTabs(), true);
  }

  async open(conversation: ConversationId, id: string, text: string): Promise<void> {
    let plan = this.#find(conversation, id);
    if (!plan) {
      this.#count++;
      const uri = vscode.Uri.from({
        scheme: planScheme,
        path: `/${editorText.planDocument()}.md`,
        query: String(this.#count),
      });
      plan = { conversation, id, uri, text };
      this.#plans = [...this.#plans, plan];
      this.#files.set(uri, text);
    }
    const document = await vscode.workspace.openTextDocument(plan.uri, { encoding: "utf8" });
    await vscode.window.showTextDocument(document, { preview: false });
  }

  /** Returns the id of the request whose plan a document shows. */
  requestOf(uri: vscode.Uri): string | undefined {
    return this.#plans.find((plan) => plan.uri.toString() === uri.toString())?.id;
  }

  update(conversation: ConversationId, id: string, text: string): void {
    const plan = this.#find(conversation, id);
    if (!plan || plan.text === text) return;
    plan.text = text;
    replaceText(this.#files, plan.uri, text);
  }

  async closeOthers(conversation: ConversationId, open: ReadonlySet<string>): Promise<void> {
    const gone = this.#plans.filter((plan) => plan.conversation === conversation && !open.has(plan.id));
    this.#plans = this.#plans.filter((plan) => !gone.includes(plan));
    for (const { uri } of gone) {
      const tabs = planTabs().filter(
        (tab) => tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === uri.toString(),
      );
      await closeTabs(tabs, uri);
      this.#files.delete(uri);
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Closes tabs of plans that are gone: the editor opens a document again that became dirty while its tab closed. */
  #closeGone(tabs: readonly vscode.Tab[]): void {
    for (const tab of tabs) {
      const uri = tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined;
      if (uri?.scheme !== planScheme || this.requestOf(uri) !== undefined) continue;
      // If that fails, the user sees the tab and closes it.
      closeTabs([tab], uri).catch(() => {});
    }
  }

  #noteChange(document: vscode.TextDocument): void {
    const plan = this.#plans.find(({ uri }) => uri.toString() === document.uri.toString());
    if (!plan) return;
    const text = document.getText().replaceAll("\r\n", "\n");
    if (text !== plan.text) {
      plan.text = text;
      this.#edited.fire({ conversation: plan.conversation, id: plan.id, text });
    }
    saveUnchanged(document);
  }

  #find(conversation: ConversationId, id: string): OpenPlan | undefined {
    return this.#plans.find((plan) => plan.conversation === conversation && plan.id === id);
  }
}

function planTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter((tab) => tab.input instanceof vscode.TabInputText && tab.input.uri.scheme === planScheme);
}
