import type { Change } from "./changes.ts";
import type { ConversationState } from "./conversationState.ts";
import type { Item, ToolDetail } from "./items.ts";

/** A part of a thread. `start` is the place of the first item, `total` the length of the thread. */
export interface Page {
  readonly thread: string;
  readonly start: number;
  readonly total: number;
  readonly items: readonly Item[];
}

/** A start that one click sends. */
export interface Starter {
  readonly label: string;
  readonly prompt: string;
}

export interface PanelOptions {
  readonly sendKey: "enter" | "ctrlEnter";
  /** Says where answers come from when it is not the user's account. */
  readonly badge?: string;
  readonly starters: readonly Starter[];
}

/** Rebuilds the whole panel: the newest page, the state, the draft. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly state: ConversationState;
  readonly page: Page;
  readonly draft: string;
  readonly options: PanelOptions;
}

export interface Changes {
  readonly type: "changes";
  readonly changes: readonly Change[];
}

/** Older items, asked for by `loadOlder`; or a thread's newest, asked for by `openThread`. */
export interface PageMessage {
  readonly type: "page";
  readonly page: Page;
}

export interface DetailMessage {
  readonly type: "detail";
  readonly detail: ToolDetail;
}

export interface FocusComposer {
  readonly type: "focusComposer";
}

/** Text put into the composer, in place of what is there. */
export interface SetDraft {
  readonly type: "setDraft";
  readonly text: string;
}

export interface SetOptions {
  readonly type: "options";
  readonly options: PanelOptions;
}

export type ToWebview = Snapshot | Changes | PageMessage | DetailMessage | FocusComposer | SetDraft | SetOptions;
