import type { PickedFile } from "../../extension/shared/contract/toWebview.ts";

/** Composer functions that editor commands call; each is undefined until its component is mounted. */
export class ComposerActions {
  /** Scrolls to the prompt before or after the current scroll position. */
  stepPrompt: ((by: 1 | -1) => void) | undefined;
  /** Sends the draft, as the send button does. */
  sendDraft: (() => void) | undefined;
  /** Text of the message on which the context menu was opened. */
  pointed: string | undefined;
  attachPicked: ((files: readonly PickedFile[]) => void) | undefined;
  /** True while pending requests of the same kind are shown together, to be allowed at once. */
  showsAlike = $state(false);
}
