import type { Disposable } from "../base/disposable.ts";

/** A conversation as its transcript tells it, whoever wrote that: this window, another one, or a terminal. */
export interface SavedSession {
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
export interface SavedSessions {
  /** The newest first. What cannot be read is left out. */
  list(): Promise<readonly SavedSession[]>;
  /** How many prompts and replies one has, read now where no list knows it; undefined where it cannot be told. Never rejects. */
  countMessages(session: SavedSession): Promise<number | undefined>;
  /** Calls back some time after one changed, came or went. */
  watch(changed: () => void): Disposable;
}
