import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import type { ListFilter } from "../conversations/listFilter.ts";

/** Asks what the tree of conversations is filtered by, which it is while that is typed. Escape takes the filter back. */
export function showFilterBox(filter: ListFilter): void {
  const box = vscode.window.createInputBox();
  const before = filter.text;
  let isAccepted = false;
  box.title = t("Filter conversations");
  box.placeholder = t("Title, folder, tag, or anything that was said");
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
