import type { Checkpoint } from "../../../shared/contract/changes/checkpoints.ts";
import type { Conversations } from "../conversations.ts";
import type { Notifier } from "../ports.ts";

/** Questions and reports about checkpoints. */
export interface CheckpointQuestions extends Notifier {
  /** Asks for the name of a checkpoint; undefined if the user cancels. An empty answer is replaced. */
  askName(): Promise<string | undefined>;
  /**
   * Runs work that takes a checkpoint, and shows that if it takes long. Resolves to undefined when the user cancels it.
   */
  whileTaking<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>;
  /** Reports that checkpoints are switched off. */
  reportOff(): void;
  /** Reports a checkpoint that the user took, with the folders that it does not cover. */
  report(name: string, checkpoint: Checkpoint): void;
  /** Asks whether to remove checkpoints. */
  confirmCleanUp(): Promise<boolean>;
  /** Reports how many bytes a clean-up freed. */
  reportCleanUp(bytes: number): void;
}

/** The stored checkpoints of all folders. */
export interface CheckpointStores {
  /** Returns their size in bytes. */
  measure(): Promise<number>;
  /** Removes those of conversations that are not in use. */
  cleanUpAll(): Promise<void>;
}

export interface CheckpointActionsOptions {
  readonly conversations: Conversations;
  readonly stores: CheckpointStores;
  readonly isEnabled: (folder: string) => boolean;
  readonly dialogs: CheckpointQuestions;
}

/** Takes and removes checkpoints on demand. */
export class CheckpointActions {
  readonly #options: CheckpointActionsOptions;

  constructor(options: CheckpointActionsOptions) {
    this.#options = options;
  }

  /** Takes a checkpoint of the current conversation under a name that the user enters. */
  async create(): Promise<void> {
    const { conversations, isEnabled, dialogs } = this.#options;
    const { current } = conversations;
    const history = current?.conversation.fileHistory;
    if (!history) return dialogs.say("noConversation");
    if (!isEnabled(current.conversation.state.folder)) return dialogs.reportOff();
    const name = await dialogs.askName();
    if (name === undefined) return;
    const checkpoint = await dialogs.whileTaking((signal) => history.take({ kind: "manual", name }, signal));
    if (checkpoint) dialogs.report(name, checkpoint);
  }

  /** Asks the user, and removes the checkpoints of conversations that are not in use. */
  async cleanUp(): Promise<void> {
    const { stores, dialogs } = this.#options;
    if (!(await dialogs.confirmCleanUp())) return;
    const bytes = await stores.measure();
    await stores.cleanUpAll();
    dialogs.reportCleanUp(bytes - (await stores.measure()));
  }
}
