import { buildFindExpression, type FindHit, type FindProblem, type FindQuery } from "../../../shared/contract/find.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { collectSearchableTexts, type TextRenderer } from "../../conversation/transcript/searchableTexts.ts";
import type { Conversations } from "../conversations.ts";
import type { Notifier, Panels, PromptPicker } from "../ports.ts";

/** Questions about the prompts of a conversation. */
export interface FindQuestions extends PromptPicker<"show">, Notifier {}

/** Functions that a search in a conversation needs. */
export interface ConversationSearch extends TextRenderer {
  /** Counts the matches of an expression in each text; undefined where that takes too long. */
  countMatches(expression: RegExp, texts: readonly string[]): readonly number[] | undefined;
}

/** Number of pages that a search loads and leaves in memory, so that the next search does not read them again. */
const loadedPages = 4;

export interface FindActionsOptions {
  readonly conversations: Conversations;
  readonly dialogs: FindQuestions;
  readonly panels: Panels;
  /** Called with each search. */
  readonly loadSearching: () => Promise<ConversationSearch>;
}

/** Finds text in conversations and shows prompts. */
export class FindActions {
  readonly #options: FindActionsOptions;

  constructor(options: FindActionsOptions) {
    this.#options = options;
  }

  /**
   * Finds the matches of a query in a conversation, in transcript order, without loading it as a whole.
   * `isThinkingHidden` leaves out the thinking of the model. Ends without a hit once `isWanted` returns false.
   */
  async find(
    id: ConversationId,
    query: FindQuery,
    isThinkingHidden = false,
    isWanted = () => true,
  ): Promise<readonly FindHit[] | FindProblem> {
    const { conversations, loadSearching } = this.#options;
    const open = conversations.get(id);
    const expression = buildFindExpression(query);
    if (!expression) return "notRegex";
    if (!open || query.text === "") return [];
    const searching = await loadSearching();
    const { transcript } = open.conversation;
    await transcript.loadPages(loadedPages);
    const newestFirst: (readonly FindHit[])[] = [];
    for await (const part of transcript.readParts()) {
      const texts = (await collectSearchableTexts(part, searching)).filter(
        ({ isThinking }) => !isThinking || !isThinkingHidden,
      );
      const counts = searching.countMatches(
        expression,
        texts.map(({ text }) => text),
      );
      if (!counts) return "tooSlow";
      if (!isWanted()) return [];
      newestFirst.push(
        texts.flatMap(({ id: item, agents }, index) =>
          counts[index] ? [{ id: item, agents, count: counts[index] }] : [],
        ),
      );
    }
    const hits = newestFirst.reverse().flat();
    transcript.noteListed(hits.map(({ id: item, agents: [agent] }) => ({ id: agent ?? item })));
    return hits;
  }

  /** Opens the search of a conversation; the current one is the default. */
  async openFind(id?: ConversationId): Promise<void> {
    const { conversations, dialogs, panels } = this.#options;
    const open = id === undefined ? conversations.current : conversations.get(id);
    if (!open) return dialogs.say("noConversation");
    await panels.focus(open.id);
    panels.openFind(open.id);
  }

  /** Shows a prompt of the current conversation; without an id the user picks it. */
  async goToPrompt(prompt?: string): Promise<void> {
    const { conversations, dialogs, panels } = this.#options;
    const open = conversations.current;
    if (!open) return dialogs.say("noConversation");
    if (prompt !== undefined) {
      await panels.focus(open.id);
      return panels.showItem(open.id, prompt);
    }
    const prompts = await open.conversation.transcript.prompts.list();
    if (prompts.length === 0) return dialogs.say("nothingSaid");
    const picked = await dialogs.pickPrompt(prompts, "show");
    if (picked !== undefined) panels.showItem(open.id, picked);
  }
}
