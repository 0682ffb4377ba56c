import { SvelteSet } from "svelte/reactivity";
import type { ConversationState } from "../../extension/contract/conversationState.ts";
import { type FromWebview, ownCommands } from "../../extension/contract/fromWebview.ts";
import type { ConversationId } from "../../extension/contract/ids.ts";
import { type MentionKind, type MentionSuggestion, mentionText } from "../../extension/contract/suggestions.ts";
import { commandDetail, ownCommandHint, ownCommandText, suggestionText } from "../../extension/text/suggestions.ts";
import { type PromptToken, tokenAt } from "./promptToken.ts";

/** A row of the list of suggestions. */
export interface Suggestion {
  readonly icon: string;
  readonly label: string;
  /** Of a command: what can be written behind it. */
  readonly argumentHint?: string;
  readonly detail: string;
  /** What takes the place of the word that asked for it. */
  readonly insert: string;
  /** More is to be chosen below it: no blank follows, and no quotation mark ends it. Chosen again, it is meant itself. */
  readonly isOpen?: boolean;
}

/** Rows that are offered at once. */
const mostShown = 50;

/** What the composer offers for the word before the cursor. */
export class Suggesting {
  items: readonly Suggestion[] = $state.raw([]);
  active = $state(0);
  /** What was chosen for this draft, or put into it by the host: mentions, whatever they look like. */
  picked: SvelteSet<string> = $state.raw(new SvelteSet());
  readonly #picks = new Map<ConversationId, SvelteSet<string>>();
  readonly #conversation: () => ConversationState | undefined;
  readonly #send: (message: FromWebview) => void;
  #token: PromptToken | undefined;
  /** Where a list was closed with Escape: it stays closed for that word. */
  #dismissed: number | undefined;
  /** Something was asked for when the field lost the focus. */
  #isLeft = false;
  #searches = 0;

  /** Mentions are looked for by the host; what is found comes to `take` under the same number. */
  constructor(conversation: () => ConversationState | undefined, send: (message: FromWebview) => void) {
    this.#conversation = conversation;
    this.#send = send;
  }

  /** Another conversation is shown, which has a draft of its own. */
  show(conversation: ConversationId, before: ConversationId | undefined): void {
    if (before !== undefined) this.#picks.set(before, this.picked);
    this.picked = this.#picks.get(conversation) ?? new SvelteSet();
    this.#dismissed = undefined;
    this.#isLeft = false;
    this.close();
  }

  get isOpen(): boolean {
    return this.items.length > 0;
  }

