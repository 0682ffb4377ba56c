import type { Disposable } from "../../base/disposable.ts";

/** A conversation as its transcript tells it, whoever wrote that: this window, another one, or a terminal. */
export interface SessionSummary {
  readonly sessionId: string;
  /** Working folder, absolute. */
  readonly folder: string;
  /** As the user or the CLI named it, else the first prompt; one line. */
  readonly title: string;
  readonly firstPrompt: string;
  readonly branch?: string | undefined;
  /** The user's own mark. */
  readonly tag?: string | undefined;
  /** When it was begun and written last; milliseconds since the epoch. */
  readonly createdAt?: number | undefined;
  readonly time: number;
  /** Bytes. */
  readonly size?: number | undefined;
  readonly messages?: number | undefined;
  readonly isArchived?: boolean | undefined;
}

/** The saved conversations of this window's folders. */
export interface SessionCatalog {
  /** The newest first. What cannot be read is left out. */
  list(): Promise<readonly SessionSummary[]>;
  /** How many prompts and replies one has, read now where no list knows it; undefined where it cannot be told. Never rejects. */
  countMessages(session: SessionSummary): Promise<number | undefined>;
  /** Calls back some time after one changed, came or went. */
  watch(changed: () => void): Disposable;
}

/** A conversation in which something was said, and the line that says it. */
export interface SearchHit {
  readonly sessionId: string;
  readonly line: string;
}

/** Finds saved conversations by all that was said in them, without regard to case. */
export interface SessionSearch {
  /** Calls `found` at most once per conversation, as they are found; resolves at the end. An abort ends it early. Never rejects. */
  search(text: string, found: (hit: SearchHit) => void, signal: AbortSignal): Promise<void>;
}

/** Changes of saved conversations. */
export interface SessionStore {
  rename(session: SessionSummary, title: string): Promise<void>;
  /** An empty tag takes the mark back. */
  setTag(session: SessionSummary, tag: string): Promise<void>;
  /** Takes it into the archive, or out of it. */
  archive(session: SessionSummary, isArchived: boolean): Promise<void>;
  /** Returns what brings it back. */
  remove(session: SessionSummary): Promise<() => Promise<void>>;
  /** What can still be brought back, the newest first. */
  listDeleted(): Promise<readonly DeletedSession[]>;
  restore(id: string): Promise<void>;
}

/** A conversation that was deleted and is kept for a while. */
export interface DeletedSession {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  /** When it was deleted; milliseconds since the epoch. */
  readonly time: number;
}

/** The conversations that the user wants to stay on top of the list, by session. */
export interface Pins {
  has(sessionId: string): boolean;
  set(sessionId: string, isPinned: boolean): Promise<void>;
}
