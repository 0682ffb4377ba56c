import * as vscode from "vscode";
import type { AttachmentViewer } from "../../core/conversations/actions/attachmentActions.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import type { Attachment } from "../../shared/contract/composer/attachments.ts";
import { getAgentMentionText } from "../../shared/text/composer/mentions.ts";
import type { Messages } from "../dialogs/messages.ts";
import { MemoryFiles } from "./memoryFiles.ts";

const scheme = "tandem-attachment";

/** Shows attachments as read-only in-memory files; images open in the editor's own image viewer. */
export class AttachedFiles implements AttachmentViewer, vscode.Disposable {
  readonly #files = new MemoryFiles();
  readonly #store = new DisposableStore();
  readonly #messages: Pick<Messages, "inform">;

  /** `messages`: says what cannot be opened. */
  constructor(messages: Pick<Messages, "inform">) {
    this.#messages = messages;
    this.#store.add(vscode.workspace.registerFileSystemProvider(scheme, this.#files, { isReadonly: true }));
    // A file is deleted as soon as no tab shows it.
    this.#store.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) if (hasUri(input) && input.uri.scheme === scheme) this.#files.delete(input.uri);
      }),
    );
  }

  async show({ id, kind, name }: Attachment, data: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${encodeURIComponent(id)}/${name.replace(/[/\\]/g, "_")}` });
    this.#files.set(uri, kind === "text" ? data : Buffer.from(data, "base64"));
    await vscode.commands.executeCommand("vscode.open", uri, { preview: true });
  }

  explainAgent(mention: string): void {
    this.#messages.inform(getAgentMentionText(mention));
  }

  dispose(): void {
    this.#store.dispose();
    this.#files.dispose();
  }
}

function hasUri(input: unknown): input is { readonly uri: vscode.Uri } {
  return typeof input === "object" && input !== null && "uri" in input && input.uri instanceof vscode.Uri;
}
