import * as vscode from "vscode";
import type { WholeConversation } from "../../contract/wholeConversation.ts";
import { untitled } from "../../text/conversationList.ts";
import { dialogText } from "../../text/dialogs.ts";
import { editorText } from "../../text/editor.ts";
import { exportEnding, exportFormats, exportFormatText, exportText } from "../../text/exported.ts";
import { toMessageText } from "../dialogs/plainText.ts";

/** Characters of a file's name. */
const nameLength = 60;

/** Asks for a format and a file, writes the conversation there, and offers to open it. */
export async function saveExport(conversation: WholeConversation): Promise<void> {
  const formats = exportFormats.map((format) => ({ label: exportFormatText[format](), format }));
  const format = (await vscode.window.showQuickPick(formats, { title: editorText.exportAs() }))?.format;
  if (format === undefined) return;
  const name =
    conversation.title
      .replace(/[^\p{L}\p{N} _-]+/gu, " ")
      .trim()
      .slice(0, nameLength) || untitled();
  const file = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(vscode.Uri.file(conversation.folder), `${name}.${exportEnding[format]}`),
    title: editorText.export(),
  });
  if (!file) return;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(exportText(conversation, format)));
  const open = dialogText.open();
  // The message can stand there for hours: nothing waits for it.
  void vscode.window.showInformationMessage(toMessageText(editorText.exported(file.fsPath)), open).then((answer) => {
    if (answer === open) void vscode.commands.executeCommand("vscode.open", file);
  });
}
