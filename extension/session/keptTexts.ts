import type { Notice, NoticeLevel } from "../contract/items.ts";
import type { Mismatch } from "./permissions/writtenFiles.ts";

/** A text that would be lost, with the one that it stands against. */
export interface KeptText {
  /** Absolute path of the file that it was for. */
  readonly path: string;
  /** What the user accepted, or wrote. */
  readonly mine: string;
  /** What the file holds instead; undefined for none. */
  readonly theirs: string | undefined;
}

/** How many are kept. */
const most = 20;

/** Texts of the user's own that were not written, or not as they accepted them, to be copied and compared. */
export class KeptTexts {
  readonly #texts = new Map<string, KeptText>();
  readonly #notice: (level: NoticeLevel, notice: Notice) => void;

  constructor(notice: (level: NoticeLevel, notice: Notice) => void) {
    this.#notice = notice;
  }

  get(id: string): KeptText | undefined {
    return this.#texts.get(id);
  }

  /** What a user wrote for an edit that goes without their decision. */
  keepVersion(id: string, subject: string, text: KeptText): void {
    this.#keep(id, text);
    this.#notice("warning", { code: "keptVersion", subject, kept: id });
  }

  /** What a user accepted, where the file is another. */
  keepMismatch({ toolId, subject, path, accepted, written }: Mismatch): void {
    this.#keep(toolId, { path, mine: accepted, theirs: written });
    this.#notice("error", { code: "notAsAccepted", subject, kept: toolId });
  }

  #keep(id: string, text: KeptText): void {
    this.#texts.set(id, text);
    for (const oldest of [...this.#texts.keys()].slice(0, -most)) this.#texts.delete(oldest);
  }
}
