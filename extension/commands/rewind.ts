import path from "node:path";
import * as vscode from "vscode";
import type { Chat } from "../panel/chat.ts";
import type { ChatView } from "../panel/chatView.ts";
import type { Conversation } from "../session/conversation.ts";
import { previewRewind, type RewindPreview, rewindConversation, rewindFiles } from "../session/rewind.ts";
import { type Command, textArgument } from "./command.ts";

const restoreFiles = "Restore Files";
const restoreBoth = "Restore Files and Conversation";
const rewindOnly = "Rewind Conversation";
/** Files that a modal lists before it counts the rest. */
const listedFiles = 12;

/** Takes back what happened since a prompt, after showing what that means. */
export function rewindCommand(chat: Chat, view: ChatView): Command {
  return {
    id: "rewind",
    async run(argument) {
      const { conversation } = chat;
      if (!conversation || conversation.prompts.length === 0) {
        void vscode.window.showInformationMessage("There is no prompt to rewind to yet.");
        return;
      }
      const promptId = textArgument(argument) ?? (await pickPrompt(conversation));
      if (promptId === undefined) return;
      if (conversation.state.status === "working") {
        const answer = await vscode.window.showWarningMessage("A turn is running. Stop it before you rewind.", { modal: true }, "Stop");
        if (answer === "Stop") await conversation.stop();
        return;
      }
      const preview = await previewRewind(conversation, promptId);
      const choice = await confirm(preview, conversation.state.folder);
      if (choice === undefined) return;
      if (preview.kind === "possible") {
        const problem = await rewindFiles(conversation, promptId);
        if (problem !== undefined) throw new Error(`The files were not restored: ${problem}`);
        conversation.notice("info", `Rewound ${counted(preview.files.length)} to before “${titleOf(conversation, promptId)}”.`);
      }
      if (choice === restoreBoth || choice === rewindOnly) {
        const text = await rewindConversation(conversation, promptId);
        if (text === undefined) throw new Error("The conversation could not be cut there; it stays as it is.");
        view.setDraft([text, chat.draft].filter(Boolean).join("\n"));
        view.resync();
        await view.focus();
      }
    },
  };
}

async function pickPrompt(conversation: Conversation): Promise<string | undefined> {
  const items = conversation.prompts.map((prompt) => ({ label: prompt.text.split("\n", 1)[0] ?? "", id: prompt.id }));
  const picked = await vscode.window.showQuickPick(items, { title: "Rewind to before a message", placeHolder: "Files go back to how they were before it" });
  return picked?.id;
}

function confirm(preview: RewindPreview, folder: string): Thenable<string | undefined> {
  if (preview.kind === "impossible") {
    const detail = `${preview.reason}\n\nThe conversation alone can go back; files stay as they are.`;
    return vscode.window.showWarningMessage("Files cannot be restored to this point.", { modal: true, detail }, rewindOnly);
  }
  const names = preview.files.slice(0, listedFiles).map((file) => (path.relative(folder, file).startsWith("..") ? file : path.relative(folder, file)));
  if (preview.files.length > listedFiles) names.push(`and ${preview.files.length - listedFiles} more`);
  const dirty = vscode.workspace.textDocuments.filter((document) => document.isDirty && preview.files.includes(document.uri.fsPath));
  const detail = [
    names.length > 0 ? `${names.join("\n")}\n\n+${preview.insertions} −${preview.deletions} lines` : "No file changed since.",
    dirty.length > 0 ? `Unsaved changes stay in the editor: ${dirty.map((document) => vscode.workspace.asRelativePath(document.uri)).join(", ")}` : "",
    "What shell commands and MCP tools changed does not come back.",
  ];
  return vscode.window.showWarningMessage(
    `Rewind ${counted(preview.files.length)}?`,
    { modal: true, detail: detail.filter(Boolean).join("\n\n") },
    restoreFiles,
    restoreBoth,
  );
}

function counted(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}

function titleOf(conversation: Conversation, promptId: string): string {
  const text = conversation.prompts.find((prompt) => prompt.id === promptId)?.text ?? "";
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
