/** Prompts that were sent before, gone through with the arrow keys. A draft that stood there comes back after the newest, or once what was recalled is sent. */
export class Recall {
  /** How many prompts back; 0 is the draft. */
  #back = 0;
  #draft = "";
  /** What was put into the composer last: another text there is the user's own. */
  #shown: string | undefined;

  /** The text for the composer one prompt earlier (1) or later (-1); undefined for no change. `prompts`: newest first. */
  step(by: 1 | -1, text: string, prompts: readonly string[]): string | undefined {
    if (this.#back === 0) this.#draft = text;
    else if (text !== this.#shown && this.#draft === "") {
      // What was made of a recalled prompt is a draft of its own.
      this.#draft = text;
      this.#back = 0;
    }
    const back = this.#back + by;
    if (back < 0 || back > prompts.length) return undefined;
    this.#back = back;
    this.#shown = back === 0 ? this.#draft : prompts[back - 1];
    return this.#shown;
  }

  /** Whether a text is a recalled one, as it was: the arrow keys go on from there. */
  isShown(text: string): boolean {
    return this.#back > 0 && text === this.#shown;
  }

  /** What is in the composer is sent. Returns the draft that stood there before something was recalled; empty for none. */
  finish(): string {
    const draft = this.#back > 0 ? this.#draft : "";
    this.#back = 0;
    this.#draft = "";
    this.#shown = undefined;
    return draft;
  }
}
