import path from "node:path";
import * as vscode from "vscode";
import type { ProposalText } from "../../core/conversation/requests/proposals.ts";
import { parseConversationUri } from "../../core/conversations/conversationUri.ts";
import type { DiffSettings } from "../../core/review/hiddenLines.ts";
import { escapePath } from "../../shared/base/invisible.ts";
import { editorText } from "../../shared/text/editor.ts";
import { asText } from "../files/asText.ts";

/** The documents of a proposal. `isPlain`: a new file, whose right side alone is shown in a normal editor. */
export interface ProposalDocuments {
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
  readonly proposal: ProposalText;
  readonly isPlain: boolean;
}

/** Opens the tab of a proposal, without the focus. */
export async function openTab(
  { left, right, proposal, isPlain }: ProposalDocuments,
  viewColumn: vscode.ViewColumn,
): Promise<void> {
  const title = editorText.proposed(escapePath(path.basename(proposal.path)));
  const options = asText({ preview: false, preserveFocus: true, viewColumn });
  if (isPlain) await vscode.commands.executeCommand("vscode.open", right, options, title);
  else await vscode.commands.executeCommand("vscode.diff", left, right, title, options);
}

/**
 * Returns the column for the written file; undefined if the tab of the diff is not visible, or if an editor other than
 * a conversation has the focus.
 */
export function getColumn(shown: ProposalDocuments): vscode.ViewColumn | undefined {
  const tabs = getTabs(shown).filter((tab) => tab.isActive);
  if (tabs.some((tab) => tab.group.isActive)) return vscode.ViewColumn.Active;
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isChatActive = input instanceof vscode.TabInputCustom && parseConversationUri(input.uri) !== undefined;
  return tabs.length > 0 && isChatActive ? vscode.ViewColumn.Beside : undefined;
}

/** Returns a text that names the tab in front. */
export function getTabInFront(): string {
  const { activeTab, viewColumn } = vscode.window.tabGroups.activeTabGroup;
  const uri = activeTab?.input instanceof vscode.TabInputText ? activeTab.input.uri.toString() : "";
  return `${viewColumn} ${activeTab?.label} ${uri}`;
}

function getVisible(uri: vscode.Uri): readonly vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === uri.toString());
}

/** Returns the visible editors of the right side, the active one first. */
export function getEditors({ right }: ProposalDocuments): vscode.TextEditor[] {
  const { activeTextEditor } = vscode.window;
  const editors = [...getVisible(right)];
  return editors.sort((one, other) => Number(other === activeTextEditor) - Number(one === activeTextEditor));
}

export function getTabs({ right }: ProposalDocuments): vscode.Tab[] {
  return findTabs((modified) => modified.toString() === right.toString());
}

/** Returns the tabs that show a matching document, alone or as the right side of a diff. */
export function findTabs(isMeant: (modified: vscode.Uri) => boolean): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => {
      if (input instanceof vscode.TabInputTextDiff) return isMeant(input.modified);
      return input instanceof vscode.TabInputText && isMeant(input.uri);
    });
}

/**
 * Returns whether the end of the last hunk is on the screen in an editor of the proposal. What it removes at the end of
 * the file is on the left side alone, which can be much longer.
 */
export function isEndVisible(shown: ProposalDocuments): boolean {
  const { before, after, hunks } = shown.proposal;
  const end = hunks.at(-1)?.end ?? 1;
  const left = end < countLines(after) ? [] : getVisible(shown.left);
  return (
    getEditors(shown).some((editor) => hasReached(editor, end)) &&
    left.every((editor) => hasReached(editor, countLines(before)))
  );
}

/** Returns whether the last of some lines from the beginning is on the screen. */
function hasReached({ visibleRanges }: vscode.TextEditor, lines: number): boolean {
  return visibleRanges.some(({ end }) => end.line >= Math.max(lines - 1, 0));
}

/** Returns the number of lines; the end of a line begins no other one. */
function countLines(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}

/** Returns the scope in which the editor reads the settings of a document: with its language. */
function getScope(uri: vscode.Uri): vscode.ConfigurationScope {
  const { textDocuments } = vscode.workspace;
  const languageId = textDocuments.find((document) => document.uri.toString() === uri.toString())?.languageId;
  return languageId === undefined ? uri : { uri, languageId };
}

/** Reads the settings of diffs that apply to a document. */
export function readDiffSettings(uri: vscode.Uri): DiffSettings {
  const scope = getScope(uri);
  const diff = vscode.workspace.getConfiguration("diffEditor", scope);
  const megabytes = diff.get<number>("maxFileSize", 50);
  const editor = vscode.workspace.getConfiguration("editor", scope);
  const line = editor.get<number>("stopRenderingLineAfter", 10_000);
  const ownWrap = diff.get<string>("wordWrap", "inherit");
  const wrap = ownWrap === "inherit" ? editor.get<string>("wordWrap", "off") : ownWrap;
  return {
    ignoresEdges: diff.get<boolean>("ignoreTrimWhitespace", true),
    maxLength: megabytes > 0 ? megabytes * 1024 * 1024 : Number.POSITIVE_INFINITY,
    maxLine: line > 0 ? line : Number.POSITIVE_INFINITY,
    wraps: wrap !== "off",
  };
}

/**
 * Lets all diffs of the user show changes of white space. Where a workspace, or a setting for the language of
 * `document`, says otherwise, it would win over the user's setting, so it is changed too.
 */
export async function showWhiteSpace(document: vscode.Uri | undefined): Promise<void> {
  const name = "ignoreTrimWhitespace";
  const settings = vscode.workspace.getConfiguration("diffEditor", document && getScope(document));
  const found = settings.inspect<boolean>(name);
  const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
  await settings.update(name, false, Global);
  const closer = [
    [found?.workspaceValue, Workspace, false],
    [found?.workspaceFolderValue, WorkspaceFolder, false],
    [found?.globalLanguageValue ?? found?.defaultLanguageValue, Global, true],
    [found?.workspaceLanguageValue, Workspace, true],
    [found?.workspaceFolderLanguageValue, WorkspaceFolder, true],
  ] as const;
  for (const [value, target, isOfLanguage] of closer)
    if (value === true) await settings.update(name, false, target, isOfLanguage);
}
