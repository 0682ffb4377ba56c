import { stripControl } from "../base/invisible.ts";
import type { ContextPart, ContextUsage } from "../contract/contextUsage.ts";
import type { ControlRequestAnswer } from "../protocol/controlRequests.ts";

/** Maximum number of named parts (files and tools) that are shown besides the categories. */
const maxNamed = 8;

/**
 * Reads the answer to `get_context_usage` (2.1.329). Leaves out free space, the reserved buffer, and what is not loaded: deferred tools take no
 * space.
 */
export function readContextUsage(answer: ControlRequestAnswer<"get_context_usage">): ContextUsage {
  const { totalTokens = 0, maxTokens = 0, categories = [], memoryFiles = [], mcpTools = [] } = answer;
  const taken = categories.filter(({ kind, isDeferred }) => !isDeferred && kind !== "free" && kind !== "buffer");
  const named = [...memoryFiles.map(({ path, tokens }) => ({ name: path, tokens })), ...mcpTools.filter(({ isLoaded }) => isLoaded !== false)];
  return { used: totalTokens, window: maxTokens, parts: sortBySize(taken), largest: sortBySize(named).slice(0, maxNamed) };
}

function sortBySize(parts: readonly { readonly name?: string | undefined; readonly tokens?: number | undefined }[]): readonly ContextPart[] {
  const known = parts.flatMap(({ name, tokens }) => (name !== undefined && tokens ? [{ name: stripControl(name), tokens }] : []));
  return known.sort((a, b) => b.tokens - a.tokens);
}
