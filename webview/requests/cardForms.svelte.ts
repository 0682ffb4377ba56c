import type { FieldValue } from "../../extension/shared/contract/requests/elicitation.ts";
import type { RequestView } from "../../extension/shared/contract/requests/requests.ts";
import { ShownWhole } from "../ui/shownWhole.svelte.ts";

/** Unsent input and state of a request's card. */
export class CardForm {
  /** True while the feedback field replaces the buttons. */
  isWriting = $state(false);
  feedback = $state("");
  /**
   * True while the field for another input replaces the buttons. `input` is its text; undefined before the user types.
   */
  isEditing = $state(false);
  input: string | undefined = $state();
  /** Selected options of each question, by index. */
  chosen: number[][] = $state([]);
  /** Free text of each question. */
  others: string[] = $state([]);
  /** Index of the shown question, from 0. */
  step = $state(0);
  /** Values of a form's fields; null for a field that is left out, undefined before the user types. */
  values: (FieldValue | null | undefined)[] = $state([]);
  /** True if only the title is shown. */
  isFolded = $state(false);
  /** Functions that keys call to open a form in the place of the card's buttons. */
  ways: { readonly always?: () => void; readonly feedback?: () => void } = {};
  /** The parts of the present revision that were on the screen. */
  readonly shown = new ShownWhole();
  #unfolded: string | undefined;
  #isOpening = false;

  /** Shows the feedback field, which then takes the focus. */
  write(): void {
    this.isWriting = this.#isOpening = true;
  }

  /** Unfolds the card if it shows another request, or another revision, than the one that was folded. */
  unfoldFor({ id, revision }: Pick<RequestView, "id" | "revision">): void {
    const name = `${id} ${revision}`;
    if (name !== this.#unfolded) {
      this.isFolded = false;
      this.shown.reset();
    }
    this.#unfolded = name;
  }

  edit(): void {
    this.isEditing = this.#isOpening = true;
  }

  /** Hides the field. Keeps its text unless `isTaken`. */
  endEdit(isTaken: boolean): void {
    this.isEditing = false;
    if (isTaken) this.input = undefined;
  }

  /** Returns true once after the user opened a field, since a card can be mounted again on its own. */
  takesFocus(): boolean {
    const isOpening = this.#isOpening;
    this.#isOpening = false;
    return isOpening;
  }
}

/** Maximum number of forms kept in memory: a hidden card may be shown again. */
const kept = 50;

/**
 * Forms by tool-use id. They outlive their cards, which are removed when another conversation is shown or the request
 * is sent again.
 */
export class CardForms {
  /** Focuses the first answer of the front card; undefined if there is no card. */
  focusCard: (() => void) | undefined;
  /** The answer that Ctrl+Enter gives on the front card, while a button for it is there. */
  keyAnswer: { readonly kind: "allows" | "approves" } | undefined = $state.raw();
  readonly #forms = new Map<string, CardForm>();

  of(toolId: string): CardForm {
    const form = this.#forms.get(toolId) ?? new CardForm();
    // Moves the form to the end: the least recently used forms are dropped first.
    this.#forms.delete(toolId);
    this.#forms.set(toolId, form);
    for (const name of [...this.#forms.keys()].slice(0, -kept)) this.#forms.delete(name);
    return form;
  }
}
