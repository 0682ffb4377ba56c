import { SvelteSet } from "svelte/reactivity";
import type { MentionSuggestion } from "../../../extension/shared/contract/composer/suggestions.ts";
import type { ConversationState } from "../../../extension/shared/contract/conversationState.ts";
import type { FromWebview } from "../../../extension/shared/contract/fromWebview.ts";
import type { ConversationId } from "../../../extension/shared/contract/ids.ts";
import { getCommandRows } from "../../state/commandRows.ts";
import { getCategoryRows, getFoundRows, getOverviewRows } from "../../state/mentionRows.ts";
import type { Category, Suggestion } from "../../state/suggestion.ts";
import { findTokenAt, type PromptToken } from "./promptToken.ts";

/** Suggestions of the composer for the word before the cursor. */
export class Suggestions {
  items: readonly Suggestion[] = $state.raw([]);
  active = $state(0);
  /** Mentions that were picked for this draft or inserted by the host; they count as mentions in any form. */
  picked: SvelteSet<string> = $state.raw(new SvelteSet());
  readonly #picks = new Map<ConversationId, SvelteSet<string>>();
  readonly #conversation: () => ConversationState | undefined;
  readonly #send: (message: FromWebview) => void;
  #token: PromptToken | undefined;
  /** The category that was picked for the word. */
  #category: Category | undefined;
  /** Start of the word whose list was closed with Escape; the list stays closed for that word. */
  #dismissed: number | undefined;
  /** True when a list was open as the field lost the focus. */
  #isLeft = false;
  #searches = 0;

  /** The host searches for mentions; results arrive at `take` with the same search number. */
  constructor(conversation: () => ConversationState | undefined, send: (message: FromWebview) => void) {
    this.#conversation = conversation;
    this.#send = send;
  }

  /** Switches to another conversation, which has its own draft. */
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

  /** Returns whether a row can be picked; otherwise the list is read-only and handles no key but Escape. */
  get hasChoice(): boolean {
    return this.items.some(({ isDisabled }) => !isDisabled);
  }

