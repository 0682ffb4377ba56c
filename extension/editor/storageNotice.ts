import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import { inMessage } from "./plainText.ts";

/** Says what is and what is not saved while the disk refuses it; undefined for a disk that takes all again. */
export function tellStorage(reason: string | undefined): void {
  if (reason === undefined) {
    void vscode.window.showInformationMessage(t("Tandem saves drafts and queued messages again."));
    return;
  }
  const text = t(
    "Tandem cannot save drafts, queued messages and which conversations are open: {0}. They are kept while this window is open. What was said is saved by the claude program, as far as it can. Free some space, or make the folder writable.",
    reason,
  );
  void vscode.window.showWarningMessage(inMessage(text));
}
