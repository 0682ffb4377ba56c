/** The names of a permission mode and of a model. */
export interface KnownChoices {
  readonly mode?: string | undefined;
  readonly model?: string | undefined;
}

/**
 * The last report of a conversation in this webview: one that starts shows it, disabled, until it has reported its own.
 */
export class LastKnown {
  current: KnownChoices = $state.raw({});
  readonly #save: () => void;

  /** `save` stores the webview's state. */
  constructor(save: () => void) {
    this.#save = save;
  }

  /** Takes over a stored value of any shape. */
  restore(saved: unknown): void {
    const { mode, model } = (typeof saved === "object" && saved !== null ? saved : {}) as Partial<
      Record<keyof KnownChoices, unknown>
    >;
    this.current = {
      mode: typeof mode === "string" ? mode : undefined,
      model: typeof model === "string" ? model : undefined,
    };
  }

  note(mode: string, model: string): void {
    if (this.current.mode === mode && this.current.model === model) return;
    this.current = { mode, model };
    this.#save();
  }
}
