import * as z from "zod";
import { cutText } from "../../../shared/base/cutText.ts";
import { parseSavedText } from "../../../shared/base/savedText.ts";
import type { ConversationState } from "../../../shared/contract/conversationState.ts";
import type { CommandCatalog } from "../../conversation/remembered.ts";
import type { StateStore } from "../ports.ts";

/** Name in the store; no conversation has this name. */
const name = "offered_by_folder";

/** Maximum number of folders, and maximum length of a command description in characters. */
const maxFolders = 20;
const maxDescriptionLength = 300;

const flag = z.boolean().optional();
const named = z.strictObject({ kind: z.enum(["project", "user", "managed"]) });
const command = z.strictObject({
  name: z.string(),
  description: z.string(),
  argumentHint: z.string(),
  isTerminalOnly: flag,
  isSkill: flag,
  source: z.union([named, z.strictObject({ kind: z.literal("plugin"), name: z.string() })]).optional(),
});
const byFolder = z.array(z.tuple([z.string(), z.object({ commands: z.array(command), agents: z.array(z.string()) })]));
const saved = z.object({ version: z.literal(1), byFolder });

/**
 * Remembers the last commands and agents that `claude` reported in each folder under each profile, for conversations
 * without a process.
 */
export class KnownCommands {
  readonly #store: StateStore;
  #byFolder: Map<string, CommandCatalog> | undefined;

  constructor(store: StateStore) {
    this.#store = store;
  }

  get(folder: string | undefined, profile: string | undefined): CommandCatalog | undefined {
    return folder === undefined ? undefined : this.#known.get(getKey(folder, profile));
  }

  /** Records the commands and agents of a conversation, if it has any. */
  record({ folder, profile, commands, agents }: ConversationState): void {
    if (commands.length + agents.length === 0) return;
    const known = this.#known;
    const kept = commands.map((each) => ({ ...each, description: cutText(each.description, maxDescriptionLength) }));
    // Move the folder to the end: the most recently used one is last.
    const key = getKey(folder, profile);
    known.delete(key);
    known.set(key, { commands: kept, agents });
    for (const oldest of [...known.keys()].slice(0, -maxFolders)) known.delete(oldest);
    this.#store.save(name, JSON.stringify({ version: 1, byFolder: [...known] }));
  }

  get #known(): Map<string, CommandCatalog> {
    this.#byFolder ??= new Map(this.#load());
    return this.#byFolder;
  }

  /** Returns nothing for a damaged text: `claude` reports the commands again. */
  #load(): readonly (readonly [string, CommandCatalog])[] {
    const text = this.#store.load(name);
    // The first builds saved the list alone.
    const found = text === undefined ? [] : (parseSavedText(text, saved)?.byFolder ?? parseSavedText(text, byFolder));
    if (!found) this.#store.setAside(name);
    return found ?? [];
  }
}

/** Returns the key of a catalog; without a profile it is the folder itself. */
function getKey(folder: string, profile = ""): string {
  return profile === "" ? folder : JSON.stringify([folder, profile]);
}
