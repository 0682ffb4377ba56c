import vm from "node:vm";
import type { ConversationSearch } from "../conversations/actions/findActions.ts";
import { textRenderer } from "../text/textRenderer.ts";

/** Maximum time for which a search may block the extension host, in milliseconds. */
const limitMs = 1_000;

/** The search in a conversation: renders its texts as the page shows them, and counts the matches of an expression. */
export const conversationSearch: ConversationSearch = { ...textRenderer, countMatches };

/**
 * Returns the number of matches of an expression in each text; undefined if it takes longer than `limitMs`. A regular expression of the user can run
 * without end, and only a separate context can abort it.
 */
function countMatches(expression: RegExp, texts: readonly string[]): readonly number[] | undefined {
  const context = vm.createContext({ texts, source: expression.source, flags: expression.flags });
  const script = "const expression = new RegExp(source, flags); texts.map((text) => [...text.matchAll(expression)].filter(([found]) => found !== '').length)";
  try {
    return [...(vm.runInContext(script, context, { timeout: limitMs }) as number[])];
  } catch {
    return undefined;
  }
}
