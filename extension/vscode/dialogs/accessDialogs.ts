import * as vscode from "vscode";
import type { ExtensionAccess } from "../../core/api/extensionAccess.ts";
import type { AccessDialogs, ApiEditor } from "../../core/api/ports.ts";
import { accessText } from "../../shared/text/requests/access.ts";
import { toLabelText, toMessageText } from "../plainText.ts";

/** Asks about extensions that use `claude`. */
export const accessDialogs: AccessDialogs = {
  askAccess: async ({ id, name }) => {
    const allow = accessText.allow();
    const detail = accessText.detail(toMessageText(id));
    return (
      (await vscode.window.showWarningMessage(
        toMessageText(accessText.question(name)),
        { modal: true, detail },
        allow,
      )) === allow
    );
  },
};

/** Lets the user choose the extensions that may use `claude`, of those that asked for it. */
export async function manageAccess(access: ExtensionAccess, editor: Pick<ApiEditor, "findExtension">): Promise<void> {
  const allowed = new Set(access.allowed);
  const known = [...new Set([...allowed, ...access.refused])];
  if (known.length === 0) return void vscode.window.showInformationMessage(accessText.none());
  const items = known.map((id) => ({
    id,
    picked: allowed.has(id),
    label: toLabelText(editor.findExtension(id)?.name ?? id),
    description: toLabelText(id),
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: accessText.title(),
    placeHolder: accessText.placeholder(),
    canPickMany: true,
  });
  if (!chosen) return;
  const ids = chosen.map(({ id }) => id);
  await access.setAllowed(
    ids.filter((id) => !allowed.has(id)),
    known.filter((id) => !ids.includes(id)),
  );
}
