import * as vscode from "vscode";
import type { TellUnread, UnreadFile } from "../../core/conversations/ports.ts";
import { background } from "../../shared/base/background.ts";
import { editorText } from "../../shared/text/editor.ts";
import { toMessageText } from "../plainText.ts";

/**
 * Tells the user which data is saved and which is not while the disk rejects writes; without a reason, that saving
 * works again.
 */
export function notifyStorage(reason: string | undefined): void {
  if (reason === undefined) {
    void vscode.window.showInformationMessage(editorText.savesAgain());
    return;
  }
  const text = editorText.notSaving(reason);
  void vscode.window.showWarningMessage(toMessageText(text));
}

/**
 * Returns a function that tells the user about files of Tandem that are not read: one message for each cause, with a
 * button that shows the log.
 */
export function createUnreadNotice(log: vscode.LogOutputChannel): TellUnread {
  const told = new Set<UnreadFile["why"]>();
  return ({ file, why, reason = "" }) => {
    if (told.has(why)) return;
    told.add(why);
    const texts = {
      newer: editorText.stateNewer(),
      damaged: editorText.stateDamaged(file),
      unreadable: editorText.stateUnreadable(file, reason),
    };
    background(showUnread(texts[why], log), log, "telling about a file that is not read");
  };
}

async function showUnread(text: string, log: vscode.LogOutputChannel): Promise<void> {
  const showLog = editorText.showLog();
  if ((await vscode.window.showWarningMessage(toMessageText(text), showLog)) === showLog) log.show();
}
