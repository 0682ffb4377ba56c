import * as vscode from "vscode";
import type { ConversationParts } from "../../shared/contract/wholeConversation.ts";
import {
  exportEnding,
  exportFormats,
  exportFormatText,
  getExportLayout,
  exportDialogText as text,
} from "../../shared/pages/export/exported.ts";
import { untitled } from "../../shared/text/conversationList.ts";
import { toMessageText } from "../plainText.ts";
import { toFileName } from "./fileName.ts";
import { joinReversed } from "./reversedTexts.ts";

/** Asks for a format and a file, writes the conversation to it part by part, and offers to open it. */
export async function saveExport(conversation: ConversationParts): Promise<void> {
  const formats = exportFormats.map((format) => ({ label: exportFormatText[format](), format }));
  const format = (await vscode.window.showQuickPick(formats, { title: text.exportAs() }))?.format;
  if (format === undefined) return;
  const name = toFileName(conversation.title) || untitled();
  const file = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(vscode.Uri.file(conversation.folder), `${name}.${exportEnding[format]}`),
    title: text.export(),
  });
  if (!file) return;
  const layout = getExportLayout(conversation, format);
  async function* texts(): AsyncGenerator<string> {
    for await (const part of conversation.parts()) yield layout.texts(part).join(layout.separator);
  }
  await joinReversed(texts(), layout, async (joined) =>
    vscode.workspace.fs.copy(vscode.Uri.file(joined), file, { overwrite: true }),
  );
  const open = text.open();
  // Nothing awaits the notification, which can stay open for hours.
  void vscode.window.showInformationMessage(toMessageText(text.exported(file.fsPath)), open).then((answer) => {
    if (answer === open) void vscode.commands.executeCommand("vscode.open", file);
  });
}
