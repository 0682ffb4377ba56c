import path from "node:path";
import * as vscode from "vscode";
import type { ListedConversation } from "../../core/conversations/list/listedConversation.ts";
import type { ListFilter } from "../../core/conversations/list/listFilter.ts";
import { formatAge, formatMessageCount, getListedStateText, untitled } from "../../shared/text/conversationList.ts";
import { dialogText } from "../../shared/text/dialogs.ts";
import { toLabelText } from "../plainText.ts";

interface Item extends vscode.QuickPickItem {
  readonly key?: string;
}

/** Time for which hits are collected before they are shown, in milliseconds. */
const gatherMs = 50;

/**
 * Shows conversations by title and first prompt at once, and adds matches in their texts as they are found. Resolves
 * with the key of the picked conversation. The picker sets and disposes `filter`, so it must not be shared.
 */
export function pickConversation(
  listed: readonly ListedConversation[],
  filter: ListFilter,
): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick<Item>();
  picker.title = dialogText.openConversation();
  picker.placeholder = dialogText.searchConversations();
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  const named = listed.map(getItem);
  let gathering: NodeJS.Timeout | undefined;
  const show = (): void => {
    gathering = undefined;
    const { activeItems } = picker;
    const hits = listed.flatMap((entry): Item[] => {
      const detail = filter.findLine(entry);
      return detail === undefined ? [] : [{ ...getItem(entry), detail: toLabelText(detail), alwaysShow: true }];
    });
    const heading = { label: dialogText.textMatches(), kind: vscode.QuickPickItemKind.Separator };
    picker.keepScrollPosition = true;
    picker.items = hits.length === 0 ? named : [...named, heading, ...hits];
    // The active item stays active while more hits are added.
    const active = new Set(activeItems.map(getIdentity));
    if (active.size > 0) picker.activeItems = picker.items.filter((item) => active.has(getIdentity(item)));
  };
  const following = filter.onDidChange(() => {
    picker.busy = filter.isSearching;
    gathering ??= setTimeout(show, gatherMs);
  });
  picker.onDidChangeValue((value) => filter.set(value));
  picker.items = named;
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.activeItems[0]?.key);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      following.dispose();
      filter.dispose();
      clearTimeout(gathering);
      picker.dispose();
    });
    picker.show();
  });
}

/**
 * Returns a string that identifies an item. A conversation can be listed twice: by its title, and by a match in its
 * text.
 */
function getIdentity({ key, alwaysShow }: Item): string {
  return `${alwaysShow === true}${key}`;
}

function getItem({ key, title, state, session, folder, profile }: ListedConversation): Item {
  const age = session && formatAge(session.time, Date.now());
  const tag = session?.tag && `#${session.tag}`;
  const description = [
    getListedStateText(state) || age,
    session?.branch,
    path.basename(folder),
    profile,
    tag,
    formatMessageCount(session?.messages),
  ]
    .filter(Boolean)
    .join(" · ");
  const detail = session && session.firstPrompt !== title ? session.firstPrompt : "";
  return {
    label: toLabelText(title || untitled()),
    description: toLabelText(description),
    detail: toLabelText(detail),
    key,
  };
}
