/** A kind of mention, which the user can select before a mention of that kind. */
export type Category = "files" | "symbols" | "conversations" | "agents";

/** A row of the list of suggestions. */
export interface Suggestion {
  readonly icon: string;
  readonly label: string;
  readonly detail: string;
  /** Text that replaces the word before the cursor. */
  readonly insert: string;
  /** Heading above the row. */
  readonly group?: string;
  /**
   * True for a row such as a folder that can be extended: it is inserted without a trailing space or closing quotation
   * mark. Selected again, it is inserted as complete.
   */
  readonly isOpen?: boolean;
  /** Category whose rows replace the list; such a row inserts nothing. */
  readonly category?: Category;
  /** True for a row that cannot be selected; `detail` has the reason. */
  readonly isDisabled?: boolean;
}
