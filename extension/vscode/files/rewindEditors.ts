import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { StateStore } from "../../core/conversations/ports.ts";
import type { UnsavedEditors } from "../../core/conversations/requests/reviewPorts.ts";
import type { FileMerge } from "../../core/conversations/rewind/fileMerge.ts";
import type { RewindEditors } from "../../core/conversations/rewind/rewindQuestions.ts";
import type { SideNames } from "../../core/review/conflictMarkers.ts";
import { background } from "../../shared/base/background.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { getRewindSideNames } from "../../shared/text/changes/review.ts";
import { toLabelText } from "../plainText.ts";
import { asText } from "./asText.ts";
import { discardChanges } from "./discardChanges.ts";
import { KeptMerges, mergeEditor, mergeScheme, openMergeEditor, setText } from "./keptMerges.ts";
import { findUnsavedOf } from "./unsavedFiles.ts";

/** The editor around rewinds: unsaved changes and merges. */
export class RewindEditorAccess implements RewindEditors, vscode.Disposable {
  readonly #editors: Pick<UnsavedEditors, "save">;
  readonly #texts = new Map<string, string>();
  readonly #merges: KeptMerges;
  readonly #provider: vscode.Disposable;

  /** `kept`: where merges are kept until they are closed, so that they open again after a reload. */
  constructor(editors: Pick<UnsavedEditors, "save">, kept: StateStore, logger: Logger) {
    this.#editors = editors;
    this.#merges = new KeptMerges(kept);
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(mergeScheme, {
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
    });
    background(
      this.#merges.reopen((uri, text) => void this.#texts.set(uri, text)),
      logger,
      "opening merges of an ended window",
    );
  }

  async getUnsaved(paths: readonly string[]): Promise<readonly string[]> {
    const unsaved = await findUnsavedOf(paths);
    return paths.filter((path) => unsaved.has(path));
  }

  async save(paths: readonly string[]): Promise<readonly string[]> {
    const unsaved = await findUnsavedOf(paths);
    const failed = new Set(await this.#editors.save([...unsaved.values()].flat()));
    return paths.filter((path) => unsaved.get(path)?.some((opened) => failed.has(opened)));
  }

  async discard(paths: readonly string[]): Promise<readonly string[]> {
    for (const opened of [...(await findUnsavedOf(paths)).values()].flat()) {
      try {
        await discardChanges(opened);
      } catch {
        // The path is returned below.
      }
    }
    return this.getUnsaved(paths);
  }

  async hasMergeEditor(): Promise<boolean> {
    // The merge editor takes the conflict marks out of its document: saved by itself, that would lose one side on disk
    // before the user decided anything.
    if (vscode.workspace.getConfiguration("files").get<string>("autoSave", "off") !== "off") return false;
    return (await vscode.commands.getCommands(false)).includes(mergeEditor);
  }

  async openMerge(
    { path, base, mine, theirs, merged }: FileMerge,
    hasMergeEditor: boolean,
    texts: SideNames = getRewindSideNames(),
  ): Promise<void> {
    const output = vscode.Uri.file(path);
    if (!hasMergeEditor) {
      const title = `${vscode.workspace.asRelativePath(path)} (${texts.mine})`;
      return void (await vscode.commands.executeCommand(
        "vscode.diff",
        this.#text(path, mine),
        output,
        toLabelText(title),
        asText({ preview: false }),
      ));
    }
    await replaceText(output, mine, merged.text);
    const [one, two, three] = [this.#text(path, base), this.#text(path, mine), this.#text(path, theirs)];
    const names = { mine: texts.mine, theirs: texts.theirs };
    await openMergeEditor({ base: one, mine: two, theirs: three, output }, names);
    await this.#merges.keep({ base: one, mine: two, theirs: three, output }, names, { base, mine, theirs });
  }

  dispose(): void {
    this.#provider.dispose();
  }

  #text(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme: mergeScheme, query: randomUUID() });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}

/** Replaces the text of a file in its editor if it is still the expected one. */
async function replaceText(file: vscode.Uri, expected: string, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  if (withLineFeeds(document.getText()) === withLineFeeds(expected)) await setText(document, text);
}

/**
 * Returns a text as the documents of the editor compare: without a byte-order mark, and with line feeds as line ends.
 */
function withLineFeeds(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}
