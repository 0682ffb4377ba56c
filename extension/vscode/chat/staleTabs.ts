import * as vscode from "vscode";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { type ConversationTab, editorViewType, listConversationTabs } from "./conversationTabs.ts";

const sessionKey = "windowSession";
/** Time that the editor has to fill a tab itself, in milliseconds. */
const patienceMs = 500;

/**
 * Tabs that outlived an extension host. If the host starts again in a window, because it crashed or extensions were
 * updated, the editor keeps the content of a custom editor and never resolves it again (microsoft/vscode#150135): the
 * page looks alive but has no host. Such a tab is opened again in its place as soon as it is visible.
 */
export class StaleTabs implements Disposable {
  readonly #stale: Set<string>;
  /** URIs of the tabs that the editor resolved: such a tab is alive, however late that happened. */
  readonly #filled = new Set<string>();
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Disposable>();
  readonly #store = new DisposableStore();

  constructor(state: vscode.Memento, clock: Clock) {
    this.#clock = clock;
    const isStartedAgain = state.get(sessionKey) === vscode.env.sessionId;
    void state.update(sessionKey, vscode.env.sessionId);
    this.#stale = new Set(isStartedAgain ? listConversationTabs().map(({ uri }) => uri.toString()) : []);
    this.#store.defer(() => this.#waiting.forEach((timer) => void timer.dispose()));
    this.#store.add(vscode.window.tabGroups.onDidChangeTabs(() => this.#look()));
    this.#store.add(vscode.window.tabGroups.onDidChangeTabGroups(() => this.#look()));
    this.#look();
  }

  /** Records that the editor resolved a tab. */
  filled(uri: vscode.Uri): void {
    const name = uri.toString();
    this.#filled.add(name);
    this.#stale.delete(name);
    this.#forget(name);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #forget(name: string): void {
    this.#waiting.get(name)?.dispose();
    this.#waiting.delete(name);
  }

  #look(): void {
    for (const tab of listConversationTabs()) {
      const name = tab.uri.toString();
      if (!tab.isVisible || !this.#stale.has(name) || this.#waiting.has(name)) continue;
      this.#waiting.set(
        name,
        this.#clock.after(patienceMs, () => void this.#openAnew(tab).catch(() => {})),
      );
    }
  }

  async #openAnew({ uri }: ConversationTab): Promise<void> {
    const name = uri.toString();
    const found = listConversationTabs().find((each) => each.uri.toString() === name);
    this.#forget(name);
    // The user closed the tab meanwhile.
    if (!this.#stale.delete(name) || !found) return;
    const { group, tab } = found;
    // Another URI is needed, because the editor would only show the tab that it has. The new tab opens next to the old
    // one.
    const options = { viewColumn: group.viewColumn, preserveFocus: !group.isActive, preview: false };
    await vscode.commands.executeCommand(
      "vscode.openWith",
      uri.with({ query: String(this.#clock.now()) }),
      editorViewType,
      options,
    );
    // On a busy machine the editor may have resolved the old tab meanwhile; the second tab of a conversation then
    // closes itself.
    if (this.#filled.has(name)) return;
    if (vscode.window.tabGroups.all.some((each) => each.tabs.includes(tab)))
      await vscode.window.tabGroups.close(tab, true);
  }
}
