import { stripControl } from "../../../../shared/base/invisible.ts";
import {
  createConversationMention,
  type MentionSuggestion,
  type SourceMention,
} from "../../../../shared/contract/composer/suggestions.ts";
import type {
  ConversationPart,
  ConversationParts,
  ExportedConversation,
} from "../../../../shared/contract/wholeConversation.ts";
import { attachedText } from "../../../../shared/text/prompts.ts";
import type { Conversations } from "../../conversations.ts";
import type { ConversationList } from "../../list/conversationList.ts";
import {
  isMatchingMention,
  type LongText,
  type MentionContext,
  type MentionSource,
  maxMentionLength,
} from "./mentions.ts";

/** Layout of a conversation as text, which is made part by part. */
export interface TextLayout {
  readonly start: string;
  readonly separator: string;
  readonly end: string;
  readonly texts: (part: ConversationPart) => readonly string[];
}

export interface ConversationMentionsOptions {
  readonly conversations: Conversations;
  readonly list: ConversationList;
  /** Reads a conversation of the list; undefined for an empty one, null for a missing one. */
  readonly read: (
    key: string,
    use: (conversation: ConversationParts) => Promise<LongText>,
  ) => Promise<LongText | undefined | null>;
  /** Returns the layout of a conversation as text for the model. */
  readonly layoutOf: (about: ExportedConversation) => TextLayout;
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
    const agents = (state?.agents ?? [])
      .filter(isAgent)
      .map((name): MentionSuggestion => ({ kind: "agent", text: `agent-${name}` }));
    if (query !== "") await list.load();
    const past = list.all.flatMap(({ key, session }): readonly MentionSuggestion[] => {
      if (!session || session.sessionId === state?.sessionId || key === conversation) return [];
      return [
        {
          kind: "conversation",
          text: createConversationMention(session.sessionId, session.title),
          label: stripControl(session.title),
        },
      ];
    });
    return [
      ...agents.filter(({ text }) => isMatchingMention(query, text, text.slice("agent-".length))),
      ...(query === "" ? [] : past.filter(({ text, label = "" }) => isMatchingMention(query, text, label))),
    ];
  }

  async read(_place: MentionContext, { kind, name, text }: SourceMention): Promise<LongText | undefined> {
    if (kind !== "conversation") return undefined;
    const { list, read, layoutOf } = this.#options;
    const isMeant = (): string | undefined => list.all.find(({ session }) => session?.sessionId.startsWith(name))?.key;
    if (isMeant() === undefined) await list.refresh();
    const key = isMeant();
    const found =
      key === undefined
        ? undefined
        : await read(key, (conversation) => readStart(conversation, layoutOf(conversation)));
    if (!found) throw new Error(attachedText.noConversation(text));
    return found;
  }
}

/**
 * Reads the start of a conversation as text, as much as a mention can have, and keeps no more than that and a part in
 * memory.
 */
async function readStart(
  { parts }: ConversationParts,
  { start, separator, end, texts }: TextLayout,
): Promise<LongText> {
  /** Oldest first. */
  const kept: string[] = [];
  let [keptLength, length] = [0, start.length + end.length];
  for await (const part of parts()) {
    const text = texts(part).join(separator);
    if (text === "") continue;
    length += text.length + (kept.length > 0 ? separator.length : 0);
    kept.unshift(text);
    keptLength += text.length;
    for (let last = kept.at(-1) ?? ""; keptLength - last.length >= maxMentionLength; last = kept.at(-1) ?? "") {
      kept.pop();
      keptLength -= last.length;
    }
  }
  return { start: `${start}${kept.join(separator)}${end}`, length };
}

/** Checks whether `claude` reads the name of an agent in a mention (2.0.77 to 2.1.329). */
function isAgent(name: string): boolean {
  return /^[\w:.@-]+$/.test(name);
}
