/** A part of what can be mentioned, which is chosen before one of it. */
export type Category = "files" | "symbols" | "conversations" | "agents";

/** A row of the list of suggestions. */
export interface Suggestion {
  readonly icon: string;
  readonly label: string;
  readonly detail: string;
  /** What takes the place of the word that asked for it. */
  readonly insert: string;
  /** The heading that it stands under. */
  readonly group?: string;
  /** More is to be chosen below it: no blank follows, and no quotation mark ends it. Chosen again, it is meant itself. */
  readonly isOpen?: boolean;
  /** It shows its own rows in place of the list, and inserts nothing. */
  readonly category?: Category;
  /** It is only read: `detail` says why. */
  readonly isDisabled?: boolean;
}
