import type { EditedPrompt } from "../../extension/shared/contract/viewState.ts";

/** An earlier prompt that the user edits to send it again. Kept here, because rows are unmounted while scrolling. */
export class PromptEdit {
  current: EditedPrompt | undefined = $state.raw();
  readonly #changed: () => void;
  #isBegun = false;

  /** `changed` is called when the edit changes and must be stored. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Starts to edit a prompt; its field takes the focus once. */
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

  /** Ends the edit and returns the edited prompt. */
  end(): EditedPrompt | undefined {
    const { current } = this;
    this.current = undefined;
    this.#changed();
    return current;
  }
}
