import type { Notice, NoticeLevel } from "../../contract/items.ts";
import type { Mismatch } from "./writeVerifier.ts";

/** A text that would be lost, with the one that it stands against. */
export interface UnwrittenText {
  /** Absolute path of the file that it was for, or a name. */
  readonly path: string;
  /** What the user accepted, or wrote. */
  readonly mine: string;
  /** What the file holds instead; undefined where that is to be read. */
  readonly theirs: string | undefined;
}

/** A kept text as it outlives the extension host. */
export interface UnwrittenTextRecord {
  readonly id: string;
  readonly code: "keptVersion" | "notAsAccepted";
  readonly subject: string;
  readonly path: string;
  readonly mine: string;
}

/** How many are kept, and how long a text may be that outlives the extension host. */
const maxTexts = 20;
const maxSavedLength = 1_000_000;

/** Texts of the user's own that were not written, or not as they accepted them, to be copied and compared. */
export class UnwrittenTexts {
  readonly #texts = new Map<string, UnwrittenText>();
  readonly #notice: (level: NoticeLevel, notice: Notice) => void;
  /** What outlives the extension host: until a turn went by in which the user could look at it. */
  #saved: readonly UnwrittenTextRecord[];

  /** `saved`: of an extension host that went. */
  constructor(saved: readonly UnwrittenTextRecord[], notice: (level: NoticeLevel, notice: Notice) => void) {
    this.#saved = saved;
    this.#notice = notice;
  }

  get saved(): readonly UnwrittenTextRecord[] {
    return this.#saved;
  }

  get(id: string): UnwrittenText | undefined {
    return this.#texts.get(id);
  }

  /** Says again what was kept before the extension host went. */
  restore(): void {
    for (const text of this.#saved) if (!this.#texts.has(text.id)) this.#keep(text, undefined);
  }

  /** A turn ended: who wanted what was kept has seen that it is there. */
  endTurn(): void {
    this.#saved = [];
  }

  /** What a user wrote for an edit that goes without their decision. */
  preserveUserText(id: string, subject: string, { path, mine, theirs }: UnwrittenText): void {
    this.#add({ id, code: "keptVersion", subject, path, mine }, theirs);
  }

  /** What a user accepted, where the file is another. */
  preserveMismatch({ toolId, subject, path, accepted, written }: Mismatch): void {
    this.#add({ id: toolId, code: "notAsAccepted", subject, path, mine: accepted }, written);
  }

  #add(text: UnwrittenTextRecord, theirs: string | undefined): void {
    this.#saved = withText(this.#saved, text);
    this.#keep(text, theirs);
  }

  #keep({ id, code, subject, path, mine }: UnwrittenTextRecord, theirs: string | undefined): void {
    this.#texts.set(id, { path, mine, theirs });
    for (const oldest of [...this.#texts.keys()].slice(0, -maxTexts)) this.#texts.delete(oldest);
    this.#notice(code === "keptVersion" ? "warning" : "error", { code, subject, kept: id });
  }
}

/** With a text that is short enough to be saved, in place of an earlier one of the same request. */
export function withText(saved: readonly UnwrittenTextRecord[], text: UnwrittenTextRecord): readonly UnwrittenTextRecord[] {
  const others = saved.filter(({ id }) => id !== text.id);
  return text.mine.length > maxSavedLength ? others : [...others, text].slice(-maxTexts);
}
