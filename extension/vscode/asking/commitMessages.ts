import * as vscode from "vscode";
import type { ApiHost } from "../../core/api/exports.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import { readString } from "../../shared/base/read.ts";
import { askText } from "../../shared/text/ask.ts";
import { isRealPathWithin } from "../files/diskPaths.ts";
import { type EditorRepository, findEditorRepository } from "../files/git.ts";
import { toMessageText } from "../plainText.ts";

/** The answer of the model. */
const schema = {
  type: "object",
  properties: { message: { type: "string" } },
  required: ["message"],
  additionalProperties: false,
} as const;

/** Writes commit messages into the input box of Source Control, through the API that other extensions use. */
export class CommitMessages {
  readonly #api: Pick<ApiHost, "query">;
  readonly #ownId: string;

  constructor(api: Pick<ApiHost, "query">, ownId: string) {
    this.#api = api;
    this.#ownId = ownId;
  }

  /**
   * Describes the staged changes, or all if none is staged. `argument`: what the title of Source Control passes. A
   * failure is shown.
   */
  async generate(argument: unknown): Promise<void> {
    const cwd = findFolder(argument);
    const repository = cwd === undefined ? undefined : await findEditorRepository(cwd);
    if (!repository) return void vscode.window.showInformationMessage(askText.noRepository());
    const { indexChanges, workingTreeChanges, untrackedChanges = [] } = repository.state;
    if (indexChanges.length + workingTreeChanges.length + untrackedChanges.length === 0)
      return void vscode.window.showInformationMessage(askText.noChanges());
    const options = { location: vscode.ProgressLocation.SourceControl, title: askText.writingCommit() };
    try {
      await vscode.window.withProgress(options, () => this.#write(repository, cwd as string));
    } catch (error) {
      void vscode.window.showErrorMessage(toMessageText(askText.commitFailed(getErrorMessage(error))));
    }
  }

  async #write(repository: EditorRepository, cwd: string): Promise<void> {
    const { inputBox, state } = repository;
    const before = inputBox.value;
    const begun = before.trim() === "" ? [] : [askText.commitBegun(JSON.stringify(before.trim()))];
    const prompt = [
      state.indexChanges.length > 0 ? askText.commitStaged() : askText.commitAll(),
      askText.commitStyle(),
      ...begun,
    ].join("\n");
    const { output } = await this.#api.query(this.#ownId, { prompt, cwd, tools: [], schema }).result;
    const message = readString(output, "message")?.trim();
    // Keeps a text that the user typed meanwhile.
    if (message && inputBox.value === before) inputBox.value = message;
  }
}

/**
 * Returns the folder of the workspace in which the repository of a title is described; of the first folder without an
 * argument.
 */
function findFolder(argument: unknown): string | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const root =
    typeof argument === "object" && argument !== null && "rootUri" in argument ? argument.rootUri : undefined;
  if (!(root instanceof vscode.Uri)) return folders[0]?.uri.fsPath;
  if (vscode.workspace.getWorkspaceFolder(root)) return root.fsPath;
  return folders.find(({ uri }) => isRealPathWithin(uri.fsPath, root.fsPath))?.uri.fsPath;
}
