import type { Clock } from "../../base/clock.ts";
import { type Disposable, toDisposable } from "../../base/disposable.ts";
import { Emitter } from "../../base/emitter.ts";
import { getErrorMessage } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import type { ListedConversation } from "./conversationList.ts";
import type { SessionSearch } from "./sessionCatalog.ts";

/** How long typing rests before texts are searched, in milliseconds. */
const restMs = 150;

/** What is shown of the list: by title, first prompt, folder, branch and tag at once, and by all that was said as it is found. */
export class ListFilter implements Disposable {
  readonly #search: SessionSearch;
  readonly #clock: Clock;
  readonly #changed: Emitter<void>;
  /** By session, the line that fits. */
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

  /** Empty for none. */
  get text(): string {
    return this.#text;
  }

  /** More may be found yet. */
  get isSearching(): boolean {
    return this.#isSearching;
  }

  /** Filters by another text; what was looked for before is given up. */
  set(text: string): void {
    this.#searching.abort();
    this.#resting.dispose();
    this.#searching = new AbortController();
    this.#text = text.trim();
    this.#hits.clear();
    // One letter is in every text.
    this.#isSearching = this.#text.length > 1;
    this.#changed.fire();
    if (this.#isSearching) this.#resting = this.#clock.after(restMs, () => void this.#find());
  }

  /** Whether a row is shown. */
  accepts({ title, folder, session }: ListedConversation): boolean {
    if (this.#text === "") return true;
    const wanted = this.#text.toLowerCase();
    const known = [title, folder, session?.firstPrompt, session?.branch, session?.tag];
    return known.some((text) => text?.toLowerCase().includes(wanted)) || (session !== undefined && this.#hits.has(session.sessionId));
  }

  /** The line in which it was said, where that is why a row is shown. */
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
