import * as vscode from "vscode";
import type { ListFilter } from "../../core/conversations/list/listFilter.ts";
import { dialogText } from "../../shared/text/dialogs.ts";

/**
 * Asks for the filter of the conversation tree and applies it while the user types. Escape restores the previous
 * filter.
 */
export function showFilterBox(filter: ListFilter): void {
  const box = vscode.window.createInputBox();
  const before = filter.text;
  let isAccepted = false;
  box.title = dialogText.filter();
  box.placeholder = dialogText.filterPlaceholder();
  box.value = before;
  box.onDidChangeValue((value) => filter.set(value));
  box.onDidAccept(() => {
    isAccepted = true;
    box.hide();
  });
  box.onDidHide(() => {
    if (!isAccepted) filter.set(before);
    box.dispose();
  });
  box.show();
}
