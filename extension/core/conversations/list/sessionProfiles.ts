import * as z from "zod";
import type { Disposable } from "../../../shared/base/disposable.ts";
import { parseSavedText } from "../../../shared/base/savedText.ts";
import type { Conversations } from "../conversations.ts";
import type { StateStore } from "../ports.ts";

const saved = z.object({ version: z.literal(1), profile: z.string() });

/**
 * Remembers the profile of each session whose transcript does not determine it, because several profiles, or one
 * profile and none, share a config folder. Without it, such a session would continue under another account. Each
 * session is a text of its own, so windows do not overwrite each other.
 */
export class SessionProfiles {
  readonly #store: StateStore;
  readonly #isShared: (profile: string) => boolean;
  readonly #known = new Map<string, string>();

  /** `isShared` returns true if the config folder of a profile is also used without it. */
  constructor(store: StateStore, isShared: (profile: string) => boolean) {
    this.#store = store;
    this.#isShared = isShared;
  }

  note(sessionId: string, profile = ""): void {
    if (profile === "" || !this.#isShared(profile)) return;
    this.#known.set(sessionId, profile);
    this.#store.save(sessionId, JSON.stringify({ version: 1, profile }));
  }

  /** Notes the profile of each session that a conversation gets, until it is disposed of. */
  follow(conversations: Pick<Conversations, "changes" | "get">): Disposable {
    return conversations.changes.onDidChangeState(["sessionId"], ({ id }) => {
      const { sessionId, profile } = conversations.get(id)?.conversation.state ?? {};
      if (sessionId !== undefined) this.note(sessionId, profile);
    });
  }

  /** Returns the noted profiles by session id. Other windows add to them, so the names are read at each call. */
  read(): ReadonlyMap<string, string> {
    for (const sessionId of this.#store.names()) {
      const profile = this.#known.get(sessionId) ?? this.#load(sessionId);
      if (profile !== undefined) this.#known.set(sessionId, profile);
    }
    return this.#known;
  }

  #load(sessionId: string): string | undefined {
    const text = this.#store.load(sessionId);
    // The first builds saved the name alone.
    const profile = text?.startsWith("{") ? parseSavedText(text, saved)?.profile : text;
    if (text !== undefined && profile === undefined) this.#store.setAside(sessionId);
    return profile;
  }
}

/** Returns whether the config folder of a profile is also used by another one of `names`, or without a profile. */
export function isConfigShared(
  profile: string,
  names: readonly string[],
  configOf: (profile: string) => string,
): boolean {
  return ["", ...names].some((other) => other !== profile && configOf(other) === configOf(profile));
}
