import path from "node:path";
import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import type { ListedConversation } from "../conversations/conversationList.ts";
import type { SearchHit, SessionSearch } from "../conversations/ports.ts";
import { ageText, listedStateText, untitled } from "../text/conversationList.ts";
import { inLabel } from "./plainText.ts";

interface Item extends vscode.QuickPickItem {
  readonly key?: string;
}

/** How long typing rests before texts are searched, and how long hits are gathered before they are shown, in milliseconds. */
const restMs = 150;
const gatherMs = 50;

/** Offers conversations by title and first prompt at once, and by all that was said in them as it is found. Resolves with a key. */
export function pickConversation(listed: readonly ListedConversation[], search: SessionSearch): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick<Item>();
  picker.title = t("Open a conversation");
  picker.placeholder = t("Title, first message, or anything that was said");
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  const named = listed.map(itemOf);
  const bySession = new Map(listed.flatMap((entry) => (entry.session ? [[entry.session.sessionId, entry] as const] : [])));
  let hits: Item[] = [];
  let searching = new AbortController();
  let resting: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;
  const show = (): void => {
    gathering = undefined;
    const { activeItems } = picker;
    const heading = { label: t("In the text"), kind: vscode.QuickPickItemKind.Separator };
    picker.keepScrollPosition = true;
    picker.items = hits.length === 0 ? named : [...named, heading, ...hits];
    // What the user is on stays chosen while more is found.
    if (activeItems.length > 0) picker.activeItems = activeItems.filter((item) => picker.items.includes(item));
  };
  const showSoon = (): void => {
    gathering ??= setTimeout(show, gatherMs);
  };
  const found = ({ sessionId, line }: SearchHit): void => {
    const entry = bySession.get(sessionId);
    if (!entry) return;
    hits.push({ ...itemOf(entry), detail: line, alwaysShow: true });
    showSoon();
  };
  const begin = (text: string): void => {
    const { signal } = searching;
    picker.busy = true;
    void search.search(text, found, signal).finally(() => {
      if (!signal.aborted) picker.busy = false;
    });
  };
  picker.onDidChangeValue((value) => {
    searching.abort();
    searching = new AbortController();
    clearTimeout(resting);
    picker.busy = false;
    if (hits.length > 0) {
      hits = [];
      showSoon();
    }
    // One letter is in every text.
    if (value.trim().length > 1) resting = setTimeout(() => begin(value.trim()), restMs);
  });
  picker.items = named;
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.activeItems[0]?.key);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      searching.abort();
      clearTimeout(resting);
      clearTimeout(gathering);
      picker.dispose();
    });
    picker.show();
  });
}

function itemOf({ key, title, state, session, folder }: ListedConversation): Item {
  const age = session && ageText(session.time, Date.now());
  const tag = session?.tag && `#${session.tag}`;
  const description = [listedStateText(state) || age, session?.branch, path.basename(folder), tag].filter(Boolean).join(" · ");
  const detail = session && session.firstPrompt !== title ? session.firstPrompt : "";
  return { label: inLabel(title || untitled()), description, detail, key };
}
