import * as vscode from "vscode";
import type { RowActions } from "../../core/conversations/actions/rowActions.ts";
import type { DraftActions } from "../../core/conversations/composer/draftActions.ts";
import type { Conversations } from "../../core/conversations/conversations.ts";
import { attachmentLimits } from "../../shared/contract/composer/attachments.ts";
import type { PickedFile } from "../../shared/contract/toWebview.ts";
import { asideTexts, attachTexts } from "../../shared/text/rows.ts";
import type { ChatPanels } from "../chat/chatPanels.ts";
import type { Messages } from "../dialogs/messages.ts";
import { createSelectionMention, mentionChosen } from "../mentions/workspaceFiles.ts";
import { isNonEmptyList, readConversationArgument } from "./arguments.ts";
import { type CommandHandler, commandTable } from "./commandTable.ts";

export interface ComposerCommandsOptions {
  readonly conversations: Conversations;
  readonly drafts: DraftActions;
  readonly rows: RowActions;
  readonly panels: ChatPanels;
  readonly dialogs: { readonly messages: Pick<Messages, "warn"> };
}

/** Returns the commands for messages that the user writes or queues, and for their attachments and mentions. */
export function createComposerCommands({ conversations, drafts, rows, panels, dialogs }: ComposerCommandsOptions) {
  const mention: CommandHandler = async (argument, chosen) => {
    const text = createMention(dialogs.messages, argument, chosen);
    if (text) await panels.insert(text);
  };
  return commandTable({
    editMessage: (argument) => drafts.edit(readConversationArgument(conversations, argument)),
    sendMessage: () => drafts.send(),
    promptHistory: (argument) => drafts.takeEarlier(readConversationArgument(conversations, argument)),
    askAside: () => askAside(panels),
    attach: () => attach(panels),
    "attachments.open": () => rows.openAttachment(),
    "attachments.remove": () => rows.removeAttachment(),
    "attachments.insert": () => rows.insertAttachment(),
    "mention.selection": mention,
    "mention.file": mention,
    "queue.sendNow": () => rows.editQueued("sendNow"),
    "queue.edit": () => rows.editQueued("edit"),
    "queue.remove": () => rows.editQueued("remove"),
    "queue.moveFirst": () => rows.moveQueuedFirst(),
    "queue.clear": () => rows.clearQueue(),
    "unsaved.save": () => rows.decideUnsaved(true),
    "unsaved.skip": () => rows.decideUnsaved(false),
  });
}

/**
 * Returns a function that mentions the files selected in the Explorer, else the selected lines of the active editor,
 * else its file. Without any of them it is undefined, and the focus does not move.
 */
function createMention(
  messages: Pick<Messages, "warn">,
  argument: unknown,
  chosen: unknown,
): ((folder: string) => string) | undefined {
  const files = (isNonEmptyList(chosen) ? chosen : [argument]).filter((each) => each instanceof vscode.Uri).map(String);
  const editor = vscode.window.activeTextEditor;
  // The menu of the editor passes only its file; the mention must contain the lines selected there.
  const isEditor = files.length === 0 || (!isNonEmptyList(chosen) && editor?.document.uri.toString() === files[0]);
  // The mention is created before the focus moves: a panel in an editor tab would then be the active editor.
  return isEditor ? createSelectionMention(messages) : (folder) => mentionChosen(folder, files, messages);
}

/** Asks the model a question that does not become part of the conversation. */
async function askAside(panels: ChatPanels): Promise<void> {
  const question = await vscode.window.showInputBox({ title: asideTexts.title(), prompt: asideTexts.detail() });
  if (question?.trim()) await panels.tell({ type: "askAside", question: question.trim() });
}

/**
 * Attaches files that the user selects. The page processes them in the same way as files that are picked, pasted or
 * dropped there.
 */
async function attach(panels: ChatPanels): Promise<void> {
  const options = { canSelectMany: true, title: attachTexts.title(), openLabel: attachTexts.action() };
  const files = await Promise.all(((await vscode.window.showOpenDialog(options)) ?? []).map(readPicked));
  if (files.length > 0) await panels.tell({ type: "attachFiles", files });
}

async function readPicked(uri: vscode.Uri): Promise<PickedFile> {
  const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    // Reading a pipe would wait for its writer.
    if (!(type & vscode.FileType.File)) return { name, problem: "notReadable" };
    if (size > attachmentLimits.all) return { name, problem: "tooMuch" };
    // regular: checked above
    return { name, data: Buffer.from(await vscode.workspace.fs.readFile(uri)).toString("base64") };
  } catch {
    return { name, problem: "notReadable" };
  }
}