  /** The text or the cursor changed. */
  follow(text: string, caret: number): void {
    const token = tokenAt(text, caret);
    if (token === undefined || token.start !== this.#dismissed) this.#dismissed = undefined;
    if (!token || this.#dismissed !== undefined) return this.close();
    const word = text.slice(token.start, token.end);
    // What was chosen is not looked for again; in a folder one can go on.
    if (this.picked.has(word) && !word.endsWith("/")) return this.close();
    const before = this.#token;
    const isOther = token.start !== before?.start || token.kind !== before.kind;
    this.#token = token;
    if (!isOther && token.query === before.query && (this.isOpen || token.kind === "mention")) return;
    if (token.kind === "command") return this.#show(commandsFor(token.query, this.#conversation()));
    // Until others are found, those stay that fit what is written now: a key may choose one at any time.
    const kept = isOther ? [] : this.items.filter((row) => hasLetters(row, token.query));
    this.#show(kept, this.items[this.active]);
    this.#send({ type: "findMentions", search: ++this.#searches, query: token.query });
  }

  /** The program said which commands and agents there are: what is asked for already may be among them. */
  renew(): void {
    if (this.#token?.kind === "command") this.#show(commandsFor(this.#token.query, this.#conversation()), this.items[this.active]);
    if (this.#token?.kind === "mention") this.#send({ type: "findMentions", search: ++this.#searches, query: this.#token.query });
  }

  /** Notes what the host put into the draft: what is nothing but mentions. */
  note(inserted: string): void {
    const mentions = inserted.match(/@(?:"[^"\n]+"|\S+)/g) ?? [];
    if (mentions.join(" ") === inserted.trim()) for (const mention of mentions) this.picked.add(mention);
  }

  /** Whether what is offered is for the word that begins there. */
  isFor(start: number): boolean {
    return this.#token?.start === start;
  }

  /** What was found for a search; of an earlier one it is late. */
  take(search: number, found: readonly MentionSuggestion[]): void {
    if (search !== this.#searches || this.#token?.kind !== "mention") return;
    // What comes later must not move the choice to another row.
    this.#show(found.map(mentionRow), this.active === 0 ? undefined : this.items[this.active]);
  }

  close(): void {
    this.#token = undefined;
    this.items = [];
    // What is still being looked for comes too late.
    this.#searches++;
  }

  /** The field lost the focus: the list is closed, until it comes back. */
  leave(): void {
    this.#isLeft = this.#token !== undefined;
    this.close();
  }

  comeBack(text: string, caret: number): void {
    if (this.#isLeft) this.follow(text, caret);
    this.#isLeft = false;
  }

  /** Closes the list until another word asks. */
  dismiss(): void {
    this.#dismissed = this.#token?.start;
    this.close();
  }

  move(by: 1 | -1): void {
    this.active = (this.active + by + this.items.length) % this.items.length;
  }

  /** What a row puts in place of which part of the text; undefined where nothing asks. */
  accept(text: string, index = this.active): { readonly start: number; readonly end: number; readonly insert: string } | undefined {
    const item = this.items[index];
    const token = this.#token;
    if (!item || !token) return undefined;
    this.close();
    if (token.kind === "mention") this.picked.add(item.insert);
    const { start } = token;
    const word = text.slice(start, token.end);
    // A quotation mark that ended the word ends it no more.
    const end = word.startsWith('@"') && text[token.end] === '"' ? token.end + 1 : token.end;
    const opened = item.insert.replace(/"$/, "");
    if (item.isOpen && word !== opened) return { start, end, insert: opened };
    return { start, end, insert: /\s/.test(text[end] ?? "") ? item.insert : `${item.insert} ` };
  }

  /** Whether the word is already all that the chosen row would make of it. */
  get isWhole(): boolean {
    return this.#token?.kind === "command" && this.items[this.active]?.insert === `/${this.#token.query}`;
  }

  /** Shows rows, each once; `chosen` stays so where it is among them. */
  #show(items: readonly Suggestion[], chosen?: Suggestion): void {
    const shown = new Map(items.map((row) => [nameOf(row), row]));
    this.items = [...shown.values()];
    const name = chosen && nameOf(chosen);
    this.active = Math.max(
      0,
      this.items.findIndex((row) => nameOf(row) === name),
    );
  }
}

/** Rows of the same are one. */
function nameOf({ icon, insert }: Suggestion): string {
  return `${icon} ${insert}`;
}

/** Whether a row holds the letters of a query in their order, which is the least that the host asks of one. */
function hasLetters({ insert, label, detail }: Suggestion, query: string): boolean {
  const held = `${insert} ${label} ${detail}`.toLowerCase();
  let at = -1;
  return [...query.toLowerCase()].every((letter) => {
    at = held.indexOf(letter, at + 1);
    return at !== -1;
  });
}

const icons: { readonly [K in MentionKind]: string } = {
  file: "codicon-file",
  openFile: "codicon-file",
  folder: "codicon-folder",
  symbol: "codicon-symbol-method",
  memory: "codicon-notebook",
  agent: "codicon-robot",
  resource: "codicon-database",
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
    ...own.map((name) => ({
      icon: "codicon-symbol-event",
      label: `/${name}`,
      argumentHint: ownCommandHint(name),
      detail: ownCommandText(name),
      insert: `/${name}`,
    })),
    ...(conversation?.commands ?? [])
      .filter(({ name }) => !Object.hasOwn(ownCommands, name))
      .map((command) => ({
        icon: command.isTerminalOnly ? "codicon-terminal" : "codicon-symbol-event",
        label: `/${command.name}`,
        argumentHint: command.argumentHint,
        detail: commandDetail(command),
        insert: `/${command.name}`,
      })),
  ];
  const wanted = query.toLowerCase();
  const fits = (row: Suggestion): boolean => row.insert.slice(1).toLowerCase().includes(wanted);
  const isFirst = (row: Suggestion): boolean => row.insert.slice(1).toLowerCase().startsWith(wanted);
  // Named as what is not for people (2.1.329).
  const isInner = (row: Suggestion): boolean => row.insert.startsWith("/_");
  const found = rows
    .filter(fits)
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || Number(isInner(a)) - Number(isInner(b)) || (a.insert < b.insert ? -1 : 1));
  return found.slice(0, mostShown);
}
