import { stripControl } from "../../../base/invisible.ts";
import { createConversationMention, type MentionSuggestion, type SourceMention } from "../../../contract/suggestions.ts";
import type { WholeConversation } from "../../../contract/wholeConversation.ts";
import { attachedText } from "../../../text/prompts.ts";
import type { Conversations } from "../../conversations.ts";
import type { ConversationList } from "../../list/conversationList.ts";
import { isMatchingMention, type MentionContext, type MentionSource } from "./mentions.ts";

export interface ConversationMentionsOptions {
  readonly conversations: Conversations;
  readonly list: ConversationList;
  /** Reads a conversation of the list; undefined for an empty one, null for a missing one. */
  readonly read: (key: string) => Promise<WholeConversation | undefined | null>;
  /** Formats a conversation as text for the model. */
  readonly textOf: (conversation: WholeConversation) => string;
}

/** Mentions of past conversations, and of agents that `claude` announced. */
export class ConversationMentions implements MentionSource {
  readonly #options: ConversationMentionsOptions;

  constructor(options: ConversationMentionsOptions) {
    this.#options = options;
  }

  async suggest({ conversation }: MentionContext, query: string): Promise<readonly MentionSuggestion[]> {
    const { conversations, list } = this.#options;
    const { state } = conversations.get(conversation)?.conversation ?? {};
    const agents = (state?.agents ?? []).filter(isAgent).map((name): MentionSuggestion => ({ kind: "agent", text: `agent-${name}` }));
    if (query !== "") await list.load();
    const past = list.all.flatMap(({ key, session }): readonly MentionSuggestion[] => {
      if (!session || session.sessionId === state?.sessionId || key === conversation) return [];
      return [{ kind: "conversation", text: createConversationMention(session.sessionId, session.title), label: stripControl(session.title) }];
    });
    return [
      ...agents.filter(({ text }) => isMatchingMention(query, text, text.slice("agent-".length))),
      ...(query === "" ? [] : past.filter(({ text, label = "" }) => isMatchingMention(query, text, label))),
    ];
  }

  async read(_place: MentionContext, { kind, name, text }: SourceMention): Promise<string | undefined> {
    if (kind !== "conversation") return undefined;
    const { list, read, textOf } = this.#options;
    const isMeant = (): string | undefined => list.all.find(({ session }) => session?.sessionId.startsWith(name))?.key;
    if (isMeant() === undefined) await list.refresh();
    const key = isMeant();
    const whole = key === undefined ? undefined : await read(key);
    if (!whole) throw new Error(attachedText.noConversation(text));
    return textOf(whole);
  }
}

/** Checks whether `claude` reads the name of an agent in a mention (2.0.77 to 2.1.329). */
function isAgent(name: string): boolean {
  return /^[\w:.@-]+$/.test(name);
}
