import { Emitter } from "../../base/emitter.ts";

/** Whether a page that should show a conversation could not start: native views say so, and stand in for it. */
export class PageHealth {
  readonly #changed: Emitter<boolean>;
  readonly #tell: () => void;
  #late = 0;
  #isTold = false;

  /** `tell`: tells the user what to do, once. */
  constructor(tell: () => void, onError: (error: unknown) => void) {
    this.#tell = tell;
    this.#changed = new Emitter(onError);
  }

  /** There is a page that could not start, or none any more. */
  get onDidChange() {
    return this.#changed.event;
  }

  /** One more page could not start, or one did after all. */
  note(isLate: boolean): void {
    this.#late += isLate ? 1 : -1;
    if (isLate && !this.#isTold) {
      this.#isTold = true;
      this.#tell();
    }
    if (this.#late === (isLate ? 1 : 0)) this.#changed.fire(isLate);
  }
}
