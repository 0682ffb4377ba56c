import { type ConversationState, findModel, getEfforts, hasFastMode } from "../../contract/conversationState.ts";
import type { ConversationId } from "../../contract/ids.ts";
import { getNextMode, type Mode, parseMode } from "../../contract/modes.ts";
import type { Conversations } from "../conversations.ts";
import type { Notifier } from "../ports.ts";

/** Questions about the settings of a conversation. Undefined means no change. */
export interface ControlQuestions extends Notifier {
  /** True when the user allowed the mode without permission requests. */
  readonly isBypassAllowed: boolean;
  pickModel(state: ConversationState): Promise<{ readonly model: string | undefined } | undefined>;
  /** An undefined `effort` selects the default. */
  pickEffort(state: ConversationState): Promise<{ readonly effort: string | undefined } | undefined>;
  /** Resolves to true when the model is to think before it answers. */
  pickThinking(state: ConversationState): Promise<boolean | undefined>;
  pickFast(state: ConversationState): Promise<boolean | undefined>;
  pickMode(state: ConversationState): Promise<string | undefined>;
}

/**
 * Actions that set the model, effort, thinking, fast mode and mode of a conversation; the current one is the default. `typed` is the argument of a
 * slash command; a missing or unknown argument opens the question.
 */
export class ControlActions {
  readonly #conversations: Conversations;
  readonly #dialogs: ControlQuestions;

  constructor(conversations: Conversations, dialogs: ControlQuestions) {
    this.#conversations = conversations;
    this.#dialogs = dialogs;
  }

  async selectModel(id?: ConversationId, typed?: string): Promise<void> {
    const conversation = await this.#conversations.awake(id);
    if (!conversation) return this.#dialogs.say("noConversation");
    const named = typed === undefined ? undefined : findModel(conversation.state, typed);
    const picked = named === undefined ? await this.#dialogs.pickModel(conversation.state) : { model: named === "default" ? undefined : named };
    if (picked) await conversation.controls.setModel(picked.model);
  }

  async selectEffort(id?: ConversationId, typed?: string): Promise<void> {
    const conversation = await this.#conversations.awake(id);
    if (!conversation) return this.#dialogs.say("noConversation");
    const efforts = getEfforts(conversation.state);
    if (efforts.length === 0) return this.#dialogs.say("noEffort");
    const named = typed?.toLowerCase() ?? "";
    const picked = efforts.includes(named)
      ? { effort: named }
      : named === "default"
        ? { effort: undefined }
        : await this.#dialogs.pickEffort(conversation.state);
    if (picked) await conversation.controls.setEffort(picked.effort);
  }

  async selectThinking(id?: ConversationId, typed?: string): Promise<void> {
    const conversation = await this.#conversations.awake(id);
    if (!conversation) return this.#dialogs.say("noConversation");
    const isOn = onOrOff(typed) ?? (await this.#dialogs.pickThinking(conversation.state));
    if (isOn !== undefined) await conversation.controls.setThinking(isOn);
  }

  async selectFastMode(id?: ConversationId, typed?: string): Promise<void> {
    const conversation = await this.#conversations.awake(id);
    if (!conversation) return this.#dialogs.say("noConversation");
    if (!hasFastMode(conversation.state)) return this.#dialogs.say("noFastMode");
    const isOn = onOrOff(typed) ?? (await this.#dialogs.pickFast(conversation.state));
    if (isOn !== undefined) await conversation.controls.setFast(isOn);
  }

  async selectMode(id?: ConversationId, typed?: string): Promise<void> {
    const named = typed === undefined ? undefined : parseMode(typed);
    if (named) return this.setMode(named, id);
    const conversation = await this.#conversations.awake(id);
    const mode = conversation && (await this.#dialogs.pickMode(conversation.state));
    if (mode !== undefined) await conversation?.controls.setMode(mode);
  }

  /** Sets a mode. The mode without permission requests is refused unless its setting allows it. */
  async setMode(mode: Mode, id?: ConversationId): Promise<void> {
    const conversation = await this.#conversations.awake(id);
    if (!conversation) return this.#dialogs.say("noConversation");
    if (!conversation.state.modes.includes(mode)) return this.#dialogs.say("modeMissing");
    if (mode === "bypassPermissions" && !this.#dialogs.isBypassAllowed) return this.#dialogs.say("bypassNotAllowed");
    await conversation.controls.setMode(mode);
  }

  /** Sets the next mode of those that the key cycles through. */
  async cycleMode(id?: ConversationId): Promise<void> {
    const conversation = await this.#conversations.awake(id);
    if (conversation) await conversation.controls.setMode(getNextMode(conversation.state.mode));
  }
}

function onOrOff(typed: string | undefined): boolean | undefined {
  const word = typed?.toLowerCase();
  return word === "on" || word === "off" ? word === "on" : undefined;
}
