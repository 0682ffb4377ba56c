import * as vscode from "vscode";
import type { ListFilter } from "../../conversations/list/listFilter.ts";
import { dialogText } from "../../text/dialogs.ts";

/** Asks what the tree of conversations is filtered by, which it is while that is typed. Escape takes the filter back. */
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
