import { Emitter } from "../../../shared/base/emitter.ts";

/**
 * Tracks pages of conversations that could not start. Each says so itself; native views report it too, and replace
 * them.
 */
export class PageHealth {
  readonly #changed: Emitter<boolean>;
  #late = 0;

  constructor(onError: (error: unknown) => void) {
    this.#changed = new Emitter(onError);
  }

  /** Fires with true when the first page could not start, with false when none is left. */
  get onDidChange() {
    return this.#changed.event;
  }

  /** Records that one more page could not start (true), or that a late one did after all (false). */
  note(isLate: boolean): void {
    this.#late += isLate ? 1 : -1;
    if (this.#late === (isLate ? 1 : 0)) this.#changed.fire(isLate);
  }
}
