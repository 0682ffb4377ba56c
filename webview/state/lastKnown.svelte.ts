/** The names of a permission mode and of a model. */
export interface KnownChoices {
  readonly mode?: string | undefined;
  readonly model?: string | undefined;
}

/** What the conversations of this webview reported last: one that starts shows it, disabled, until it has reported its own. */
export class LastKnown {
  current: KnownChoices = $state.raw({});
  readonly #save: () => void;

  /** `save` stores the webview's state. */
  constructor(save: () => void) {
    this.#save = save;
  }

  /** Takes over what was stored, of whatever shape. */
  restore(saved: unknown): void {
    const { mode, model } = (typeof saved === "object" && saved !== null ? saved : {}) as Partial<Record<keyof KnownChoices, unknown>>;
    this.current = { mode: typeof mode === "string" ? mode : undefined, model: typeof model === "string" ? model : undefined };
  }

  note(mode: string, model: string): void {
    if (this.current.mode === mode && this.current.model === model) return;
    this.current = { mode, model };
    this.#save();
  }
}
