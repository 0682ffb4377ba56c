import type { ConversationState } from "../../../extension/shared/contract/conversationState.ts";
import { composerText } from "../../../extension/shared/text/composer/composer.ts";
import type { CardForms } from "../../requests/cardForms.svelte.ts";
import { getCardKeyLabel } from "../../requests/cardKeys.ts";

/** Returns the text of the empty field if `claude` suggests no message. `keyAnswer` is the effect of its key. */
export function getPlaceholder({ attachments, status }: ConversationState, keyAnswer: CardForms["keyAnswer"]): string {
  // With an attachment the keys belong to the message.
  if (keyAnswer && attachments.length === 0) {
    const key = getCardKeyLabel("allow");
    return keyAnswer.kind === "allows" ? composerText.allowsPlaceholder(key) : composerText.approvesPlaceholder(key);
  }
  return status === "working" ? composerText.queuePlaceholder() : composerText.placeholder();
}
