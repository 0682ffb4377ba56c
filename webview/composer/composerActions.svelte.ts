import type { PickedFile } from "../../extension/contract/toWebview.ts";

/** What components do for commands of the editor, each from when it is there. */
export class ComposerActions {
  /** Goes to the prompt before or after the place on the screen. */
  stepPrompt: ((by: 1 | -1) => void) | undefined;
  /** Sends what is in the composer, as its button does. */
  sendDraft: (() => void) | undefined;
  /** The text of the message that the context menu was opened on. */
  pointed: string | undefined;
  attachPicked: ((files: readonly PickedFile[]) => void) | undefined;
  /** Requests of the same kind are shown together, to be allowed at once. */
  showsAlike = $state(false);
}
