import * as vscode from "vscode";
import type { RewindEditors } from "../../conversations/actions/rewind/rewindQuestions.ts";
import type { UnsavedEditors } from "../../conversations/requests/reviewPorts.ts";
import type { SideNames } from "../../review/conflictMarkers.ts";
import type { FileMerge } from "../../session/rewind/fileMerge.ts";
import { getRewindSideNames } from "../../text/changes/review.ts";
import { toLabelText } from "../dialogs/plainText.ts";
import { discardChanges } from "./discardChanges.ts";
import { editorFiles } from "./editorFiles.ts";

/** Internal command of the editor that its own git extension uses (VS Code 1.106 to 1.139). */
const mergeEditor = "_open.mergeEditor";

/** Scheme of the earlier and the common text of a merge. */
const mergeScheme = "tandem-merge";

/** The editor around rewinds: unsaved changes and merges. */
export class RewindEditorAccess implements RewindEditors, vscode.Disposable {
  readonly #editors: Pick<UnsavedEditors, "save">;
  readonly #texts = new Map<string, string>();
  readonly #provider: vscode.Disposable;
  #count = 0;

  constructor(editors: Pick<UnsavedEditors, "save">) {
    this.#editors = editors;
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(mergeScheme, {
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
    });
  }

  getUnsaved(paths: readonly string[]): readonly string[] {
    return paths.filter((path) => editorFiles.isDirty(path));
  }

  save(paths: readonly string[]): Promise<readonly string[]> {
    return this.#editors.save(paths);
  }

  async discard(paths: readonly string[]): Promise<readonly string[]> {
    for (const path of paths) {
      try {
        await discardChanges(path);
      } catch {
        // The path is returned below.
      }
    }
    return this.getUnsaved(paths);
  }

  async hasMergeEditor(): Promise<boolean> {
    return (await vscode.commands.getCommands(false)).includes(mergeEditor);
  }

  async openMerge({ path, base, mine, theirs, merged }: FileMerge, hasMergeEditor: boolean, texts: SideNames = getRewindSideNames()): Promise<void> {
    const output = vscode.Uri.file(path);
    if (!hasMergeEditor) {
      const title = `${vscode.workspace.asRelativePath(path)} (${texts.mine})`;
      return void (await vscode.commands.executeCommand("vscode.diff", this.#text(path, mine), output, toLabelText(title), { preview: false }));
    }
    await replaceText(output, mine, merged.text);
    await vscode.commands.executeCommand(mergeEditor, {
      base: this.#text(path, base),
      input1: { uri: this.#text(path, mine), title: toLabelText(texts.mine) },
      input2: { uri: this.#text(path, theirs), title: toLabelText(texts.theirs) },
      output,
    });
  }

  dispose(): void {
    this.#provider.dispose();
  }

  #text(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme: mergeScheme, query: String(this.#count++) });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}

/**
 * Replaces the text of a file in its editor if it is still the expected one. The merge editor shows conflicts only where the file has conflict marks;
 * without them it takes each text of the file for a decision of the user. It saves the file when it opens (VS Code 1.106 to 1.139).
 */
async function replaceText(file: vscode.Uri, expected: string, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  const now = document.getText();
  if (withLineFeeds(now) !== withLineFeeds(expected)) return;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(file, new vscode.Range(document.positionAt(0), document.positionAt(now.length)), text.replace(/^\uFEFF/, ""));
  await vscode.workspace.applyEdit(edit);
}

/** Returns a text as the documents of the editor compare: without a byte-order mark, and with line feeds as line ends. */
function withLineFeeds(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}
