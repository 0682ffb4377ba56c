/** What a user typed for a conversation and did not send. */
export class DraftText {
  readonly #changed: () => void;
  #draft: string;
  #written: string | undefined;

  /** `changed`: it is to be saved. */
  constructor(draft: string, changed: () => void) {
    this.#draft = draft;
    this.#changed = changed;
  }

  /** What stands in the composer. */
  get draft(): string {
    return this.#draft;
  }

  set draft(text: string) {
    this.#draft = text;
    this.#changed();
  }

  /** A message that is written in a document, as long as that is open. */
  get written(): string | undefined {
    return this.#written;
  }

  set written(text: string | undefined) {
    this.#written = text;
    this.#changed();
  }

  get isEmpty(): boolean {
    return this.#draft === "" && this.#written === undefined;
  }

  /** All of it, as one composer has it back. */
  get whole(): string {
    return joinDrafts(this.#draft, this.#written);
  }
}

/** Texts that belong into one composer, one below the other. */
export function joinDrafts(...texts: readonly (string | undefined)[]): string {
  return texts.filter(Boolean).join("\n");
}
