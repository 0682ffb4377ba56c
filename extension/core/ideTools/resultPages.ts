import { cutText } from "../../shared/base/cutText.ts";
import type { ResultItem, ToolResult } from "./tool.ts";

/**
 * Maximum length of a page in characters: `claude` takes about 25 000 tokens of a result, and the model has to read
 * them.
 */
export const maxPageLength = 20_000;
/** Maximum length of one item in characters. */
const maxItemLength = 4_000;
/** Maximum number of results that can be continued, per server. */
const maxResults = 20;

interface OpenResult {
  readonly items: readonly ResultItem[];
  readonly notes: readonly string[];
}

/**
 * Divides results into pages of text. A cursor continues a result as it was, so that nothing is listed twice or left
 * out when something changes in between.
 */
export class ResultPages {
  readonly #open = new Map<string, OpenResult>();
  #count = 0;

  /** Returns the first page of a result. */
  begin({ summary, items, notes = [] }: ToolResult): string {
    return this.#write(summary, { items, notes }, String(++this.#count), 0);
  }

  /** Returns the page at a cursor; undefined if the cursor is not known, or not anymore. */
  continue(cursor: string): string | undefined {
    const [, name = "", from = ""] = /^(\d+)-(\d+)$/.exec(cursor) ?? [];
    const result = this.#open.get(name);
    return result && this.#write("", result, name, Number(from));
  }

  #write(summary: string, result: OpenResult, name: string, from: number): string {
    const { items, notes } = result;
    const lines: string[] = [];
    let length = 0;
    let index = from;
    let file: string | undefined;
    for (; index < items.length; index++) {
      const { path, text } = items[index] as ResultItem;
      const added = [
        ...(path === undefined || path === file ? [] : [path]),
        `${path === undefined ? "" : "  "}${cut(text)}`,
      ];
      const size = added.reduce((sum, line) => sum + line.length + 1, 0);
      if (length + size > maxPageLength && index > from) break;
      lines.push(...added);
      length += size;
      file = path;
    }
    const isLast = index >= items.length;
    if (!isLast) this.#keep(name, result);
    const shown = `Left out: ${items.length - index} of ${items.length} entries. To see more, repeat the call with cursor "${name}-${index}".`;
    // The first page names the omissions, since a model may read no other.
    return [summary, ...lines, ...(from === 0 ? notes : []), ...(isLast ? [] : [shown])].filter(Boolean).join("\n");
  }

  #keep(name: string, result: OpenResult): void {
    this.#open.delete(name);
    this.#open.set(name, result);
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= maxResults) return;
      this.#open.delete(oldest);
    }
  }
}

function cut(text: string): string {
  return text.length <= maxItemLength
    ? text
    : `${cutText(text, maxItemLength)}… (cut after ${maxItemLength} of ${text.length} characters)`;
}
