/**
 * Steps through earlier prompts with the arrow keys. The draft that a recalled prompt replaced comes back after the
 * newest prompt, or once the recalled prompt is sent.
 */
export class Recall {
  /** Number of prompts back; 0 is the draft. */
  #back = 0;
  #draft = "";
  /** The text that the last step put into the composer; any other text there is the user's own. */
  #shown: string | undefined;

  /**
   * Returns the text for the composer one prompt earlier (1) or later (-1); undefined for no change. `prompts`: newest
   * first.
   */
  step(by: 1 | -1, text: string, prompts: readonly string[]): string | undefined {
    if (this.#back === 0) this.#draft = text;
    else if (text !== this.#shown && this.#draft === "") {
      // An edited recalled prompt becomes the draft.
      this.#draft = text;
      this.#back = 0;
    }
    const back = this.#back + by;
    if (back < 0 || back > prompts.length) return undefined;
    this.#back = back;
    this.#shown = back === 0 ? this.#draft : prompts[back - 1];
    return this.#shown;
  }

  /** Returns whether a text is an unchanged recalled prompt, from which the arrow keys continue. */
  isShown(text: string): boolean {
    return this.#back > 0 && text === this.#shown;
  }

  /**
   * Resets the recall when the composer's text is sent. Returns the draft that a recalled prompt replaced; empty for
   * none.
   */
  finish(): string {
    const draft = this.#back > 0 ? this.#draft : "";
    this.#back = 0;
    this.#draft = "";
    this.#shown = undefined;
    return draft;
  }
}
