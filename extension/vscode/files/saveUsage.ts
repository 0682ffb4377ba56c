import * as vscode from "vscode";
import { untitled } from "../../shared/text/conversationList.ts";
import { dialogText } from "../../shared/text/dialogs.ts";
import { editorText } from "../../shared/text/editor.ts";
import { toMessageText } from "../plainText.ts";
import { toFileName } from "../texts/fileName.ts";

/** Asks for a file, writes the usage of a conversation to it, and offers to open it. */
export async function saveUsage(
  { name, ending, folder }: { readonly name: string; readonly ending: "csv" | "json"; readonly folder: string },
  text: string,
): Promise<void> {
  const suggested = `${toFileName(name) || untitled()} ${editorText.usageFile()}.${ending}`;
  const file = await vscode.window.showSaveDialog({
    ...(folder === "" ? {} : { defaultUri: vscode.Uri.joinPath(vscode.Uri.file(folder), suggested) }),
    title: editorText.exportUsage(),
  });
  if (!file) return;
  // regular: the user selected it
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  const open = dialogText.open();
  // Nothing awaits the notification, which can stay open for hours.
  void vscode.window
    .showInformationMessage(toMessageText(editorText.usageExported(file.fsPath)), open)
    .then((answer) => {
      if (answer === open) void vscode.commands.executeCommand("vscode.open", file);
    });
}
