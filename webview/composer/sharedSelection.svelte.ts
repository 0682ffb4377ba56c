import type { EditorSelection } from "../../extension/contract/suggestions.ts";

/** What is selected in the editor goes with a prompt, unless the user leaves it out, or what it mentions holds it; of a file that may hold secrets only if the user wants it. */
export class SharedSelection {
  current: EditorSelection | undefined = $state.raw();
  #isLeftOut = $state(false);
  /** This very selection is to go, once, though it would not go by itself. */
  #isTaken = $state(false);

  /** Whether it goes with the next prompt, which mentions it already or does not. */
  isIncluded(isMentioned: boolean): boolean {
    if (!this.current) return false;
    return this.#isTaken || !(this.#isLeftOut || this.#staysBy(isMentioned));
  }

  /** Turns round what is shown. What is said of a selection that does not go by itself is not said of others. */
  toggle(isMentioned: boolean): void {
    const goes = this.isIncluded(isMentioned);
    const stays = this.#staysBy(isMentioned);
    this.#isTaken = !goes && stays;
    if (!stays) this.#isLeftOut = goes;
  }

  take(selection: EditorSelection | undefined): void {
    const { current } = this;
    const isSame = current && selection && current.path === selection.path && current.first === selection.first && current.last === selection.last;
    if (!isSame) this.#isTaken = false;
    this.current = selection;
  }

  /** A prompt was sent, or another conversation is shown: what was said of this very selection is over. */
  clear(): void {
    this.#isTaken = false;
  }

  #staysBy(isMentioned: boolean): boolean {
    return isMentioned || this.current?.isSecret === true;
  }
}
