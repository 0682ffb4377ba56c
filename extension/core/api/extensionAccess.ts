import type { ExtensionName } from "../../shared/contract/conversationState.ts";
import type { SavedSession } from "../conversation/ports/ports.ts";
import type { AccessDialogs, AccessMemory } from "./ports.ts";

/** Maximum number of sessions that an extension can continue later. */
const maxSessions = 100;

/**
 * The user's consent for extensions that use `claude`: asked once for each extension, remembered until the user
 * withdraws it. A refusal holds until the window closes, so that no extension can ask again and again.
 */
export class ExtensionAccess {
  readonly #dialogs: AccessDialogs;
  readonly #memory: AccessMemory;
  readonly #ownId: string;
  readonly #refused = new Set<string>();
  readonly #asking = new Map<string, Promise<boolean>>();

  /** `ownId`: the id of Tandem itself, which needs no consent for what the user starts with its commands. */
  constructor(dialogs: AccessDialogs, memory: AccessMemory, ownId = "") {
    this.#ownId = ownId;
    this.#dialogs = dialogs;
    this.#memory = memory;
  }

  /** Ids of the extensions that the user allowed. */
  get allowed(): readonly string[] {
    return this.#memory.read();
  }

  /** Ids of the extensions that the user refused in this window. */
  get refused(): readonly string[] {
    return [...this.#refused];
  }

  /** Resolves to true if the user allowed the extension before, or does now. Concurrent calls share one question. */
  async request(extension: ExtensionName): Promise<boolean> {
    const { id } = extension;
    if (id === this.#ownId || this.#memory.read().includes(id)) return true;
    if (this.#refused.has(id)) return false;
    const asking = this.#asking.get(id) ?? this.#ask(extension).finally(() => this.#asking.delete(id));
    this.#asking.set(id, asking);
    return asking;
  }

  /** Returns the place of a session that an extension started; undefined for any other session. */
  findSession(extension: string, sessionId: string): SavedSession | undefined {
    return this.#memory.sessions(extension).find((session) => session.sessionId === sessionId);
  }

  /** Remembers that an extension started a session. Only the newest sessions of each extension are kept. */
  async noteSession(extension: string, session: SavedSession): Promise<void> {
    if (this.#memory.sessions(extension)[0]?.sessionId === session.sessionId) return;
    await this.#memory.changeSessions(extension, (known) =>
      [session, ...known.filter(({ sessionId }) => sessionId !== session.sessionId)].slice(0, maxSessions),
    );
  }

  /**
   * Allows the chosen extensions, and forgets that the user refused them. Withdraws the consent for the others of
   * `shown`, those among which the user chose: another window may have allowed or withdrawn further ones meanwhile.
   */
  async setAllowed(ids: readonly string[], shown: readonly string[] = this.allowed): Promise<void> {
    for (const id of ids) this.#refused.delete(id);
    await this.#memory.change((now) => [...new Set([...now.filter((id) => !shown.includes(id)), ...ids])]);
  }

  async #ask(extension: ExtensionName): Promise<boolean> {
    const isAllowed = await this.#dialogs.askAccess(extension);
    if (isAllowed) await this.#memory.change((now) => [...new Set([...now, extension.id])]);
    else this.#refused.add(extension.id);
    return isAllowed;
  }
}
