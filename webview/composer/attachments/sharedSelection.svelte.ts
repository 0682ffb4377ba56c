import type { EditorSelection } from "../../../extension/shared/contract/composer/suggestions.ts";

/**
 * Decides whether the editor selection is sent with a prompt: by default yes, unless the user excludes it or a mention
 * covers it. The selection of a file that may contain secrets is sent only if the user includes it.
 */
export class SharedSelection {
  current: EditorSelection | undefined = $state.raw();
  #isLeftOut = $state(false);
  /** True when the user included this selection for one message although it is excluded by default. */
  #isTaken = $state(false);

  /** Returns whether the selection is sent with the next prompt. `isMentioned`: a mention of the prompt covers it. */
  isIncluded(isMentioned: boolean): boolean {
    if (!this.current) return false;
    return this.#isTaken || !(this.#isLeftOut || this.#staysBy(isMentioned));
  }

  /**
   * Toggles the shown state. For a selection that is excluded by default the choice applies to this selection only,
   * otherwise also to later ones.
   */
  toggle(isMentioned: boolean): void {
    const goes = this.isIncluded(isMentioned);
    const stays = this.#staysBy(isMentioned);
    this.#isTaken = !goes && stays;
    if (!stays) this.#isLeftOut = goes;
  }

  take(selection: EditorSelection | undefined): void {
    const { current } = this;
    const isSame =
      current &&
      selection &&
      current.path === selection.path &&
      current.first === selection.first &&
      current.last === selection.last;
    if (!isSame) this.#isTaken = false;
    this.current = selection;
  }

  /** Resets the choice for this selection, after a prompt was sent or when another conversation is shown. */
  clear(): void {
    this.#isTaken = false;
  }

  #staysBy(isMentioned: boolean): boolean {
    return isMentioned || this.current?.isSecret === true;
  }
}
