import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import type { ProfiledFolder } from "../../core/conversation/ports/ports.ts";
import { toRelativePath } from "../../core/conversation/tools/relativePath.ts";
import type { NoteTaker } from "../../core/conversations/composer/typedActions.ts";
import type { RepositoryTrust } from "../../core/conversations/repositoryTrust.ts";
import { describeInstructions } from "../../core/options/repository/documentEntries.ts";
import { escapeInvisible } from "../../shared/base/invisible.ts";
import type { InstructionFile } from "../../shared/contract/pages/statusFacts.ts";
import { dialogText } from "../../shared/text/dialogs.ts";
import { editorText } from "../../shared/text/editor.ts";
import type { Messages } from "../dialogs/messages.ts";
import { toLabelText, wrapLine } from "../plainText.ts";
import { listMemoryFiles } from "./memoryMentions.ts";

/** Maximum number of characters of a line that a list shows untruncated at its usual width. */
const pieceLength = 70;

/**
 * Adds notes to the instruction files that `claude` reads. `config` returns the configuration folder of `claude` under
 * a profile.
 */
export class InstructionFiles implements NoteTaker {
  readonly #config: (profile?: string) => string;
  readonly #trust: Pick<RepositoryTrust, "acknowledge">;
  readonly #messages: Pick<Messages, "ask" | "inform">;

  constructor(
    config: (profile?: string) => string,
    trust: Pick<RepositoryTrust, "acknowledge">,
    messages: Pick<Messages, "ask" | "inform">,
  ) {
    this.#config = config;
    this.#trust = trust;
    this.#messages = messages;
  }

  async add({ folder, profile }: ProfiledFolder, line: string): Promise<"added" | "send" | undefined> {
    const files = listMemoryFiles(folder, this.#config(profile))
      .filter((file) => path.isAbsolute(file))
      .map((file) => ({
        label: toLabelText(toRelativePath(file, folder)),
        description: fs.existsSync(file) ? "" : editorText.newInstructionFile(),
        file,
      }));
    const send = { label: editorText.sendNote(), description: "", file: undefined };
    const whole = { label: editorText.wholeNote(), kind: vscode.QuickPickItemKind.Separator } as const;
    const pieces = wrapLine(escapeInvisible(`- ${line}`), pieceLength).map((piece) => ({
      label: toLabelText(piece),
      description: "",
      file: null,
    }));
    const picked = await vscode.window.showQuickPick([...files, send, whole, ...pieces], {
      title: editorText.addNote(),
    });
    // The rows that show the line itself do nothing.
    if (!picked || !("file" in picked) || picked.file === null) return undefined;
    if (picked.file === undefined) return "send";
    if (!fs.existsSync(picked.file)) await this.#trust.acknowledge([describeInstructions(picked.file)]);
    await append(picked.file, line);
    const open = dialogText.open();
    const said = this.#messages.ask("information", editorText.noteAdded(picked.label, escapeInvisible(line)), [open]);
    // Nothing awaits the answer.
    void said.answer.then((answer) => {
      if (answer === open) void vscode.window.showTextDocument(vscode.Uri.file(picked.file));
    });
    return "added";
  }

  showNoOutput(): void {
    this.#messages.inform(editorText.noOutput());
  }
}

/** Lists the instruction files that `claude` reads for a folder, with their sizes; those that exist. Never rejects. */
export async function listInstructions(folder: string, config: string): Promise<readonly InstructionFile[]> {
  if (folder === "") return [];
  const above = listParents(folder).flatMap((parent) => listMemoryFiles(parent, config));
  const files = [...new Set([...listMemoryFiles(folder, config), ...above])].map(
    async (file): Promise<readonly InstructionFile[]> => {
      const stat = await fs.promises.stat(file).catch(() => undefined);
      return stat?.isFile() ? [{ path: file, shown: toRelativePath(file, folder), bytes: stat.size }] : [];
    },
  );
  return (await Promise.all(files)).flat();
}

/** Returns the folders above a folder: `claude` reads instructions in all of them (2.0.77, 2.1.50, 2.1.329). */
function listParents(folder: string): readonly string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [] : [parent, ...listParents(parent)];
}

/** Appends through the editor, so that its unsaved changes of the file are kept and the user can undo the line. */
async function append(file: string, line: string): Promise<void> {
  const uri = vscode.Uri.file(file);
  if (!fs.existsSync(file)) {
    await fs.promises.mkdir(path.dirname(file), { recursive: true });
    // regular: there is no file
    await fs.promises.writeFile(file, "", { flag: "a" });
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const last = document.lineAt(document.lineCount - 1);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, last.range.end, `${last.isEmptyOrWhitespace ? "" : "\n"}- ${line}\n`);
  const isDone = (await vscode.workspace.applyEdit(edit)) && (await document.save());
  if (!isDone) throw new Error(editorText.notWritten(file));
}
