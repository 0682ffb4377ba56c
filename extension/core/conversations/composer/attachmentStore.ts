import * as z from "zod";
import { parseSavedText } from "../../../shared/base/savedText.ts";
import type { Attachment, AttachmentContent } from "../../../shared/contract/composer/attachments.ts";
import type { AttachmentContentStore } from "../../conversation/ports/ports.ts";
import type { StateStore } from "../ports.ts";

const saved = z.object({ version: z.literal(1), data: z.string() });

/**
 * Stores the contents of attachments of drafts and of prompts that are not sent yet, one file each, so that they
 * survive the window.
 */
export class AttachmentStore implements AttachmentContentStore {
  readonly #store: StateStore;
  readonly #newId: () => string;
  /** Contents that are not written to the disk yet, or whose write failed. */
  readonly #writing = new Map<string, string>();

  constructor(store: StateStore, newId: () => string) {
    this.#store = store;
    this.#newId = newId;
  }

  add({ data, ...attachment }: AttachmentContent, id = this.#newId()): Attachment {
    this.#writing.set(id, data);
    this.#store.save(id, JSON.stringify({ version: 1, data }));
    void this.#store.flush().then(() => this.#store.names().includes(id) && this.#writing.delete(id));
    return { ...attachment, id };
  }

  /** Returns undefined for an id in another form, for example from a transcript: it must not become a file name. */
  get(id: string): string | undefined {
    return this.#writing.get(id) ?? (/^[A-Za-z0-9-]{1,64}$/.test(id) ? this.#load(id) : undefined);
  }

  #load(id: string): string | undefined {
    const text = this.#store.load(id);
    // The first builds saved the content alone.
    const data = text === undefined || /^[A-Za-z0-9+/=]*$/.test(text) ? text : parseSavedText(text, saved)?.data;
    if (text !== undefined && data === undefined) this.#store.setAside(id);
    return data;
  }

  /** Deletes the contents of attachments that nothing refers to anymore. */
  prune(named: ReadonlySet<string>): void {
    for (const id of this.#store.names()) if (!named.has(id) && !this.#writing.has(id)) this.#store.remove(id);
  }
}
