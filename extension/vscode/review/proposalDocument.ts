import type * as vscode from "vscode";
import { mergeEdits } from "../../shared/base/mergeEdits.ts";
import { type MemoryFiles, replaceText, saveUnchanged } from "../files/memoryFiles.ts";

/**
 * The editable document of a proposal. Changes come from the user, who types into it, and from elsewhere, such as a
 * hunk rejected on the card; where both come at once, both are kept.
 */
export class ProposalDocument {
  readonly uri: vscode.Uri;
  readonly #files: MemoryFiles;
  /**
   * `#text` is the text that the document should have, `#held` its last text. They differ until the editor has applied
   * changes from elsewhere.
   */
  #text: string;
  #held: string;
  /** Earlier values of `#text` that the editor may still show before it reaches the current one. */
  readonly #passed = new Set<string>();

  constructor(files: MemoryFiles, uri: vscode.Uri, text: string) {
    this.#files = files;
    this.uri = uri;
    this.#text = text;
    this.#held = text;
  }

  /** Creates the file, which an editor can open then. */
  create(): void {
    this.#held = this.#text;
    this.#files.set(this.uri, this.#text);
  }

  /** Replaces the text by one from elsewhere. */
  update(text: string): void {
    if (text === this.#text) return;
    if (this.#held !== this.#text) this.#passed.add(this.#text);
    this.#text = text;
    replaceText(this.#files, this.uri, text);
  }

  /** Handles a change of the document in the editor. Calls `onTyped` with the new text if the user made the change. */
  noteChange(document: vscode.TextDocument, onTyped: (text: string) => void): void {
    const text = readText(document);
    const held = this.#held;
    const isTyped = text !== held && text !== this.#text && !this.#passed.has(text);
    this.#held = text;
    if (isTyped) {
      // The document does not show a change from elsewhere yet.
      const both = held === this.#text ? text : (mergeEdits(held, text, this.#text) ?? text);
      if (both !== text) this.#passed.add(this.#text);
      this.#text = both;
      onTyped(both);
    }
    if (text === this.#text) this.#passed.clear();
    else replaceText(this.#files, this.uri, this.#text);
    saveUnchanged(document);
  }

  delete(): void {
    this.#files.delete(this.uri);
  }
}

/** Returns the text with LF line ends, independent of those of the document. */
function readText(document: vscode.TextDocument): string {
  return document.getText().replaceAll("\r\n", "\n");
}
