import * as vscode from "vscode";
import type { Conversations } from "../../core/conversations/conversations.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { escapeLine } from "../../shared/base/invisible.ts";
import type { ChangedFile } from "../../shared/contract/changes/changedFiles.ts";
import { changedFilesText } from "../../shared/text/changes/changedFiles.ts";

/** Marks the files that the current conversation changed in the Explorer. */
export class ChangedDecorations implements vscode.FileDecorationProvider, Disposable {
  readonly #store = new DisposableStore();
  readonly #conversations: Conversations;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly onDidChangeFileDecorations = this.#changed.event;
  /** Changed files by their URI strings. */
  #files: ReadonlyMap<string, ChangedFile> = new Map();

  constructor(conversations: Conversations) {
    this.#conversations = conversations;
    this.#store.add(this.#changed);
    this.#store.add(conversations.places.onDidChange(() => this.#update()));
    this.#store.add(conversations.changes.onDidChangeState(["changedFiles"], () => this.#update()));
    this.#store.add(vscode.window.registerFileDecorationProvider(this));
  }

  /** Returns true if the current conversation changed the file. */
  has(file: vscode.Uri): boolean {
    return this.#files.has(file.toString());
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const file = this.#files.get(uri.toString());
    return file && { badge: "✎", tooltip: escapeLine(changedFilesText.decoration(file)) };
  }

  dispose(): void {
    this.#store.dispose();
  }

  #update(): void {
    const last = this.#files;
    const { changedFiles = [] } = this.#conversations.current?.conversation.state ?? {};
    this.#files = new Map(changedFiles.map((file) => [vscode.Uri.file(file.path).toString(), file]));
    const names = new Set(
      [...last.keys(), ...this.#files.keys()].filter((name) => last.get(name) !== this.#files.get(name)),
    );
    if (names.size > 0) this.#changed.fire([...names].map((name) => vscode.Uri.parse(name, true)));
  }
}
