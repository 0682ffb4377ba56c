import { type Disposable, toDisposable } from "../../../shared/base/disposable.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { EarlierSession, EarlierSessions } from "./rewoundSessions.ts";
import type { SessionCatalog, SessionSummary } from "./sessionCatalog.ts";

/** Time in ms after a rewind in which the end of its process may still write into the session that it left. */
const leavingMs = 2 * 60_000;

/** The saved conversations as they were read last, and the sessions that rewinds left behind. */
export class SavedSessions implements Disposable {
  readonly #catalog: SessionCatalog;
  readonly #rewound: EarlierSessions;
  readonly #logger: Logger;
  readonly #onRead: () => void;
  #all: readonly SessionSummary[] = [];
  #byId: ReadonlyMap<string, SessionSummary> = new Map();
  #left: ReadonlyMap<string, readonly EarlierSession[]> = new Map();
  #reading: Promise<void> | undefined;
  #isStale = false;
  #isRead = false;
  #watching: Disposable = toDisposable(() => {});

  /** `onRead`: called after each reading. */
  constructor(catalog: SessionCatalog, rewound: EarlierSessions, logger: Logger, onRead: () => void) {
    this.#catalog = catalog;
    this.#rewound = rewound;
    this.#logger = logger;
    this.#onRead = onRead;
  }

  /** True once a reading was requested. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** The newest first. */
  get all(): readonly SessionSummary[] {
    return this.#all;
  }

  get(sessionId: string | undefined): SessionSummary | undefined {
    return sessionId === undefined ? undefined : this.#byId.get(sessionId);
  }

  /** Reads the saved conversations unless they were read before; from then on changes are watched. Never rejects. */
  async load(): Promise<void> {
    if (!this.#isRead) await this.refresh();
    else await this.#reading;
  }

  /**
   * Reads the saved conversations again. Of several calls at once the last one is sure to see the state of the disk at
   * its time. Never rejects.
   */
  async refresh(): Promise<void> {
    this.#isStale = true;
    this.#isRead = true;
    // Watch again: a folder that did not exist at the first call may exist now.
    this.#watching.dispose();
    this.#watching = this.#watch();
    this.#reading ??= this.#read();
    await this.#reading;
  }

  /**
   * Returns the sessions that rewinds left behind, by the existing session that continues them. A session that was
   * continued since is not one of them.
   */
  findEarlier(isOpen: ReadonlySet<string | undefined>): ReadonlyMap<string, readonly SessionSummary[]> {
    const found = new Map<string, readonly SessionSummary[]>();
    for (const [successor, earlier] of this.#left) {
      if (!this.#byId.has(successor) && !isOpen.has(successor)) continue;
      const behind = earlier.flatMap(({ sessionId, at }) => {
        const session = this.#byId.get(sessionId);
        return session && !isOpen.has(sessionId) && session.time <= at + leavingMs ? [session] : [];
      });
      if (behind.length > 0) found.set(successor, behind);
    }
    return found;
  }

  dispose(): void {
    this.#watching.dispose();
  }

  #watch(): Disposable {
    try {
      return this.#catalog.watch(() => void this.refresh());
    } catch (error) {
      this.#logger.warn(`could not watch the saved conversations: ${getErrorMessage(error)}`);
      return toDisposable(() => {});
    }
  }

  async #read(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        this.#all = await this.#catalog.list();
        this.#byId = new Map(this.#all.map((session) => [session.sessionId, session]));
        this.#left = this.#rewound.read();
      } catch (error) {
        this.#logger.warn(`could not list the saved conversations: ${getErrorMessage(error)}`);
      }
    }
    // At once: a listener that calls for another reading must get one.
    this.#reading = undefined;
    this.#onRead();
  }
}
