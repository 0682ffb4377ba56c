import type { Banner } from "../../extension/shared/contract/banner.ts";
import type { ConversationState } from "../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";

/** The rows around the message field that a screen reader reads when they appear. */
export type SpokenRow =
  | "repository"
  | "problem"
  | "interrupted"
  | "restart"
  | "silence"
  | "unsaved"
  | "externalUse"
  | `banner ${number}`;

/** Texts of rows: another text is announced again. */
type Texts = Readonly<Partial<Record<SpokenRow, string>>>;

/** Texts of the rows of a conversation, and of its banners. */
export interface SpokenTexts {
  readonly rows: Texts;
  readonly banners: Texts;
}

const noTexts: SpokenTexts = { rows: {}, banners: {} };

/**
 * The rows of each conversation as they were shown last: a row is announced when it is new, and not when it is shown
 * again, by a page that was rebuilt or that showed another conversation meanwhile.
 */
export class SpokenRows {
  readonly #last = new Map<ConversationId, SpokenTexts>();
  /** The conversation that is shown, and its rows that were shown before it came. */
  #shown: ConversationId | undefined;
  #again: SpokenTexts = $state.raw(noTexts);
  readonly #save: () => void;

  /** `save` stores the webview's state. */
  constructor(save: () => void) {
    this.#save = save;
  }

  /** Takes over a stored value of any shape. */
  restore(conversation: ConversationId, saved: unknown): void {
    const { rows = {}, banners = {} } = (
      typeof saved === "object" && saved !== null ? saved : {}
    ) as Partial<SpokenTexts>;
    this.#last.set(conversation, { rows, banners });
  }

  /** Returns the value to store. */
  of(conversation: ConversationId): SpokenTexts {
    return this.#last.get(conversation) ?? noTexts;
  }

  /** Takes the state of the shown conversation; its banners follow. */
  take(conversation: ConversationId, state: ConversationState | undefined): void {
    if (conversation !== this.#shown) this.#again = this.of(conversation);
    this.#shown = conversation;
    if (state) this.#set(conversation, "rows", getRowTexts(state));
  }

  /** Takes the banners of the shown conversation. */
  takeBanners(banners: readonly Banner[]): void {
    if (this.#shown !== undefined) this.#set(this.#shown, "banners", getBannerTexts(banners));
  }

  /** Returns the value of `aria-live` of a row: undefined, by its role, where it is new. */
  live(row: SpokenRow): "off" | undefined {
    const { rows, banners } = this.#again;
    return rows[row] === undefined && banners[row] === undefined ? undefined : "off";
  }

  #set(conversation: ConversationId, part: keyof SpokenTexts, texts: Texts): void {
    const last = this.of(conversation);
    const again = getCommon(this.#again[part], texts);
    if (Object.keys(again).length !== Object.keys(this.#again[part]).length)
      this.#again = { ...this.#again, [part]: again };
    if (JSON.stringify(last[part]) === JSON.stringify(texts)) return;
    this.#last.set(conversation, { ...last, [part]: texts });
    this.#save();
  }
}

function getCommon(before: Texts, now: Texts): Texts {
  return Object.fromEntries(Object.entries(now).filter(([row, text]) => before[row as SpokenRow] === text));
}

/** Returns what the rows of a conversation say. */
function getRowTexts(state: ConversationState): Texts {
  const { repository, problem, isInterrupted, needsRestart, isRestartPlanned, silentSince, unsaved, externalUse } =
    state;
  return {
    ...(repository && { repository: repository.revision }),
    ...(problem && { problem: JSON.stringify(problem) }),
    ...(isInterrupted && { interrupted: "" }),
    ...(needsRestart && { restart: [isRestartPlanned === true, ...needsRestart].join() }),
    ...(silentSince !== undefined && { silence: String(silentSince) }),
    ...(unsaved && { unsaved: unsaved.join() }),
    // The number of lines of a recording that are shown changes all the time.
    ...(externalUse && { externalUse: `${externalUse.by} ${externalUse.isWaiting}` }),
  };
}

/** Returns what banners say; the text of a progress is announced only at first. */
function getBannerTexts(banners: readonly Banner[]): Texts {
  return Object.fromEntries(banners.map(({ id, kind, text }) => [`banner ${id}`, kind === "progress" ? "" : text]));
}
