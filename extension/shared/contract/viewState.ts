/** The item at the top of the screen and its scroll offset in pixels, if the view does not follow the end. */
export interface ScrollAnchor {
  readonly id: string;
  readonly offset: number;
}

/** An earlier prompt that the user is editing. */
export interface EditedPrompt {
  readonly id: string;
  readonly text: string;
  /** Ids of its attachments that are not sent again. */
  readonly without?: readonly string[] | undefined;
}

/** View state of a conversation. */
export interface ViewState {
  /** Undefined at the end of the conversation. */
  readonly anchor?: ScrollAnchor | undefined;
  /** Open cards by item id, and unfolded parts of items by item id and part name. */
  readonly open: readonly string[];
  /** The earlier prompt that is being edited, with its current text. */
  readonly editing?: EditedPrompt | undefined;
}
