import vm from "node:vm";
import type { ConversationSearch } from "../../core/conversations/actions/findActions.ts";
import { textRenderer } from "../../shared/text/textRenderer.ts";

/** Maximum time for which one count may block the extension host, in milliseconds. */
const limitMs = 1_000;

const script =
  "{ const expression = new RegExp(source, flags); texts.map((text) => [...text.matchAll(expression)].filter(([found]) => found !== '').length) }";

/**
 * Returns a search in a conversation: renders its texts as the page shows them, and counts the matches of an
 * expression.
 */
export function createConversationSearch(): ConversationSearch {
  // A regular expression of the user can run without end, and only a separate context can abort it.
  const context = vm.createContext({});
  return {
    ...textRenderer,
    countMatches: (expression, texts) => {
      Object.assign(context, { texts, source: expression.source, flags: expression.flags });
      try {
        return [...(vm.runInContext(script, context, { timeout: limitMs }) as number[])];
      } catch {
        return undefined;
      }
    },
  };
}
