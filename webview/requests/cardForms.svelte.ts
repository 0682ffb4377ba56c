import type { FieldValue } from "../../extension/contract/elicitation.ts";

/** What is half typed or chosen on the card of a request. */
export class CardForm {
  /** The field for words stands in place of the buttons. */
  isWriting = $state(false);
  feedback = $state("");
  /** The field for another input stands in place of the buttons, with what was typed there; undefined before anything was. */
  isEditing = $state(false);
  input: string | undefined = $state();
  /** Chosen options of each question, by their indexes. */
  chosen: number[][] = $state([]);
  /** What was typed beside the options of each question. */
  others: string[] = $state([]);
  /** The question that is shown of several, from 0. */
  step = $state(0);
  /** What stands in the fields of a form; null for one that is left out, undefined before anything was typed. */
  values: (FieldValue | null | undefined)[] = $state([]);
  /** Only its title shows. */
  isFolded = $state(false);
  #revision: number | undefined;
  #isOpening = false;

  /** The user opened the field: the cursor belongs in it. */
  write(): void {
    this.isWriting = this.#isOpening = true;
  }

  /** Another revision than the one that was folded shows itself whole. */
  unfoldFor(revision: number): void {
    if (revision !== this.#revision) this.isFolded = false;
    this.#revision = revision;
  }

  edit(): void {
    this.isEditing = this.#isOpening = true;
  }

  /** The field goes; what was typed there is kept, unless it was taken. */
  endEdit(isTaken: boolean): void {
    this.isEditing = false;
    if (isTaken) this.input = undefined;
  }

  /** Whether the user just opened the field; once, since a card can come back by itself. */
  takesFocus(): boolean {
    const isOpening = this.#isOpening;
    this.#isOpening = false;
    return isOpening;
  }
}

/** How many are kept: a card that nobody sees may come back. */
const kept = 50;

/** Forms by the call that asks: they outlive their cards, which go when another conversation is shown or the request is asked anew. */
export class CardForms {
  /** Puts the focus on the first answer of the card in front; undefined without one. */
  focusCard: (() => void) | undefined;
  readonly #forms = new Map<string, CardForm>();

  of(toolId: string): CardForm {
    const form = this.#forms.get(toolId) ?? new CardForm();
    // The one that was used last is the last to go.
    this.#forms.delete(toolId);
    this.#forms.set(toolId, form);
    for (const name of [...this.#forms.keys()].slice(0, -kept)) this.#forms.delete(name);
    return form;
  }
}
