import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, toDisposable } from "../../../shared/base/disposable.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { ListedConversation } from "./listedConversation.ts";
import type { SessionSearch } from "./sessionCatalog.ts";

/** Pause in ms after the last key before transcripts are searched. */
const restMs = 150;

/**
 * A filter of the list: by title, first prompt, folder, branch and tag at once, and by the full text as matches are
 * found.
 */
export class ListFilter implements Disposable {
  readonly #search: SessionSearch;
  readonly #clock: Clock;
  readonly #changed: Emitter<void>;
  /** Matching line by session id. */
  readonly #hits = new Map<string, string>();
  #text = "";
  #isSearching = false;
  #resting: Disposable = toDisposable(() => {});
  #searching = new AbortController();

  constructor(search: SessionSearch, clock: Clock, logger: Logger) {
    this.#search = search;
    this.#clock = clock;
    this.#changed = new Emitter((error) => logger.error(`a listener of the filter failed: ${getErrorMessage(error)}`));
  }

  get onDidChange() {
    return this.#changed.event;
  }

  /** Filter text; empty for no filter. */
  get text(): string {
    return this.#text;
  }

  /** True while more matches may be found. */
  get isSearching(): boolean {
    return this.#isSearching;
  }

  /** Sets the filter text and cancels the previous search. */
  set(text: string): void {
    this.#searching.abort();
    this.#resting.dispose();
    this.#searching = new AbortController();
    this.#text = text.trim();
    this.#hits.clear();
    // A single letter occurs in every transcript, so it is not searched.
    this.#isSearching = this.#text.length > 1;
    this.#changed.fire();
    if (this.#isSearching) this.#resting = this.#clock.after(restMs, () => void this.#find());
  }

  /** Checks whether a row passes the filter. */
  accepts({ title, folder, session }: ListedConversation): boolean {
    if (this.#text === "") return true;
    const wanted = this.#text.toLowerCase();
    const known = [title, folder, session?.firstPrompt, session?.branch, session?.tag];
    return (
      known.some((text) => text?.toLowerCase().includes(wanted)) ||
      (session !== undefined && this.#hits.has(session.sessionId))
    );
  }

  /** Returns the matching line of the transcript, for a row that matches by it. */
  findLine({ session }: ListedConversation): string | undefined {
    return session && this.#hits.get(session.sessionId);
  }

  dispose(): void {
    this.#searching.abort();
    this.#resting.dispose();
  }

  async #find(): Promise<void> {
    const found = ({ sessionId, line }: { sessionId: string; line: string }): void => {
      this.#hits.set(sessionId, line);
      this.#changed.fire();
    };
    const { signal } = this.#searching;
    await this.#search.search(this.#text, found, signal);
    if (signal.aborted) return;
    this.#isSearching = false;
    this.#changed.fire();
  }
}
