import {
  buildFindExpression,
  type FindHit,
  type FindProblem,
  type FindQuery,
} from "../../../extension/shared/contract/find.ts";
import type { FromWebview } from "../../../extension/shared/contract/fromWebview.ts";

/** A position of a match. */
export interface MatchPosition extends FindHit {
  /** Index of the match in the item, from 0. */
  readonly occurrence: number;
}

/** State of the search in a conversation. */
export class FindState {
  isOpen = $state(false);
  query: FindQuery = $state.raw({ text: "", isCase: false, isRegex: false });
  hits: readonly FindHit[] = $state.raw([]);
  problem: FindProblem | undefined = $state();
  /** Index of the selected match among all matches, from 0; -1 if none is selected. */
  at = $state(-1);
  /** Number of selections of a match, including repeated ones. */
  choices = $state(0);
  /** Number of requests to focus the search field. */
  focusRequests = $state(0);
  readonly total = $derived(this.hits.reduce((sum, { count }) => sum + count, 0));
  readonly place: MatchPosition | undefined = $derived(getPlace(this.hits, this.at));
  readonly #send: (message: FromWebview) => void;
  readonly #show: (place: MatchPosition) => void;
  #searches = 0;

  /** The host performs the search; results arrive at `take` with the same search number. `show` scrolls to a match. */
  constructor(send: (message: FromWebview) => void, show: (place: MatchPosition) => void) {
    this.#send = send;
    this.#show = show;
  }

  open(): void {
    this.isOpen = true;
    this.focusRequests++;
    this.again();
  }

  close(): void {
    this.isOpen = false;
    this.#forget();
  }

  look(change: Partial<FindQuery>): void {
    this.query = { ...this.query, ...change };
    this.#forget();
    this.again();
  }

  /** Repeats the search, because the conversation has changed. */
  again(): void {
    if (this.isOpen && this.query.text !== "")
      this.#send({ type: "find", search: ++this.#searches, query: this.query });
  }

  /** Takes search results; drops those of an earlier search. */
  take(search: number, found: readonly FindHit[] | FindProblem): void {
    if (search !== this.#searches) return;
    this.problem = typeof found === "string" ? found : undefined;
    this.hits = typeof found === "string" ? [] : found;
    // The newest match is nearest to the visible content.
    if (this.at === -1 || this.at >= this.total) this.#go(this.total - 1);
  }

  /** Returns whether the selected match is in the item, and a part of the item's text matches the query. */
  isIn(id: string, part: () => string): boolean {
    // Safe for any expression: the host has matched it against the whole text within its time limit, and a part takes
    // no longer.
    return this.place?.id === id && buildFindExpression(this.query)?.test(part()) === true;
  }

  next(by: 1 | -1): void {
    this.choices++;
    if (this.total > 0) this.#go((this.at + by + this.total) % this.total);
  }

  #go(at: number): void {
    this.at = at;
    if (this.place) this.#show(this.place);
  }

  #forget(): void {
    this.#searches++;
    this.hits = [];
    this.problem = undefined;
    this.at = -1;
  }
}

function getPlace(hits: readonly FindHit[], at: number): MatchPosition | undefined {
  let left = at;
  for (const hit of hits) {
    if (left >= 0 && left < hit.count) return { ...hit, occurrence: left };
    left -= hit.count;
  }
  return undefined;
}
