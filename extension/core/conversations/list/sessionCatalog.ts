import type { Disposable } from "../../../shared/base/disposable.ts";
import type { SavedSession } from "../../conversation/ports/ports.ts";

/** A saved conversation as its transcript describes it, written by this window, another one, or a terminal. */
export interface SessionSummary extends SavedSession {
  /** Title given by the user or by `claude`, otherwise the first prompt; one line. */
  readonly title: string;
  /** True if the user gave the title. */
  readonly isTitleGiven?: boolean | undefined;
  readonly firstPrompt: string;
  readonly branch?: string | undefined;
  /** Tag that the user set. */
  readonly tag?: string | undefined;
  /** Times of the first and the last write, in ms since the Unix epoch. */
  readonly createdAt?: number | undefined;
  readonly time: number;
  /** Size in bytes. */
  readonly size?: number | undefined;
  readonly messages?: number | undefined;
  readonly isArchived?: boolean | undefined;
}

/** Reads the saved conversations of the folders of this window. */
export interface SessionCatalog {
  /** Returns the conversations, the newest first; leaves out those that cannot be read. */
  list(): Promise<readonly SessionSummary[]>;
  /**
   * Counts prompts and replies, by reading the transcript where the list does not have the number; undefined where
   * unknown. Never rejects.
   */
  countMessages(session: SessionSummary): Promise<number | undefined>;
  /** Calls `changed` some time after a conversation was added, changed or removed. */
  watch(changed: () => void): Disposable;
}

/** A conversation that contains the searched text, and the matching line. */
export interface SearchHit {
  readonly sessionId: string;
  readonly line: string;
}

/** Finds saved conversations by their full text, ignoring case. */
export interface SessionSearch {
  /**
   * Calls `found` at most once per conversation, as they are found; resolves at the end. An abort ends it early. Never
   * rejects.
   */
  search(text: string, found: (hit: SearchHit) => void, signal: AbortSignal): Promise<void>;
}

/** Changes saved conversations. */
export interface SessionStore {
  rename(session: SessionSummary, title: string): Promise<void>;
  /** An empty tag removes it. */
  setTag(session: SessionSummary, tag: string): Promise<void>;
  /** Moves a conversation into the archive, or out of it. */
  archive(session: SessionSummary, isArchived: boolean): Promise<void>;
  /** Deletes a conversation. Resolves to a function that restores it. */
  remove(session: SessionSummary): Promise<() => Promise<void>>;
  /** Returns the conversations that can still be restored, the newest first. */
  listDeleted(): Promise<readonly DeletedSession[]>;
  restore(id: string): Promise<void>;
}

/** A deleted conversation that can be restored for a while. */
export interface DeletedSession {
  readonly id: string;
  readonly sessionId: string;
  readonly title: string;
  readonly folder: string;
  /** Time of the deletion, in ms since the Unix epoch. */
  readonly time: number;
}
