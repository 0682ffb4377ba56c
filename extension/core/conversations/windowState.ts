import type { Logger } from "../../shared/base/logger.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { OpenConversation } from "./openConversation.ts";
import type { StateStore } from "./ports.ts";
import {
  isConversationName,
  parseConversation,
  parseWindow,
  type SavedConversation,
  type SavedWindow,
  serializeWindow,
} from "./savedConversation.ts";

/** Name under which the state of the window is saved. */
const windowName = "window";

/**
 * The saved state of a window: its open conversations, and the state of each of them. A damaged text is set aside, and
 * the rest is restored.
 */
export class WindowState {
  readonly #store: StateStore;
  readonly #logger: Logger;

  constructor(store: StateStore, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  /** Returns the open conversations of the last session of this window; none for a new window. */
  read(): SavedWindow {
    const text = this.#store.load(windowName);
    const window = text === undefined ? undefined : parseWindow(text);
    if (window) return window;
    if (text !== undefined) this.#setAside(windowName);
    // The states of the conversations still exist.
    const open = this.#store.names().filter((name) => name !== windowName && isConversationName(name));
    return { shown: open[0], open };
  }

  /** Returns the state with which a conversation of a window is restored: paused, unless the side panel showed it. */
  readConversation(id: ConversationId, { shown, sessions }: SavedWindow): SavedConversation {
    const last = this.#read(id, sessions) ?? { draft: "" };
    // A conversation without messages uses the profile that its folder has now, also for those that it has not sent.
    const isNew = last.sessionId === undefined && last.forkedFrom === undefined;
    const saved = isNew ? { ...last, profile: undefined } : last;
    return id === shown || saved.sessionId === undefined ? saved : { ...saved, isResting: true };
  }

  /** Saves which conversations are open, without replays, and which one the side panel shows. */
  save(open: readonly OpenConversation[], shown: OpenConversation | undefined): void {
    const kept = open.filter(({ isReplay }) => !isReplay);
    const sessions = kept.flatMap(({ id, conversation }) => {
      const { sessionId, folder, profile } = conversation.state;
      return sessionId === undefined ? [] : [[id, { sessionId, folder, profile }] as const];
    });
    const window: SavedWindow = {
      shown: shown?.isReplay ? undefined : shown?.id,
      open: kept.map(({ id }) => id),
      sessions: Object.fromEntries(sessions),
    };
    this.#store.save(windowName, serializeWindow(window));
  }

  /**
   * Reads the saved state of a conversation; for one that cannot be read it returns only the session, whose transcript
   * is read later.
   */
  #read(id: ConversationId, sessions: SavedWindow["sessions"]): SavedConversation | undefined {
    const text = this.#store.load(id);
    const saved = text === undefined ? undefined : parseConversation(text);
    if (saved || (text === undefined && !this.#store.isKept(id))) return saved;
    if (text !== undefined) this.#setAside(id);
    const session = sessions && Object.hasOwn(sessions, id) ? sessions[id] : undefined;
    return { draft: "", ...session, wasDamaged: true };
  }

  #setAside(name: string): void {
    this.#logger.warn(`the saved state ${name} is damaged; it is set aside`);
    this.#store.setAside(name);
  }
}
