import type { ConversationState } from "../../extension/contract/conversationState.ts";
import { type FromWebview, ownCommands } from "../../extension/contract/fromWebview.ts";
import { type MentionKind, type MentionSuggestion, mentionText } from "../../extension/contract/suggestions.ts";
import { ownCommandText, suggestionText } from "../../extension/text/suggestions.ts";
import { type PromptToken, tokenAt } from "./promptToken.ts";

/** A row of the list of suggestions. */
export interface Suggestion {
  readonly icon: string;
  readonly label: string;
  readonly detail: string;
  /** What takes the place of the word that asked for it. */
  readonly insert: string;
  /** More is to be chosen below it: no blank follows. */
  readonly isOpen?: boolean;
}

/** Rows that are offered at once. */
const mostShown = 50;

/** What the composer offers for the word before the cursor. */
export class Suggesting {
  items: readonly Suggestion[] = $state.raw([]);
  active = $state(0);
  readonly #conversation: () => ConversationState | undefined;
  readonly #send: (message: FromWebview) => void;
  #token: PromptToken | undefined;
  /** Where a list was closed with Escape: it stays closed for that word. */
  #dismissed: number | undefined;
  #searches = 0;

  /** Mentions are looked for by the host; what is found comes to `take` under the same number. */
  constructor(conversation: () => ConversationState | undefined, send: (message: FromWebview) => void) {
    this.#conversation = conversation;
    this.#send = send;
  }

  get isOpen(): boolean {
    return this.items.length > 0;
  }

  /** The text or the cursor changed. */
  follow(text: string, caret: number): void {
    const token = tokenAt(text, caret);
    if (token === undefined || token.start !== this.#dismissed) this.#dismissed = undefined;
    if (!token || this.#dismissed !== undefined) return this.close();
    const isSame = token.start === this.#token?.start && token.query === this.#token.query && token.kind === this.#token.kind;
    this.#token = token;
    if (isSame && (this.isOpen || token.kind === "mention")) return;
    if (token.kind === "command") return this.#show(commandsFor(token.query, this.#conversation()));
    this.#send({ type: "findMentions", search: ++this.#searches, query: token.query });
  }

  /** What was found for a search; of an earlier one it is late. */
  take(search: number, found: readonly MentionSuggestion[]): void {
    if (search !== this.#searches || this.#token?.kind !== "mention") return;
    // What comes later must not move the choice to another row.
    const chosen = this.active === 0 ? undefined : this.items[this.active]?.insert;
    this.#show(found.map(mentionRow));
    this.active = Math.max(
      0,
      this.items.findIndex(({ insert }) => insert === chosen),
    );
  }

  close(): void {
    this.#token = undefined;
    this.items = [];
    // What is still being looked for comes too late.
    this.#searches++;
  }

  /** Closes the list until another word asks. */
  dismiss(): void {
    this.#dismissed = this.#token?.start;
    this.close();
  }

  move(by: 1 | -1): void {
    this.active = (this.active + by + this.items.length) % this.items.length;
  }

  /** The text with a row in place of the word that asked for it, and where the cursor stands then; undefined where nothing asks. */
  accept(text: string, index = this.active): { readonly text: string; readonly caret: number } | undefined {
    const item = this.items[index];
    const token = this.#token;
    if (!item || !token) return undefined;
    this.close();
    const rest = text.slice(token.end);
    const inserted = item.isOpen || /^\s/.test(rest) ? item.insert : `${item.insert} `;
    return { text: text.slice(0, token.start) + inserted + rest, caret: token.start + inserted.length };
  }

  /** Whether the word is already all that the chosen row would make of it. */
  get isWhole(): boolean {
    return this.#token?.kind === "command" && this.items[this.active]?.insert === `/${this.#token.query}`;
  }

  #show(items: readonly Suggestion[]): void {
    this.items = items;
    this.active = 0;
  }
}

const icons: { readonly [K in MentionKind]: string } = {
  file: "codicon-file",
  openFile: "codicon-file",
  folder: "codicon-folder",
  symbol: "codicon-symbol-method",
  memory: "codicon-notebook",
  agent: "codicon-robot",
  problems: "codicon-warning",
  changes: "codicon-diff",
  commit: "codicon-git-commit",
  terminal: "codicon-terminal",
  conversation: "codicon-comment-discussion",
};

function mentionRow({ kind, text, label, detail = "" }: MentionSuggestion): Suggestion {
  const row = { icon: icons[kind], insert: mentionText(text), isOpen: kind === "folder" };
  if (kind !== "file" && kind !== "openFile" && kind !== "folder") return { ...row, label: label ?? text, detail };
  const at = text.lastIndexOf("/", text.length - 2);
  return {
    ...row,
    label: text.slice(at + 1),
    detail: [at === -1 ? "" : text.slice(0, at), kind === "openFile" ? suggestionText.open() : ""].filter(Boolean).join(" · "),
  };
}

function commandsFor(query: string, conversation: ConversationState | undefined): readonly Suggestion[] {
  const own = Object.keys(ownCommands) as (keyof typeof ownCommands)[];
  const rows: Suggestion[] = [
    ...own.map((name) => ({ icon: "codicon-symbol-event", label: `/${name}`, detail: ownCommandText(name), insert: `/${name}` })),
    ...(conversation?.commands ?? [])
      .filter(({ name }) => !Object.hasOwn(ownCommands, name))
      .map(({ name, argumentHint, description, isTerminalOnly }) => ({
        icon: isTerminalOnly ? "codicon-terminal" : "codicon-symbol-event",
        label: `/${name}${argumentHint && ` ${argumentHint}`}`,
        detail: isTerminalOnly ? suggestionText.inTerminal() : description,
        insert: `/${name}`,
      })),
  ];
  const wanted = query.toLowerCase();
  const fits = (row: Suggestion): boolean => row.insert.slice(1).toLowerCase().includes(wanted);
  const isFirst = (row: Suggestion): boolean => row.insert.slice(1).toLowerCase().startsWith(wanted);
  const found = rows.filter(fits).sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || (a.insert < b.insert ? -1 : 1));
  return found.slice(0, mostShown);
}
