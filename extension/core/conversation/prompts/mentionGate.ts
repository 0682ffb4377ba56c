import { getErrorMessage } from "../../../shared/base/failure.ts";
import { findMentions } from "../../../shared/contract/composer/mentions.ts";
import type { QueuedPrompt } from "../../../shared/contract/conversationState.ts";
import type { Hold, Participant, ParticipantContext, PromptAddition } from "../ports/participant.ts";
import type { MentionReader } from "../ports/ports.ts";

/**
 * Reads the mentions of a prompt just before it is sent, because problems and changes may differ from those when it was
 * written. If a mention cannot be read, the prompt is held with a notice; sent again, it goes without that mention.
 */
export class MentionGate implements Participant {
  readonly name = "mentions";
  readonly activity = "reading";
  readonly #mentions: MentionReader;
  readonly #conversation: ParticipantContext;

  constructor(mentions: MentionReader, conversation: ParticipantContext) {
    this.#mentions = mentions;
    this.#conversation = conversation;
  }

  beforePrompt(prompt: QueuedPrompt, signal: AbortSignal): Promise<PromptAddition | Hold> | undefined {
    return findMentions(prompt.text).length === 0 ? undefined : this.#read(prompt, signal);
  }

  async #read({ text, unpreparedBy }: QueuedPrompt, signal: AbortSignal): Promise<PromptAddition | Hold> {
    const { id, state, notice } = this.#conversation;
    try {
      const { contents, paths, unread } = await this.#mentions.read(
        { conversation: id, folder: state().folder },
        text,
        unpreparedBy === this.name,
      );
      if (unread.length > 0 && !signal.aborted) notice("warning", { code: "mentionsLeftOut", mentions: unread });
      return { contents, mentioned: paths };
    } catch (error) {
      return { hold: { code: "mentionFailed", reason: getErrorMessage(error) } };
    }
  }
}
