import type { Attachment, AttachmentContent } from "../../contract/attachments.ts";
import type { AttachmentContentStore } from "../../session/ports.ts";
import type { StateStore } from "../ports.ts";

/** What is in the attachments of drafts and of prompts that are not sent yet, one file each: it outlives the window. */
export class AttachmentStore implements AttachmentContentStore {
  readonly #store: StateStore;
  readonly #newId: () => string;
  /** What is not on the disk yet, or was refused there. */
  readonly #writing = new Map<string, string>();

  constructor(store: StateStore, newId: () => string) {
    this.#store = store;
    this.#newId = newId;
  }

  add({ data, ...attachment }: AttachmentContent, id = this.#newId()): Attachment {
    this.#writing.set(id, data);
    this.#store.save(id, data);
    void this.#store.flush().then(() => this.#store.names().includes(id) && this.#writing.delete(id));
    return { ...attachment, id };
  }

  /** Undefined for an id that is none of ours, such as one that a transcript names: it must not become the name of a file. */
  get(id: string): string | undefined {
    return this.#writing.get(id) ?? (/^[A-Za-z0-9-]{1,64}$/.test(id) ? this.#store.load(id) : undefined);
  }

  /** Forgets what nothing names any more. */
  prune(named: ReadonlySet<string>): void {
    for (const id of this.#store.names()) if (!named.has(id) && !this.#writing.has(id)) this.#store.remove(id);
  }
}