  /** Updates the list after a change of the text or the cursor. */
  follow(text: string, caret: number): void {
    const token = findTokenAt(text, caret);
    if (token === undefined || token.start !== this.#dismissed) this.#dismissed = undefined;
    if (!token || this.#dismissed !== undefined) return this.close();
    const word = text.slice(token.start, token.end);
    // A picked mention needs no search; a picked folder can be extended.
    if (this.picked.has(word) && !word.endsWith("/")) return this.close();
    const before = this.#token;
    const isOther = token.start !== before?.start || token.kind !== before.kind;
    this.#token = token;
    if (isOther) this.#category = undefined;
    if (!isOther && token.query === before.query && (this.isOpen || token.kind === "mention")) return;
    if (token.kind === "command") return this.#show(getCommandRows(token.query, this.#conversation()));
    // Until new results arrive, rows that still match stay: a key may pick one at any time.
    const kept = isOther
      ? []
      : this.items
          .filter((row) => !row.category && !row.isDisabled && hasLetters(row, token.query))
          .map(({ group, ...row }) => row);
    if (token.query === "") this.#show(this.#rowsOf([], false));
    else this.#show(kept, this.items[this.active]);
    this.#send({ type: "findMentions", search: ++this.#searches, query: token.query });
  }

  /** Refreshes the list after `claude` reported commands and agents, which may match the current word. */
  renew(): void {
    if (this.#token?.kind === "command")
      this.#show(getCommandRows(this.#token.query, this.#conversation()), this.items[this.active]);
    if (this.#token?.kind === "mention")
      this.#send({ type: "findMentions", search: ++this.#searches, query: this.#token.query });
  }

  /** Records mentions that the host inserted into the draft, if the inserted text consists of mentions only. */
  note(inserted: string): void {
    const mentions = inserted.match(/@(?:"[^"\n]+"|\S+)/g) ?? [];
    if (mentions.join(" ") === inserted.trim()) for (const mention of mentions) this.picked.add(mention);
  }

  /** Returns whether the suggestions are for the word that starts at `start`. */
  isFor(start: number): boolean {
    return this.#token?.start === start;
  }

  /** Takes search results; drops those of an earlier search. */
  take(search: number, found: readonly MentionSuggestion[], isDone = false): void {
    if (search !== this.#searches || this.#token?.kind !== "mention") return;
    // Later results must not move the selection to another row.
    const first = this.items.findIndex(({ isDisabled }) => !isDisabled);
    this.#show(this.#rowsOf(found, isDone), this.active <= first ? undefined : this.items[this.active]);
  }

  close(): void {
    this.#token = undefined;
    this.#category = undefined;
    this.items = [];
    // Invalidates pending searches.
    this.#searches++;
  }

  /** Closes the list when the field loses the focus; `comeBack` opens it again. */
  leave(): void {
    this.#isLeft = this.#token !== undefined;
    this.close();
  }

  comeBack(text: string, caret: number): void {
    if (this.#isLeft) this.follow(text, caret);
    this.#isLeft = false;
  }

  /** Closes the list until another word asks for suggestions. */
  dismiss(): void {
    this.#dismissed = this.#token?.start;
    this.close();
  }

  move(by: 1 | -1): void {
    if (!this.hasChoice) return;
    do this.active = (this.active + by + this.items.length) % this.items.length;
    while (this.items[this.active]?.isDisabled);
  }

  /**
   * Returns the replacement that a row makes in the text. Undefined if no word asks for suggestions, and for a
   * category, whose rows are then shown.
   */
  accept(
    text: string,
    index = this.active,
  ): { readonly start: number; readonly end: number; readonly insert: string } | undefined {
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
    // The replacement includes the quotation mark that ended the word.
    const end = word.startsWith('@"') && text[token.end] === '"' ? token.end + 1 : token.end;
    const opened = item.insert.replace(/"$/, "");
    if (item.isOpen && word !== opened) return { start, end, insert: opened };
    return { start, end, insert: /\s/.test(text[end] ?? "") ? item.insert : `${item.insert} ` };
  }

  /** Returns whether the word already equals the selected row's command. */
  get isWhole(): boolean {
    return this.#token?.kind === "command" && this.items[this.active]?.insert === `/${this.#token.query}`;
  }

  #rowsOf(found: readonly MentionSuggestion[], isDone: boolean): readonly Suggestion[] {
    const query = this.#token?.query ?? "";
    if (this.#category) return getCategoryRows(this.#category, query, found, isDone);
    return query === ""
      ? getOverviewRows(found, this.#conversation()?.agents.length ?? 0)
      : getFoundRows(query, found, isDone);
  }

  /** Shows the rows without duplicates; keeps `chosen` selected if it is among them. */
  #show(items: readonly Suggestion[], chosen?: Suggestion): void {
    const shown = new Map(items.map((row) => [getName(row), row]));
    this.items = [...shown.values()];
    const name = chosen && getName(chosen);
    const at = this.items.findIndex((row) => getName(row) === name);
    this.active = Math.max(0, at === -1 ? this.items.findIndex(({ isDisabled }) => !isDisabled) : at);
  }
}

/** Returns the identity of a row; rows with the same identity are shown once. */
function getName({ icon, insert, isDisabled, label }: Suggestion): string {
  return isDisabled ? label : `${icon} ${insert}`;
}

/** Returns whether a row contains the letters of a query in order, which is the host's minimum for a match. */
function hasLetters({ insert, label, detail }: Suggestion, query: string): boolean {
  const held = `${insert} ${label} ${detail}`.toLowerCase();
  let at = -1;
  return [...query.toLowerCase()].every((letter) => {
    at = held.indexOf(letter, at + 1);
    return at !== -1;
  });
}
