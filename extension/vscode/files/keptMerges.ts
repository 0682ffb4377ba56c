import * as vscode from "vscode";
import * as z from "zod";
import type { StateStore } from "../../core/conversations/ports.ts";
import { parseSavedText } from "../../shared/base/savedText.ts";
import { toLabelText } from "../plainText.ts";
import { editorFiles } from "./editorFiles.ts";

/** Internal command of the editor that its own git extension uses (VS Code 1.106 to 1.139). */
export const mergeEditor = "_open.mergeEditor";

/** Scheme of the texts of a merge. */
export const mergeScheme = "tandem-merge";

type Side = "base" | "mine" | "theirs";
type MergeUris = Readonly<Record<Side | "output", vscode.Uri>>;
type MergeNames = Readonly<Record<"mine" | "theirs", string>>;

const sides = ["base", "mine", "theirs"] as const;

const ofSides = z.object({ base: z.string(), mine: z.string(), theirs: z.string() });
const saved = z.object({
  version: z.literal(1).default(1),
  uris: ofSides,
  texts: ofSides,
  names: z.object({ mine: z.string(), theirs: z.string() }),
  /** Text of the result before the user decided anything. */
  untouched: z.string(),
});

/** A merge that is open. */
type KeptMerge = z.infer<typeof saved>;

/** Input of the tab of a merge editor. The API does not export its class (VS Code 1.106 to 1.139). */
interface MergeInput {
  readonly base: vscode.Uri;
  readonly result: vscode.Uri;
}

function isOurMerge(input: unknown): input is MergeInput {
  return (
    typeof input === "object" &&
    input !== null &&
    "base" in input &&
    "result" in input &&
    (input as MergeInput).base.scheme === mergeScheme
  );
}

const findTabs = (): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(({ input }) => isOurMerge(input));

/**
 * Replaces the text of a document without saving it. The merge editor shows conflicts only where the file has conflict
 * marks; without them it takes each text of the file for a decision of the user. When it opens, it saves unsaved marks,
 * which then stay on disk until the merge is complete (VS Code 1.106 to 1.139).
 */
export async function setText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(
    document.uri,
    new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length)),
    text.replace(/^\uFEFF/, ""),
  );
  await vscode.workspace.applyEdit(edit);
}

/** Opens the merge editor. */
export async function openMergeEditor({ base, mine, theirs, output }: MergeUris, names: MergeNames): Promise<void> {
  const input = (uri: vscode.Uri, name: string) => ({ uri, title: toLabelText(name) });
  await vscode.commands.executeCommand(mergeEditor, {
    base,
    input1: input(mine, names.mine),
    input2: input(theirs, names.theirs),
    output,
  });
}

/**
 * Keeps the texts of merges that are open. After a reload the editor shows an error in place of a merge, because its
 * texts do not exist yet, and the unsaved result alone would lack one side of each conflict.
 */
export class KeptMerges {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** Keeps a merge that was just opened, and forgets those that were closed. */
  async keep(uris: MergeUris, names: MergeNames, texts: KeptMerge["texts"]): Promise<void> {
    const open = new Set(findTabs().map(({ input }) => getName((input as MergeInput).base)));
    for (const name of this.#store.names()) if (!open.has(name)) this.#store.remove(name);
    const save = (untouched: string): void => {
      const merge: KeptMerge = {
        version: 1,
        uris: toStrings((side) => uris[side].toString()),
        texts,
        names,
        untouched,
      };
      this.#store.save(getName(uris.base), JSON.stringify(merge));
    };
    const document = await vscode.workspace.openTextDocument(uris.output);
    save(document.getText());
    // The editor may still be about to take the conflict marks out of the text.
    const hasMarks = (): boolean => document.getText().includes(`<<<<<<< ${names.mine}`);
    if (!hasMarks()) return;
    const followed = [
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document !== document || hasMarks()) return;
        save(document.getText());
        unfollow();
      }),
      vscode.workspace.onDidCloseTextDocument((closed) => {
        if (closed === document) unfollow();
      }),
    ];
    const unfollow = (): void => {
      for (const each of followed) each.dispose();
    };
  }

  /**
   * Opens merges again that an ended window left open. `provide` gets their texts by URI. Without its texts the file
   * itself opens.
   */
  async reopen(provide: (uri: string, text: string) => void): Promise<void> {
    for (const tab of findTabs()) {
      const { base, result: output } = tab.input as MergeInput;
      const merge = this.#load(getName(base));
      await vscode.window.tabGroups.close(tab, true);
      if (!merge) {
        await vscode.window.showTextDocument(output, {
          viewColumn: tab.group.viewColumn,
          preview: false,
          preserveFocus: true,
        });
        continue;
      }
      for (const side of sides) provide(merge.uris[side], merge.texts[side]);
      const document = await vscode.workspace.openTextDocument(output);
      // The marks of the conflicts are on disk.
      const disk = document.getText() === merge.untouched ? await editorFiles.readDisk(output.fsPath) : undefined;
      if (disk) await setText(document, disk.text);
      const [mine, theirs] = [vscode.Uri.parse(merge.uris.mine, true), vscode.Uri.parse(merge.uris.theirs, true)];
      await openMergeEditor({ base, mine, theirs, output }, merge.names);
    }
  }

  #load(name: string): KeptMerge | undefined {
    const text = this.#store.load(name);
    const merge = text === undefined ? undefined : parseSavedText(text, saved);
    if (text !== undefined && !merge) this.#store.setAside(name);
    return merge;
  }
}

/** Returns the name under which a merge is kept; the URI of its common text has a unique query. */
function getName({ query }: vscode.Uri): string {
  return query;
}

function toStrings(get: (side: Side) => string): Readonly<Record<Side, string>> {
  return { base: get("base"), mine: get("mine"), theirs: get("theirs") };
}
