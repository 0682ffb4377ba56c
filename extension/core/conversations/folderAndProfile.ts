import { isFailure } from "../../shared/base/failure.ts";
import type { IsolationView } from "../../shared/contract/changes/isolation.ts";
import type { Problem } from "../../shared/contract/problem.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { toProblem } from "../conversation/view/problem.ts";
import type { Folders, Profiles } from "./ports.ts";

export interface FolderAndProfileOptions {
  readonly conversation: Conversation;
  readonly folders: Folders;
  readonly profiles: Profiles;
  readonly isolation?: ((folder: string) => IsolationView | undefined) | undefined;
  /** Sets the problem that prevents a process. */
  readonly block: (problem: Problem) => void;
}

/**
 * Finds the folder and the profile of a conversation before each of its starts. Until it has a message, both are those
 * of the settings now: the user may have refused since those of a workspace.
 */
export class FolderAndProfile {
  readonly #options: FolderAndProfileOptions;
  /** The profile that was chosen here; any other was given to the conversation. */
  #chosen: string | undefined;

  constructor(options: FolderAndProfileOptions) {
    this.#options = options;
  }

  /** True when the conversation has no messages, no queued ones and no session, and is not a fork. */
  get isBlank(): boolean {
    return this.#isUnused && this.#options.conversation.state.queue.length === 0;
  }

  get #isUnused(): boolean {
    const { transcript, state, remembered } = this.#options.conversation;
    return transcript.isEmpty && state.sessionId === undefined && remembered.forkedFrom === undefined;
  }

  /**
   * Chooses the folder, unless the conversation has one that is not outdated, and the profile. Resolves to true when it
   * has both now.
   */
  async find(): Promise<boolean> {
    const { conversation, folders, block } = this.#options;
    try {
      const { folder: known } = conversation.state;
      if (known === "" || (this.isBlank && folders.isOutdated(known))) {
        conversation.managed.setFolder("");
        const folder = await folders.choose();
        if (folder === undefined) block({ code: folders.needsDecision ? "noWorkspace" : "noFolder" });
        if (folder === undefined) return false;
        conversation.managed.setFolder(folder);
      } else {
        const again = this.#isUnused ? await folders.resolveAgain(known) : known;
        if (again !== known) conversation.managed.setFolder(again);
      }
      conversation.managed.setIsolation(this.#options.isolation?.(conversation.state.folder));
      this.#chooseProfile();
      return true;
    } catch (error) {
      if (!isFailure(error)) throw error;
      block(toProblem(error));
      return false;
    }
  }

  /**
   * Chooses the profile of a conversation without messages. One that was saved without a profile continues without one.
   * Throws `settingInvalid`.
   */
  #chooseProfile(): void {
    const { conversation, profiles } = this.#options;
    const { profile, folder } = conversation.state;
    if (!this.#isUnused || (profile !== undefined && profile !== this.#chosen)) return;
    this.#chosen = profiles.choose(folder);
    if (this.#chosen !== profile) conversation.managed.setProfile(this.#chosen);
  }

  /** The profile that the folder uses now; undefined where the settings are wrong. */
  get chosenProfile(): string | undefined {
    const { conversation, profiles } = this.#options;
    try {
      return profiles.choose(conversation.state.folder);
    } catch {
      return undefined;
    }
  }
}
