import { findModel, getEfforts, hasFastMode, isBypassChosen } from "../../../shared/contract/chosenSettings.ts";
import type { ConversationState } from "../../../shared/contract/conversationState.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { getNextMode, type Mode, parseMode } from "../../../shared/contract/modes.ts";
import type { Refusal } from "../../../shared/contract/refusal.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { OptionName, OptionValue } from "../../options/options.ts";
import { getOptionWords } from "../../options/optionWords.ts";
import type { Conversations } from "../conversations.ts";
import type { Notifier } from "../ports.ts";

/**
 * Options that the user can choose for one conversation, with words or conditions of their own. Others are chosen as
 * their rows say.
 */
type ChosenOption = "model" | "effort" | "maxThinkingTokens" | "fastMode" | "permissionMode";

/** Questions about the options of a conversation. */
export interface ControlQuestions extends Notifier {
  /**
   * Resolves to the word of the choice that the user picked, as it can be typed behind a command; undefined for none.
   * `words` are those of an option without a list of its own. `isBypassAllowed`: the list of modes may have the one
   * without permission requests.
   */
  pickOption(
    name: string,
    state: ConversationState,
    words: ReadonlyMap<string, unknown>,
    isBypassAllowed: boolean,
  ): Promise<string | undefined>;
}

/** One option as a command sets it. */
interface Control<T> {
  /** Returns why the option cannot be set now; undefined if it can. */
  readonly refuse?: (state: ConversationState) => Refusal | undefined;
  /** Returns the value that a word stands for; undefined if it stands for none. */
  readonly parse: (word: string, state: ConversationState) => T | undefined;
}

const controls: { readonly [N in ChosenOption]: Control<OptionValue<N>> } = {
  model: {
    parse: (word, state) => {
      const model = findModel(state, word);
      return model === "default" ? "" : model;
    },
  },
  effort: {
    refuse: (state) => (getEfforts(state).length === 0 ? "noEffort" : undefined),
    parse: (word, state) => {
      const level = word.toLowerCase();
      return level === "default"
        ? ""
        : getEfforts(state).includes(level)
          ? (level as OptionValue<"effort">)
          : undefined;
    },
  },
  maxThinkingTokens: { parse: (word) => ({ on: null, off: 0 })[word.toLowerCase()] },
  fastMode: {
    refuse: (state) => (hasFastMode(state) ? undefined : "noFastMode"),
    parse: (word) => ({ on: true, off: false })[word.toLowerCase()],
  },
  permissionMode: { parse: (word) => parseMode(word) },
};

/** Returns whether the user can choose the option for one conversation in a list. */
export function isChoosable(name: string): boolean {
  return getControl(name) !== undefined;
}

function getControl(name: string): Control<unknown> | undefined {
  if (Object.hasOwn(controls, name)) return controls[name as ChosenOption];
  const words = getOptionWords(name);
  return words && { parse: (word) => words.get(word.toLowerCase()) };
}

/** Actions that choose the value of an option for a conversation; the current conversation is the default. */
export class ControlActions {
  readonly #conversations: Conversations;
  readonly #dialogs: ControlQuestions;
  readonly #isBypassAllowed: () => boolean;

  /** `isBypassAllowed` returns whether the user allowed the mode without permission requests. */
  constructor(conversations: Conversations, dialogs: ControlQuestions, isBypassAllowed: () => boolean) {
    this.#conversations = conversations;
    this.#dialogs = dialogs;
    this.#isBypassAllowed = isBypassAllowed;
  }

  /**
   * Sets the value that `typed`, the argument of a slash command, stands for; asks if it stands for none. Ignores an
   * option without a list.
   */
  async select(name: string, id?: ConversationId, typed = ""): Promise<void> {
    const control = getControl(name);
    if (!control) return;
    const conversation = await this.#conversations.awake(id);
    if (!conversation) return this.#dialogs.say("noConversation");
    const { refuse, parse } = control;
    const refusal = refuse?.(conversation.state);
    if (refusal) return this.#dialogs.say(refusal);
    const pick = () =>
      this.#dialogs.pickOption(name, conversation.state, getOptionWords(name) ?? new Map(), this.#isBypassAllowed());
    const word = parse(typed, conversation.state) === undefined ? await pick() : typed;
    const value = word === undefined ? undefined : parse(word, conversation.state);
    if (value !== undefined) await this.#choose(conversation, name as OptionName, value as never);
  }

  /** Sets a mode. The mode without permission requests is refused unless its setting allows it. */
  async setMode(mode: Mode, id?: ConversationId): Promise<void> {
    const conversation = await this.#conversations.awake(id);
    if (!conversation) return this.#dialogs.say("noConversation");
    await this.#choose(conversation, "permissionMode", mode);
  }

  /** Sets the next mode of those that the key cycles through. */
  async cycleMode(id?: ConversationId): Promise<void> {
    const conversation = await this.#conversations.awake(id);
    if (conversation)
      await conversation.settings.choose("permissionMode", getNextMode(conversation.state.reported.permissionMode));
  }

  /** Drops what the user chose in a conversation, so that its settings apply again. */
  async reset(id?: ConversationId): Promise<void> {
    const open = id === undefined ? this.#conversations.current : this.#conversations.get(id);
    if (!open) return this.#dialogs.say("noConversation");
    await open.conversation.settings.reset();
  }

  async #choose<N extends OptionName>(conversation: Conversation, name: N, value: OptionValue<N>): Promise<void> {
    if (name === "permissionMode" && !conversation.state.modes.includes(value as Mode))
      return this.#dialogs.say("modeMissing");
    if (value === "bypassPermissions" && !this.#isBypassAllowed() && !isBypassChosen(conversation.state))
      return this.#dialogs.say("bypassNotAllowed");
    await conversation.settings.choose(name, value);
  }
}
