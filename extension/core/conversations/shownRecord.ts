import * as z from "zod";
import { parseSavedText } from "../../shared/base/savedText.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { SavedFacts } from "../conversation/view/shownFacts.ts";
import type { StateStore } from "./ports.ts";

const version = 1;

const change = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("rules"),
    change: z.enum(["add", "replace", "remove"]),
    rules: z.array(z.string()),
    behavior: z.string(),
    destination: z.string(),
  }),
  z.strictObject({ kind: z.literal("mode"), mode: z.string(), destination: z.string() }),
  z.strictObject({
    kind: z.literal("directories"),
    change: z.enum(["add", "remove"]),
    directories: z.array(z.string()),
    destination: z.string(),
  }),
]);

const decided = z.discriminatedUnion("code", [
  z.strictObject({ code: z.enum(["allowed", "allowedEdited", "denied", "approved", "approvedAcceptingEdits"]) }),
  z.strictObject({ code: z.literal("always"), change, isEdited: z.boolean().optional() }),
]);

const saved = z.object({
  version: z.literal(version),
  calls: z.array(
    z.strictObject({
      id: z.string(),
      state: z.enum(["done", "failed", "denied", "stopped"]),
      elapsedMs: z.number().optional(),
      decided: decided.optional(),
    }),
  ),
  turns: z.array(
    z.strictObject({
      id: z.string(),
      durationMs: z.number().optional(),
      waitedMs: z.number().optional(),
      costUsd: z.number().optional(),
    }),
  ),
});

/** Session ids are names of files here. */
const sessionName = /^[A-Za-z0-9-]{1,64}$/;

/**
 * Keeps what the rows of a conversation said that no transcript has, by session: another window, and this one after a
 * reload, shows the same. Each session is a text of its own, so windows do not overwrite each other.
 */
export class ShownRecord {
  readonly #conversation: Conversation;
  readonly #store: StateStore;
  #lastSaved = "";

  /** Saves after each turn of the conversation, and when its process ends. */
  constructor(conversation: Conversation, store: StateStore) {
    this.#conversation = conversation;
    this.#store = store;
    conversation.changes.on({ fields: ["status"], items: ["turn"] }, () => {
      if (conversation.state.status !== "working" && conversation.state.externalUse === undefined) this.#save();
    });
  }

  /** Reads what was saved of a session. */
  load(sessionId: string): void {
    const facts = loadShownFacts(this.#store, sessionId);
    if (facts) this.#conversation.saved.shown.load(facts);
  }

  #save(): void {
    const { sessionId } = this.#conversation.state;
    const facts = this.#conversation.saved.shown.saved;
    if (!facts || sessionId === undefined || !sessionName.test(sessionId)) return;
    const text = JSON.stringify({ version, ...facts });
    if (text === this.#lastSaved) return;
    this.#lastSaved = text;
    this.#store.save(sessionId, text);
  }
}

/** Returns what was saved of a session; undefined if nothing was. Sets a damaged text aside. */
export function loadShownFacts(store: StateStore, sessionId: string): SavedFacts | undefined {
  const text = sessionName.test(sessionId) ? store.load(sessionId) : undefined;
  const facts = text === undefined ? undefined : (parseSavedText(text, saved) as SavedFacts | undefined);
  if (text !== undefined && !facts) store.setAside(sessionId);
  return facts;
}
