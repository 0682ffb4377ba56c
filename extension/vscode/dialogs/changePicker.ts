import * as vscode from "vscode";
import {
  getHunkChoices,
  type PickedChange,
  type PlannedChange,
  pickHunks,
} from "../../core/conversations/isolation/isolationPlan.ts";
import type { IsolatedFolder } from "../../core/conversations/isolationPorts.ts";
import type { FileChange, Hunk } from "../../core/review/changeSet.ts";
import { escapeLine, escapePath } from "../../shared/base/invisible.ts";
import { isolationText as text } from "../../shared/text/changes/isolation.ts";
import { toLabelText } from "../plainText.ts";

interface Item extends vscode.QuickPickItem {
  readonly planned: PlannedChange;
  /** Hunks between which the user can choose. */
  readonly hunks: FileChange | undefined;
  isPicked: readonly boolean[];
}

/** Lets the user pick changes to apply; a button of a file with several hunks lets the user pick some of them. */
export function pickChanges(
  folder: IsolatedFolder,
  planned: readonly PlannedChange[],
): Promise<readonly PickedChange[] | undefined> {
  const items = toItems(planned);
  const list = vscode.window.createQuickPick<Item>();
  list.title = toLabelText(text.pickChanges(escapePath(folder.root)));
  list.canSelectMany = true;
  list.ignoreFocusOut = true;
  list.items = items;
  list.selectedItems = items.filter(({ planned: { effect } }) => effect === "clean");
  return new Promise((resolve, reject) => {
    let isInFile = false;
    const end = (picked: readonly PickedChange[] | undefined): void => {
      resolve(picked);
      list.dispose();
    };
    const choose = async (item: Item): Promise<void> => {
      if (!item.hunks) return;
      const selected = new Set(list.selectedItems);
      isInFile = true;
      list.hide();
      const isPicked = await pickInFile(item, item.hunks);
      isInFile = false;
      if (isPicked) {
        item.isPicked = isPicked;
        item.description = toLabelText(describe(item.planned, isPicked));
        if (isPicked.includes(true)) selected.add(item);
        else selected.delete(item);
      }
      list.items = items;
      list.selectedItems = items.filter((each) => selected.has(each));
      list.show();
    };
    list.onDidAccept(() =>
      end(
        list.selectedItems.flatMap(({ planned: each, hunks, isPicked }) =>
          hunks ? (pickHunks(each, hunks, isPicked) ?? []) : each,
        ),
      ),
    );
    list.onDidHide(() => (isInFile ? undefined : end(undefined)));
    list.onDidTriggerItemButton(({ item }) => {
      choose(item).catch(reject);
    });
    list.show();
  });
}

/** Returns the changes that can be applied; those with several hunks have a button. */
function toItems(planned: readonly PlannedChange[]): readonly Item[] {
  const button: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("list-selection"),
    tooltip: text.pickHunks(),
  };
  return planned.flatMap((each): Item[] => {
    if (each.effect === "blocked") return [];
    const hunks = getHunkChoices(each);
    const label = toLabelText(escapePath(each.change.path));
    const isPicked = hunks?.hunks.map(() => true) ?? [];
    const description = toLabelText(describe(each, isPicked));
    return [{ label, description, planned: each, hunks, isPicked, ...(hunks ? { buttons: [button] } : {}) }];
  });
}

/** Lets the user pick hunks of a file; undefined if the user goes back. */
async function pickInFile({ label, isPicked }: Item, { hunks }: FileChange): Promise<readonly boolean[] | undefined> {
  const items = hunks.map((hunk, index) => ({ ...describeHunk(hunk), picked: isPicked[index] === true, index }));
  const title = toLabelText(text.pickHunksOf(label));
  const picked = await vscode.window.showQuickPick(items, { title, canPickMany: true, ignoreFocusOut: true });
  return picked && hunks.map((_, index) => picked.some((each) => each.index === index));
}

function describeHunk({ oldStart, lines }: Hunk): { readonly label: string; readonly description: string } {
  const changed = lines.filter(({ sign }) => sign !== " ");
  const added = changed.filter(({ sign }) => sign === "+").length;
  const line = oldStart + lines.findIndex(({ sign }) => sign !== " ");
  const first = changed[0];
  const label = toLabelText(escapeLine(`${first?.sign ?? ""} ${first?.text.trim() ?? ""}`));
  return { label, description: toLabelText(text.hunkPlace(line, added, changed.length - added)) };
}

function describe({ effect, change: { base, theirs } }: PlannedChange, isPicked: readonly boolean[]): string {
  const kind = theirs ? (base ? text.changed() : text.added()) : text.deleted();
  const count = isPicked.filter(Boolean).length;
  const part = count < isPicked.length ? text.hunksPicked(count, isPicked.length) : "";
  return [kind, effect === "blocked" ? "" : text[effect](), part].filter(Boolean).join(" · ");
}
