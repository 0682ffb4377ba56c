import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposable.ts";
import { editorText } from "../../text/editor.ts";

/** The texts that files had before the conversation. */
const beforeScheme = "tandem-before";

/**
 * While switched on, marks in the gutter against what files were before the conversation. The editor draws them for a source control
 * only, which its view then lists as well: so there is one only as long as somebody wants the marks.
 */
export class ChangeMarks implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #beforeOf: (path: string) => string | undefined;
  #control: vscode.SourceControl | undefined;

  /**
   * `beforeOf`: what a file was; undefined for one that the current conversation did not change, or that was not there. `onDidChange`:
   * it changed others, or another one is current.
   */
  constructor(beforeOf: (path: string) => string | undefined, onDidChange: vscode.Event<unknown>) {
    this.#beforeOf = beforeOf;
    this.#store.add(onDidChange(() => this.#control && this.#provide(this.#control)));
    this.#store.add(
      vscode.workspace.registerTextDocumentContentProvider(beforeScheme, { provideTextDocumentContent: (uri) => this.#beforeOf(uri.fsPath) ?? "" }),
    );
    this.#store.defer(() => this.#control?.dispose());
  }

  toggle(): void {
    if (this.#control) {
      this.#control.dispose();
      this.#control = undefined;
      return;
    }
    this.#control = vscode.scm.createSourceControl("tandem", editorText.startOfConversation());
    this.#control.inputBox.visible = false;
    this.#provide(this.#control);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** The editor asks again what files were when the provider is another one. */
  #provide(control: vscode.SourceControl): void {
    control.quickDiffProvider = {
      provideOriginalResource: (uri) =>
        uri.scheme === "file" && this.#beforeOf(uri.fsPath) !== undefined ? uri.with({ scheme: beforeScheme, query: String(Date.now()) }) : undefined,
    };
  }
}
