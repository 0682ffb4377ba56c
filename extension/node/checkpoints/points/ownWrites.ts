/**
 * The files that the calls of a conversation can write between two points. A call that waits for the user does not run;
 * a call that can write any file makes all changes meanwhile its own, and one that names its files only those.
 */
export class OwnWrites {
  readonly #hasBackground: () => boolean;
  /** Calls that run and can write any file, and those that ran since the last `take`. */
  readonly #running = new Set<string>();
  readonly #ran = new Set<string>();
  /** Absolute paths of files that other calls wrote since the last `take`. */
  readonly #named = new Set<string>();
  /** True while all calls of the conversation are noted here, and since the last `take`. */
  #isFollowed = false;
  #wasFollowed = false;
  #hadBackground = false;

  /** `hasBackground`: returns whether commands of the conversation run beside its calls. */
  constructor(hasBackground: () => boolean) {
    this.#hasBackground = hasBackground;
  }

  /** True while nothing of the conversation runs that can write any file. */
  get isQuiet(): boolean {
    return this.#running.size === 0 && !this.#hasBackground();
  }

  /** Begins a turn of which all calls are noted. */
  beginTurn(): void {
    this.#isFollowed = true;
  }

  /** Ends it: nothing runs any more, and what writes from now on is not known here. */
  endTurn(): void {
    this.#isFollowed = false;
    this.#wasFollowed = false;
    this.#running.clear();
  }

  /** Notes a call that begins to run and can write any file. */
  begin(call: string): void {
    this.#running.add(call);
    this.#ran.add(call);
  }

  /** Notes that a call that was to begin waits for the user instead. */
  withdraw(call: string): void {
    this.#running.delete(call);
    this.#ran.delete(call);
  }

  end(call: string): void {
    this.#running.delete(call);
  }

  /** Notes the absolute path of a file that a call wrote. */
  wrote(path: string): void {
    this.#named.add(path);
  }

  /** Returns the paths that can have been written since the last call of this; undefined for any file. */
  take(): readonly string[] | undefined {
    const hasBackground = this.#hasBackground();
    const isKnown = this.#wasFollowed && this.#ran.size === 0 && !hasBackground && !this.#hadBackground;
    const own = isKnown ? [...this.#named] : undefined;
    this.#wasFollowed = this.#isFollowed;
    this.#hadBackground = hasBackground;
    this.#named.clear();
    this.#ran.clear();
    for (const call of this.#running) this.#ran.add(call);
    return own;
  }
}
