import * as vscode from "vscode";
import { attachmentLimits } from "../contract/attachments.ts";
import type { PickedFile } from "../contract/toWebview.ts";
import type { ChatPanels } from "../panel/chatPanels.ts";
import { asideTexts, attachTexts } from "../text/rows.ts";
import type { Command } from "./command.ts";

/** Attaches files that the user picks. They are read on the page, as those are that are picked, pasted or dropped there. */
export function attachCommand(panels: ChatPanels): Command {
  return {
    async run() {
      const options = { canSelectMany: true, title: attachTexts.title(), openLabel: attachTexts.action() };
      const files = await Promise.all(((await vscode.window.showOpenDialog(options)) ?? []).map(readPicked));
      if (files.length > 0) await panels.tell({ type: "attachFiles", files });
    },
  };
}

/** Asks the model something that the conversation does not include. */
export function askAsideCommand(panels: ChatPanels): Command {
  return {
    async run() {
      const question = await vscode.window.showInputBox({ title: asideTexts.title(), prompt: asideTexts.detail() });
      if (question?.trim()) await panels.tell({ type: "askAside", question: question.trim() });
    },
  };
}

async function readPicked(uri: vscode.Uri): Promise<PickedFile> {
  const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    // A pipe would be waited for.
    if (!(type & vscode.FileType.File)) return { name, problem: "notReadable" };
    if (size > attachmentLimits.all) return { name, problem: "tooMuch" };
    return { name, data: Buffer.from(await vscode.workspace.fs.readFile(uri)).toString("base64") };
  } catch {
    return { name, problem: "notReadable" };
  }
}
