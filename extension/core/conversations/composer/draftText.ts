/** Text that the user typed for a conversation and did not send. */
export class DraftText {
  readonly #changed: () => void;
  #draft: string;
  #written: string | undefined;
  #held: string | undefined;

  /** `changed` is called when the text must be saved. */
  constructor(draft: string, changed: () => void) {
    this.#draft = draft;
    this.#changed = changed;
  }

  /** Text in the composer. */
  get draft(): string {
    return this.#draft;
  }

  set draft(text: string) {
    this.#draft = text;
    this.#changed();
  }

  /** Text of the draft document while it is open. */
  get written(): string | undefined {
    return this.#written;
  }

  set written(text: string | undefined) {
    this.#written = text;
    this.#changed();
  }

  /** Text that was sent but waits for the answer to a question about it. */
  get held(): string | undefined {
    return this.#held;
  }

  set held(text: string | undefined) {
    this.#held = text;
    this.#changed();
  }

  get isEmpty(): boolean {
    return this.#draft === "" && this.#written === undefined && this.#held === undefined;
  }

  /** All texts, in the form in which one composer gets them back. */
  get whole(): string {
    return joinDrafts(this.#draft, this.#written, this.#held);
  }
}

/** Joins texts for one composer, one per line. */
export function joinDrafts(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join("\n");
}
