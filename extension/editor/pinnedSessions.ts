import type * as vscode from "vscode";
import type { Pins } from "../conversations/list/sessionCatalog.ts";

const key = "tandem.pinned";

/** Ids of pinned conversations in a memento of the editor, which all windows share. */
export class PinnedSessions implements Pins {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  has(sessionId: string): boolean {
    return this.#pinned.includes(sessionId);
  }

  async set(sessionId: string, isPinned: boolean): Promise<void> {
    const others = this.#pinned.filter((id) => id !== sessionId);
    await this.#memory.update(key, isPinned ? [...others, sessionId] : others);
  }

  get #pinned(): readonly string[] {
    const saved = this.#memory.get<unknown>(key);
    return Array.isArray(saved) ? saved.filter((id) => typeof id === "string") : [];
  }
}
