import * as vscode from "vscode";
import { type Choice, choiceTexts } from "../../shared/text/settings/choices.ts";
import { toLabelText } from "../plainText.ts";

/**
 * Shows choices in a quick pick that marks the current one. Returns the value that the user picked; undefined if the
 * user cancelled.
 */
export async function pickChoice(
  choices: readonly Choice[],
  title: string,
  placeHolder?: string,
): Promise<string | undefined> {
  const items = choices.map(({ value, label, detail = "", isCurrent }) => ({
    label: toLabelText(label),
    description: isCurrent ? choiceTexts.current() : "",
    detail: toLabelText(detail),
    ...(isCurrent ? { iconPath: new vscode.ThemeIcon("check") } : {}),
    value,
  }));
  const given = placeHolder === undefined ? {} : { placeHolder: toLabelText(placeHolder) };
  return (await vscode.window.showQuickPick(items, { title: toLabelText(title), ignoreFocusOut: true, ...given }))
    ?.value;
}
