import * as vscode from "vscode";
import type { ForeignFile } from "../../core/conversations/rewind/rewindQuestions.ts";
import { escapeLines } from "../../shared/base/invisible.ts";
import type { FileChoice, RestorePlan } from "../../shared/contract/changes/rewind.ts";
import { rewindText } from "../../shared/text/changes/rewind.ts";
import { toLabelText } from "../plainText.ts";
import { shownIn } from "./shownPath.ts";

/** A row of the list of files that others changed; without `files` the one that ends it. */
interface ForeignRow extends vscode.QuickPickItem {
  readonly files?: readonly ForeignFile[];
  /** The decision of a row for all files. */
  readonly choice?: "keep" | "restore";
}

/**
 * Lists the files with their choices; the user changes them one by one, or all, and then continues. The list closes
 * once `closed` is aborted.
 */
export async function chooseForeign(
  files: readonly ForeignFile[],
  folder: string,
  closed: AbortSignal,
): Promise<ReadonlyMap<string, FileChoice> | undefined> {
  const choices = new Map<string, FileChoice>(files.map(({ file }) => [file.path, "keep"]));
  const head: ForeignRow[] = [{ label: `$(check) ${rewindText.continue()}` }];
  if (files.length > 1) {
    for (const choice of ["keep", "restore"] as const) head.push({ label: rewindText.allOf(choice), choice, files });
    head.push({ label: "", kind: vscode.QuickPickItemKind.Separator });
  }
  // The list opens again at the row that the user chose last.
  let last = 0;
  for (;;) {
    const rows = files.map((foreign): ForeignRow => {
      const { file } = foreign;
      return {
        label: toLabelText(shownIn(folder)(file.path)),
        description: toLabelText(rewindText.decision(choices.get(file.path) ?? "keep", file)),
        files: [foreign],
      };
    });
    const items = [...head, ...rows];
    const end = { label: rewindText.continue(), row: items[0] };
    const picked = await pickRow(items, {
      heading: rewindText.foreignTitle(),
      placeholder: rewindText.foreignPlaceholder(),
      active: last > 0 ? items[last] : undefined,
      end,
      closed,
    });
    if (!picked) return undefined;
    const [foreign] = picked.files ?? [];
    if (!foreign) return choices;
    last = picked.choice === undefined ? items.indexOf(picked) : 0;
    const choice = picked.choice ?? (await chooseWay(foreign, shownIn(folder)(foreign.file.path), closed));
    if (choice !== undefined) for (const { file } of picked.files ?? []) choices.set(file.path, choice);
  }
}

async function chooseWay(
  { file, canMerge }: ForeignFile,
  heading: string,
  closed: AbortSignal,
): Promise<FileChoice | undefined> {
  const ways: readonly FileChoice[] = (await canMerge()) ? ["keep", "restore", "merge"] : ["keep", "restore"];
  const items = ways.map((choice) => ({
    label: rewindText.choice(choice),
    detail: rewindText.choiceDetail(choice, file.effect),
    choice,
  }));
  return (await pickRow(items, { heading, closed }))?.choice;
}

interface PickOptions<T> {
  readonly heading: string;
  readonly placeholder?: string;
  /** The row with the focus at first; by default the first one. */
  readonly active?: T | undefined;
  /** Cancels the list when it is aborted. */
  readonly closed: AbortSignal;
  /** A button in the title that picks a row, which a long list may not show. */
  readonly end?: { readonly label: string; readonly row: T | undefined };
}

/** Shows a list that stays until a row is picked or it is cancelled. */
function pickRow<T extends vscode.QuickPickItem>(
  items: readonly T[],
  { heading, placeholder, active, end: button, closed }: PickOptions<T>,
): Promise<T | undefined> {
  if (closed.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<T>();
    pick.title = toLabelText(heading);
    if (placeholder !== undefined) pick.placeholder = toLabelText(placeholder);
    pick.ignoreFocusOut = true;
    pick.items = items;
    if (active) pick.activeItems = [active];
    if (button) pick.buttons = [{ iconPath: new vscode.ThemeIcon("check"), tooltip: escapeLines(button.label) }];
    pick.onDidTriggerButton(() => end(button?.row));
    pick.onDidAccept(() => end(pick.activeItems[0]));
    pick.onDidHide(() => end(undefined));
    pick.show();
    const end = (picked: T | undefined): void => {
      closed.removeEventListener("abort", cancel);
      resolve(picked);
      pick.dispose();
    };
    const cancel = (): void => end(undefined);
    closed.addEventListener("abort", cancel);
  });
}

/** A row of the files of a plan; without a path one that cannot be restored. */
interface RestoredRow extends vscode.QuickPickItem {
  readonly path?: string;
}

/**
 * Lists all files of a plan with what happens to them. The user selects those to restore; files that are not covered
 * cannot be selected.
 */
export function pickRestored(
  { files, uncovered }: RestorePlan,
  selected: ReadonlySet<string>,
  folder: string,
): Promise<ReadonlySet<string> | undefined> {
  const toShown = shownIn(folder);
  const rows = files.map((file): RestoredRow => {
    const { path } = file;
    return {
      label: toLabelText(toShown(path)),
      description: toLabelText(rewindText.effect(file, files, toShown)),
      path,
    };
  });
  const others = uncovered.map(
    ({ path, reason, size }): RestoredRow => ({
      label: toLabelText(toShown(path)),
      description: rewindText.uncovered(reason, size),
    }),
  );
  const divider: RestoredRow[] =
    others.length > 0 ? [{ label: rewindText.notCovered(), kind: vscode.QuickPickItemKind.Separator }] : [];
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<RestoredRow>();
    pick.title = rewindText.selectFiles();
    pick.canSelectMany = true;
    pick.matchOnDescription = true;
    pick.items = [...rows, ...divider, ...others];
    pick.selectedItems = rows.filter(({ path }) => path !== undefined && selected.has(path));
    pick.onDidChangeSelection((chosen) => {
      if (chosen.some(({ path }) => path === undefined))
        pick.selectedItems = chosen.filter(({ path }) => path !== undefined);
    });
    pick.onDidAccept(() => end(new Set(pick.selectedItems.flatMap(({ path }) => path ?? []))));
    pick.onDidHide(() => end(undefined));
    pick.show();
    const end = (paths: ReadonlySet<string> | undefined): void => {
      resolve(paths);
      pick.dispose();
    };
  });
}
