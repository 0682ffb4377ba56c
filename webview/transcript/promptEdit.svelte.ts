import type { EditedPrompt } from "../../extension/contract/toWebview.ts";

/** An earlier prompt that is being edited, to be sent again: rows come and go with scrolling, this stays. */
export class PromptEdit {
  current: EditedPrompt | undefined = $state.raw();
  readonly #changed: () => void;
  #isBegun = false;

  /** `changed`: what the user did is to be kept. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The user wants to edit a prompt: the cursor goes there, once. */
  begin({ id, text }: EditedPrompt): void {
    this.#isBegun = true;
    this.change({ id, text });
  }

  takesFocus(): boolean {
    const isBegun = this.#isBegun;
    this.#isBegun = false;
    return isBegun;
  }

  change(edited: EditedPrompt): void {
    this.current = edited;
    this.#changed();
  }

  /** Ends it and returns what was made of it. */
  end(): EditedPrompt | undefined {
    const { current } = this;
    this.current = undefined;
    this.#changed();
    return current;
  }
}
