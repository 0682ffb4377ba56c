import * as z from "zod";
import type { Disposable } from "../../../shared/base/disposable.ts";
import { parseSavedText } from "../../../shared/base/savedText.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { RememberedRewinds, RewindRecord } from "../../conversation/rewind/rewindMemory.ts";
import type { Conversations } from "../conversations.ts";
import type { StateStore } from "../ports.ts";
import { rememberedRewinds } from "../rewind/savedRewinds.ts";

/** A session that a conversation left behind with a rewind or its undo. */
export interface EarlierSession {
  readonly sessionId: string;
  /** Time of the rewind in milliseconds since the epoch. */
  readonly at: number;
}

/** Tells which sessions are earlier parts of a conversation, so that a list shows them as one. */
export interface EarlierSessions {
  /** Returns the sessions that conversations left behind, by the session that continues them. */
  read(): ReadonlyMap<string, readonly EarlierSession[]>;
  /** Returns the rewinds of the conversation that a session continues; undefined without any. */
  find(sessionId: string): RememberedRewinds | undefined;
}

const savedText = z.object({
  version: z.literal(1),
  rewinds: rememberedRewinds,
  earlier: z.array(z.strictObject({ sessionId: z.string(), at: z.number() })),
});
type SavedSession = z.infer<typeof savedText>;

/** Session ids are names of files here. */
const sessionName = /^[A-Za-z0-9-]{1,64}$/;

/**
 * Remembers the rewinds of conversations beyond their window, by the session that continues them: a conversation that
 * is opened again can undo them. Each session is a text of its own, so windows do not overwrite each other.
 */
export class RewoundSessions implements EarlierSessions {
  readonly #store: StateStore;
  readonly #known = new Map<string, SavedSession>();
  /** Last noted state by conversation. */
  readonly #noted = new Map<ConversationId, { readonly sessionId: string; readonly done: readonly RewindRecord[] }>();

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** Notes the rewinds of the conversations of a window as they happen. */
  follow(conversations: Conversations): Disposable {
    return conversations.changes.on(
      { fields: ["sessionId", "status", "title"], items: ["notice", "turn"], deltas: ["remove", "clear", "restored"] },
      ({ id }) => {
        const open = conversations.get(id);
        if (!open || open.isReplay) return;
        const { state, rewinds } = open.conversation;
        const { done } = rewinds.memory;
        const { sessionId } = state;
        const last = this.#noted.get(id);
        if (sessionId === undefined || done.length === 0 || (last?.sessionId === sessionId && last.done === done))
          return;
        this.#noted.set(id, { sessionId, done });
        this.note(sessionId, done);
      },
    );
  }

  /** Notes the finished rewinds of a conversation, which continues in this session. */
  note(sessionId: string, done: readonly RewindRecord[]): void {
    if (!sessionName.test(sessionId)) return;
    const earlier = new Map<string, number>();
    // A restore of files alone leaves no session behind.
    const left = done.flatMap(({ from, at, parts }) =>
      from.sessionId === undefined || parts === "files" ? [] : [{ sessionId: from.sessionId, at }],
    );
    const before = left.flatMap((each) => this.#load(each.sessionId)?.earlier ?? []);
    for (const each of [...(this.#load(sessionId)?.earlier ?? []), ...before, ...left])
      earlier.set(each.sessionId, Math.max(each.at, earlier.get(each.sessionId) ?? 0));
    // Each conversation has one text, that of the session which continues it.
    for (const other of earlier.keys()) if (other !== sessionId) this.#forget(other);
    earlier.delete(sessionId);
    const saved: SavedSession = {
      version: 1,
      rewinds: { done },
      earlier: [...earlier].map(([id, at]) => ({ sessionId: id, at })),
    };
    this.#known.set(sessionId, saved);
    this.#store.save(sessionId, JSON.stringify(saved));
  }

  find(sessionId: string): RememberedRewinds | undefined {
    return this.#load(sessionId)?.rewinds;
  }

  read(): ReadonlyMap<string, readonly EarlierSession[]> {
    const names = new Set(this.#store.names());
    // Another window removed what it continued under another session.
    for (const name of this.#known.keys()) if (!names.has(name) && !this.#isOwn(name)) this.#known.delete(name);
    const all = [...new Set([...names, ...this.#known.keys()])];
    return new Map(
      all
        .flatMap((name) => [[name, this.#load(name)?.earlier ?? []] as const])
        .filter(([, earlier]) => earlier.length > 0),
    );
  }

  /** A text of this window that may still be on its way to the disk. */
  #isOwn(name: string): boolean {
    return [...this.#noted.values()].some(({ sessionId }) => sessionId === name);
  }

  #load(sessionId: string): SavedSession | undefined {
    const known = this.#known.get(sessionId);
    if (known || !sessionName.test(sessionId)) return known;
    const text = this.#store.load(sessionId);
    const saved = text === undefined ? undefined : parseSavedText(text, savedText);
    if (saved) this.#known.set(sessionId, saved);
    else if (text !== undefined) this.#store.setAside(sessionId);
    return saved;
  }

  #forget(sessionId: string): void {
    if (!sessionName.test(sessionId)) return;
    this.#known.delete(sessionId);
    this.#store.remove(sessionId);
  }
}
