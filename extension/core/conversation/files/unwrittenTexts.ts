import type { Notice, NoticeLevel } from "../../../shared/contract/notices.ts";
import type { TextStore } from "../ports/ports.ts";
import type { Mismatch } from "./writeVerifier.ts";

/** A text that would be lost, with the text to compare it with. */
export interface UnwrittenText {
  /** Absolute path of the file that the text was for, or a name. */
  readonly path: string;
  /** The text that the user accepted or wrote. */
  readonly mine: string;
  /** The text in the file instead; undefined if it has to be read first. */
  readonly theirs: string | undefined;
}

/** The form of a kept text that outlives the extension host. */
export interface UnwrittenTextRecord {
  readonly id: string;
  readonly code: "keptVersion" | "notAsAccepted";
  readonly subject: string;
  readonly path: string;
  readonly mine: string;
}

/** Maximum number of kept texts, and maximum length of a text that outlives the extension host. */
const maxTexts = 20;
const maxSavedLength = 1_000_000;

/**
 * Keeps texts of the user that were not written, or not as the user accepted them, so that the user can copy and
 * compare them.
 */
export class UnwrittenTexts {
  /** Reads the texts, which are outside of memory. */
  readonly #texts = new Map<string, () => UnwrittenText>();
  readonly #keepText: TextStore["keep"];
  readonly #notice: (level: NoticeLevel, notice: Notice) => void;
  /** Texts that outlive the extension host, until the end of the turn after the one in which they were kept. */
  #saved: readonly UnwrittenTextRecord[];
  /**
   * Ids of the texts that were kept since the last turn ended: a stop that withdraws a request also ends the turn,
   * before the user can look.
   */
  #recent = new Set<string>();

  /** `saved`: texts of an earlier extension host. */
  constructor(
    saved: readonly UnwrittenTextRecord[],
    notice: (level: NoticeLevel, notice: Notice) => void,
    texts?: TextStore,
  ) {
    this.#saved = saved;
    this.#keepText = (text) => texts?.keep(text) ?? (() => text);
    this.#notice = notice;
  }

  get saved(): readonly UnwrittenTextRecord[] {
    return this.#saved;
  }

  /** Returns a kept text; throws if it was lost. */
  get(id: string): UnwrittenText | undefined {
    return this.#texts.get(id)?.();
  }

  /** Repeats the notices of texts that an earlier extension host kept. */
  restore(): void {
    for (const text of this.#saved) if (!this.#texts.has(text.id)) this.#keep(text, undefined);
  }

  /** Ends the saving of earlier texts at the end of a turn: by then the user has seen their notices. */
  endTurn(): void {
    this.#saved = this.#saved.filter(({ id }) => this.#recent.has(id));
    this.#recent = new Set();
  }

  /** Keeps a text that the user wrote for an edit that ended without a decision. */
  preserveUserText(id: string, subject: string, { path, mine, theirs }: UnwrittenText): void {
    this.#add({ id, code: "keptVersion", subject, path, mine }, theirs);
  }

  /** Keeps a text that the user accepted if the file has a different one. */
  preserveMismatch({ toolId, subject, path, accepted, written }: Mismatch): void {
    this.#add({ id: toolId, code: "notAsAccepted", subject, path, mine: accepted }, written);
  }

  #add(text: UnwrittenTextRecord, theirs: string | undefined): void {
    this.#saved = withUnwrittenText(this.#saved, text);
    this.#recent.add(text.id);
    this.#keep(text, theirs);
  }

  #keep({ id, code, subject, path, mine }: UnwrittenTextRecord, theirs: string | undefined): void {
    const [readMine, readTheirs] = [this.#keepText(mine), theirs === undefined ? undefined : this.#keepText(theirs)];
    this.#texts.set(id, () => ({ path, mine: readMine(), theirs: readTheirs?.() }));
    for (const oldest of [...this.#texts.keys()].slice(0, -maxTexts)) this.#texts.delete(oldest);
    this.#notice(code === "keptVersion" ? "warning" : "error", { code, subject, kept: id });
  }
}

/** Adds a text if it is short enough to be saved, in place of an earlier one of the same request. */
export function withUnwrittenText(
  saved: readonly UnwrittenTextRecord[],
  text: UnwrittenTextRecord,
): readonly UnwrittenTextRecord[] {
  const others = saved.filter(({ id }) => id !== text.id);
  return text.mine.length > maxSavedLength ? others : [...others, text].slice(-maxTexts);
}
