import { SvelteSet } from "svelte/reactivity";
import type { ConversationState } from "../../extension/contract/conversationState.ts";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { ConversationId } from "../../extension/contract/ids.ts";
import type { MentionSuggestion } from "../../extension/contract/suggestions.ts";
import { commandRows } from "../state/commandRows.ts";
import { categoryRows, foundRows, overviewRows } from "../state/mentionRows.ts";
import type { Category, Suggestion } from "../state/suggestion.ts";
import { findTokenAt, type PromptToken } from "./promptToken.ts";

/** What the composer offers for the word before the cursor. */
export class Suggestions {
  items: readonly Suggestion[] = $state.raw([]);
  active = $state(0);
  /** What was chosen for this draft, or put into it by the host: mentions, whatever they look like. */
  picked: SvelteSet<string> = $state.raw(new SvelteSet());
  readonly #picks = new Map<ConversationId, SvelteSet<string>>();
  readonly #conversation: () => ConversationState | undefined;
  readonly #send: (message: FromWebview) => void;
  #token: PromptToken | undefined;
  /** What was chosen for the word to be one of. */
  #category: Category | undefined;
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

  /** Whether one of the rows can be taken; else the list is only read, and has no key but Escape. */
  get hasChoice(): boolean {
    return this.items.some(({ isDisabled }) => !isDisabled);
  }

  /** The text or the cursor changed. */
  follow(text: string, caret: number): void {
    const token = findTokenAt(text, caret);
    if (token === undefined || token.start !== this.#dismissed) this.#dismissed = undefined;
    if (!token || this.#dismissed !== undefined) return this.close();
    const word = text.slice(token.start, token.end);
    // What was chosen is not looked for again; in a folder one can go on.
    if (this.picked.has(word) && !word.endsWith("/")) return this.close();
    const before = this.#token;
    const isOther = token.start !== before?.start || token.kind !== before.kind;
    this.#token = token;
    if (isOther) this.#category = undefined;
    if (!isOther && token.query === before.query && (this.isOpen || token.kind === "mention")) return;
    if (token.kind === "command") return this.#show(commandRows(token.query, this.#conversation()));
    // Until others are found, those stay that fit what is written now: a key may choose one at any time.
    const kept = isOther ? [] : this.items.filter((row) => !row.category && !row.isDisabled && hasLetters(row, token.query)).map(({ group, ...row }) => row);
    if (token.query === "") this.#show(this.#rowsOf([], false));
    else this.#show(kept, this.items[this.active]);
    this.#send({ type: "findMentions", search: ++this.#searches, query: token.query });
  }

  /** The program said which commands and agents there are: what is asked for already may be among them. */
  renew(): void {
    if (this.#token?.kind === "command") this.#show(commandRows(this.#token.query, this.#conversation()), this.items[this.active]);
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
  take(search: number, found: readonly MentionSuggestion[], isDone = false): void {
    if (search !== this.#searches || this.#token?.kind !== "mention") return;
    // What comes later must not move the choice to another row.
    const first = this.items.findIndex(({ isDisabled }) => !isDisabled);
    this.#show(this.#rowsOf(found, isDone), this.active <= first ? undefined : this.items[this.active]);
  }

  close(): void {
    this.#token = undefined;
    this.#category = undefined;
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
    if (!this.hasChoice) return;
    do this.active = (this.active + by + this.items.length) % this.items.length;
    while (this.items[this.active]?.isDisabled);
  }

  /** What a row puts in place of which part of the text; undefined where nothing asks, and for a category, whose rows are shown then. */
  accept(text: string, index = this.active): { readonly start: number; readonly end: number; readonly insert: string } | undefined {
    const item = this.items[index];
    const token = this.#token;
    if (!item || !token || item.isDisabled) return undefined;
    if (item.category) {
      this.#category = item.category;
      this.#show(this.#rowsOf([], false));
      this.#send({ type: "findMentions", search: ++this.#searches, query: token.query });
      return undefined;
    }
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

  #rowsOf(found: readonly MentionSuggestion[], isDone: boolean): readonly Suggestion[] {
    const query = this.#token?.query ?? "";
    if (this.#category) return categoryRows(this.#category, query, found, isDone);
    return query === "" ? overviewRows(found, this.#conversation()?.agents.length ?? 0) : foundRows(query, found, isDone);
  }

  /** Shows rows, each once; `chosen` stays so where it is among them. */
  #show(items: readonly Suggestion[], chosen?: Suggestion): void {
    const shown = new Map(items.map((row) => [getName(row), row]));
    this.items = [...shown.values()];
    const name = chosen && getName(chosen);
    const at = this.items.findIndex((row) => getName(row) === name);
    this.active = Math.max(0, at === -1 ? this.items.findIndex(({ isDisabled }) => !isDisabled) : at);
  }
}

/** Rows of the same are one. */
function getName({ icon, insert, isDisabled, label }: Suggestion): string {
  return isDisabled ? label : `${icon} ${insert}`;
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
