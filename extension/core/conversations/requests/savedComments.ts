import * as z from "zod";
import { parseSavedText } from "../../../shared/base/savedText.ts";
import type { StateStore } from "../ports.ts";

/** A thread of unsent comments in the form that survives a reload of the window. */
export interface SavedComment {
  /** URI of the document. */
  readonly uri: string;
  /** First and last line, counted from 0. */
  readonly lines: readonly [start: number, end: number];
  /** Path and code as the model receives them. */
  readonly path: string;
  readonly code: string;
  readonly texts: readonly string[];
}

const name = "comments";
const line = z.number().int().nonnegative();
const saved = z.object({
  version: z.literal(1),
  comments: z.array(
    z.strictObject({
      uri: z.string(),
      lines: z.tuple([line, line]),
      path: z.string(),
      code: z.string(),
      texts: z.array(z.string()).nonempty(),
    }),
  ),
});

/** Stores comments on lines from their creation until they are sent. */
export class SavedComments {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** Loads the comments. Text that does not fit the schema is set aside. */
  load(): readonly SavedComment[] {
    const text = this.#store.load(name);
    if (text === undefined) return [];
    const found = parseSavedText(text, saved);
    if (!found) this.#store.setAside(name);
    return found?.comments ?? [];
  }

  save(comments: readonly SavedComment[]): void {
    if (comments.length === 0) this.#store.remove(name);
    else this.#store.save(name, JSON.stringify({ version: 1, comments }));
  }
}
