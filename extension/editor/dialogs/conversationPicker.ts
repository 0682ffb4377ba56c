import path from "node:path";
import * as vscode from "vscode";
import type { ListedConversation } from "../../conversations/list/conversationList.ts";
import type { ListFilter } from "../../conversations/list/listFilter.ts";
import { formatAge, formatMessageCount, getListedStateText, untitled } from "../../text/conversationList.ts";
import { dialogText } from "../../text/dialogs.ts";
import { toLabelText } from "./plainText.ts";

interface Item extends vscode.QuickPickItem {
  readonly key?: string;
}

/** How long hits are gathered before they are shown, in milliseconds. */
const gatherMs = 50;

/**
 * Offers conversations by title and first prompt at once, and by all that was said in them as it is found. Resolves with a key.
 * `filter` is this picker's own.
 */
export function pickConversation(listed: readonly ListedConversation[], filter: ListFilter): Promise<string | undefined> {
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
    // What the user is on stays chosen while more is found.
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

/** A conversation can stand there twice: by its name, and by what was said. */
function getIdentity({ key, alwaysShow }: Item): string {
  return `${alwaysShow === true}${key}`;
}

function getItem({ key, title, state, session, folder }: ListedConversation): Item {
  const age = session && formatAge(session.time, Date.now());
  const tag = session?.tag && `#${session.tag}`;
  const description = [getListedStateText(state) || age, session?.branch, path.basename(folder), tag, formatMessageCount(session?.messages)]
    .filter(Boolean)
    .join(" · ");
  const detail = session && session.firstPrompt !== title ? session.firstPrompt : "";
  return { label: toLabelText(title || untitled()), description: toLabelText(description), detail: toLabelText(detail), key };
}
