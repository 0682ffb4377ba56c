import { Emitter } from "../../base/emitter.ts";

/** Tracks pages of conversations that could not start. Native views report that and replace them. */
export class PageHealth {
  readonly #changed: Emitter<boolean>;
  readonly #tell: () => void;
  #late = 0;
  #isTold = false;

  /** `tell` shows the user a remedy, once. */
  constructor(tell: () => void, onError: (error: unknown) => void) {
    this.#tell = tell;
    this.#changed = new Emitter(onError);
  }

  /** Fires with true when the first page could not start, with false when none is left. */
  get onDidChange() {
    return this.#changed.event;
  }

  /** Records that one more page could not start (true), or that a late one did after all (false). */
  note(isLate: boolean): void {
    this.#late += isLate ? 1 : -1;
    if (isLate && !this.#isTold) {
      this.#isTold = true;
      this.#tell();
    }
    if (this.#late === (isLate ? 1 : 0)) this.#changed.fire(isLate);
  }
}
