import { type EditorSelection, isSecretFile } from "../../extension/contract/suggestions.ts";

/** What is selected in the editor goes with a prompt, unless the user leaves it out; of a file that may hold secrets only if the user wants it. */
export class LiveSelection {
  current: EditorSelection | undefined = $state.raw();
  #isLeftOut = $state(false);
  /** This very selection of a file that may hold secrets is to go, once. */
  #isSecretTaken = $state(false);

  /** Whether it goes with the next prompt. */
  get goes(): boolean {
    const { current } = this;
    if (!current) return false;
    return isSecretFile(current.path) ? this.#isSecretTaken : !this.#isLeftOut;
  }

  toggle(): void {
    const { current, goes } = this;
    if (!current) return;
    if (isSecretFile(current.path)) this.#isSecretTaken = !goes;
    else this.#isLeftOut = goes;
  }

  take(selection: EditorSelection | undefined): void {
    const { current } = this;
    const isSame = current && selection && current.path === selection.path && current.first === selection.first && current.last === selection.last;
    if (!isSame) this.#isSecretTaken = false;
    this.current = selection;
  }

  /** A prompt was sent, or another conversation is shown: what was said of a file with secrets is over. */
  clear(): void {
    this.#isSecretTaken = false;
  }
}
