import vm from "node:vm";
import type { ConversationSearch } from "../conversations/actions/findActions.ts";
import { textRenderer } from "../text/textRenderer.ts";

/** How long a search may hold the extension host, in milliseconds. */
const limitMs = 1_000;

/** How a conversation is searched: what its texts read as on the screen, and how often an expression occurs in them. */
export const conversationSearch: ConversationSearch = { ...textRenderer, countMatches };

/**
 * How often an expression occurs in each text. A person's expression can take for ever, which nothing but another context
 * can end: undefined then.
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
