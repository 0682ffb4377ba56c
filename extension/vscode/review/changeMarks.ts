import * as vscode from "vscode";
import { DisposableStore } from "../../shared/base/disposable.ts";
import { editorText } from "../../shared/text/editor.ts";

/** Scheme of the documents with the texts of files before the conversation. */
const beforeScheme = "tandem-before";

/**
 * Marks changes since the start of the conversation in the gutter while switched on. The editor draws such marks only
 * for a source control, which its Source Control view then lists, so the source control exists only while the marks are
 * switched on.
 */
export class ChangeMarks implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #beforeOf: (path: string) => Promise<string | undefined>;
  #control: vscode.SourceControl | undefined;

  /**
   * `beforeOf` returns the text of a file before the conversation; undefined if the current conversation did not change
   * the file or the file did not exist. `onDidChange` fires when the conversation changes other files or another
   * conversation becomes current.
   */
  constructor(beforeOf: (path: string) => Promise<string | undefined>, onDidChange: vscode.Event<unknown>) {
    this.#beforeOf = beforeOf;
    this.#store.add(onDidChange(() => this.#control && this.#provide(this.#control)));
    this.#store.add(
      vscode.workspace.registerTextDocumentContentProvider(beforeScheme, {
        provideTextDocumentContent: async (uri) => (await this.#beforeOf(uri.fsPath)) ?? "",
      }),
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

  /** Sets a new provider, because the editor requests the original texts again only if the provider changes. */
  #provide(control: vscode.SourceControl): void {
    control.quickDiffProvider = {
      provideOriginalResource: async (uri) =>
        uri.scheme === "file" && (await this.#beforeOf(uri.fsPath)) !== undefined
          ? uri.with({ scheme: beforeScheme, query: String(Date.now()) })
          : undefined,
    };
  }
}
