import type { ViewState } from "../../extension/contract/toWebview.ts";

type Edited = NonNullable<ViewState["editing"]>;

/** An earlier prompt that is being edited, to be sent again: rows come and go with scrolling, this stays. */
export class PromptEdit {
  current: Edited | undefined = $state.raw();
  readonly #changed: () => void;
  #isBegun = false;

  /** `changed`: what the user did is to be kept. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The user wants to edit a prompt: the cursor goes there, once. */
  begin({ id, text }: Edited): void {
    this.#isBegun = true;
    this.change({ id, text });
  }

  takesFocus(): boolean {
    const isBegun = this.#isBegun;
    this.#isBegun = false;
    return isBegun;
  }

  change({ id, text }: Edited): void {
    this.current = { id, text };
    this.#changed();
  }

  /** Ends it and returns what was made of it. */
  end(): Edited | undefined {
    const { current } = this;
    this.current = undefined;
    this.#changed();
    return current;
  }
}
