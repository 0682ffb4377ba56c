import { buildFindExpression, type FindHit, type FindProblem, type FindQuery } from "../../extension/contract/find.ts";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";

/** A place where what was looked for occurs. */
export interface MatchPosition extends FindHit {
  /** Which of the occurrences in the item, from 0. */
  readonly occurrence: number;
}

/** The search in a conversation. */
export class FindState {
  isOpen = $state(false);
  query: FindQuery = $state.raw({ text: "", isCase: false, isRegex: false });
  hits: readonly FindHit[] = $state.raw([]);
  problem: FindProblem | undefined = $state();
  /** Which of all occurrences is shown, from 0; -1 before one is. */
  at = $state(-1);
  /** Counts the times that a place was chosen, be it the same again. */
  choices = $state(0);
  /** Counts the times that the field is to have the focus. */
  focusRequests = $state(0);
  readonly total = $derived(this.hits.reduce((sum, { count }) => sum + count, 0));
  readonly place: MatchPosition | undefined = $derived(getPlace(this.hits, this.at));
  readonly #send: (message: FromWebview) => void;
  readonly #show: (place: MatchPosition) => void;
  #searches = 0;

  /** The host looks for a query; what is found comes to `take` under the same number. `show` brings a place to the screen. */
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

  /** Looks again for the same: something was said since. */
  again(): void {
    if (this.isOpen && this.query.text !== "") this.#send({ type: "find", search: ++this.#searches, query: this.query });
  }

  /** What was found for a search; of an earlier one it is late. */
  take(search: number, found: readonly FindHit[] | FindProblem): void {
    if (search !== this.#searches) return;
    this.problem = typeof found === "string" ? found : undefined;
    this.hits = typeof found === "string" ? [] : found;
    // The newest is nearest to what is on the screen.
    if (this.at === -1 || this.at >= this.total) this.#go(this.total - 1);
  }

  /** Whether the place that is shown is in an item, and a part of the item's text holds what was looked for. */
  isIn(id: string, part: () => string): boolean {
    // The host found it in all of the text in time, so that a part takes no longer.
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
