import { orLogged } from "../../../shared/base/background.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { CommandChange } from "../../../shared/contract/changes/changedFiles.ts";
import type { Checkpoint, FileDifference } from "../../../shared/contract/changes/checkpoints.ts";
import { type FileHistory, isCovering } from "../ports/fileHistory.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import { getCall } from "./commandCalls.ts";

/** A change of a file that a checkpoint shows. */
export type FoundChange = Pick<CommandChange, "path" | "state">;

export interface RecordedCommandsOptions {
  readonly store: ConversationStore;
  readonly logger: Logger;
  /** Adds the changes by a call. */
  readonly add: (toolId: string, changes: readonly FoundChange[]) => Promise<void>;
  /** Notes that changes may be missing. */
  readonly markPartial: () => void;
}

const states: { readonly [K in FileDifference["kind"]]: FoundChange["state"] } = {
  added: "created",
  removed: "deleted",
  changed: "changed",
  mode: "changed",
};

/**
 * Finds the files that calls changed by comparing the checkpoint after each call with the one before it. What a command
 * in the background changes after its call counts until the end of the turn.
 */
export class RecordedCommands {
  readonly #options: RecordedCommandsOptions;
  #last: Checkpoint | undefined;
  /** The calls of the turn that a checkpoint followed. */
  #calls: readonly string[] = [];
  /** Commands that only a checkpoint after them tells about. */
  readonly #expected = new Set<string>();
  #comparing: Promise<unknown> = Promise.resolve();

  constructor(options: RecordedCommandsOptions) {
    this.#options = options;
  }

  /** Follows the checkpoints of the conversation. */
  follow(history: FileHistory): void {
    history.onDidChange((taken) => taken && this.#note(history, taken));
  }

  /** Expects a checkpoint after a command. */
  expect(call: string): void {
    this.#expected.add(call);
  }

  /** Resolves when all checkpoints so far are compared. */
  async whenCompared(): Promise<void> {
    await this.#comparing;
  }

  #note(history: FileHistory, taken: Checkpoint): void {
    const before = this.#last;
    this.#last = isCovering(taken) ? taken : undefined;
    const { cause } = taken;
    if (cause.kind === "message") {
      this.#calls = [];
      this.#expected.clear();
    }
    const { store, logger } = this.#options;
    if (cause.kind === "call") this.#calls = [...this.#calls, store.ids.keyOf(cause.call)];
    // Until the turn ends, only commands in the background change files without a call.
    const isInBackground = (id: string): boolean => getCall(store, id)?.isBackground === true;
    const call =
      cause.kind === "call"
        ? this.#calls.at(-1)
        : cause.kind === "turnEnd"
          ? this.#calls.findLast(isInBackground)
          : undefined;
    if (call === undefined) return;
    const isExpected = this.#expected.delete(call);
    if (!before || !isCovering(taken)) return isExpected ? this.#options.markPartial() : undefined;
    const snapshots = ({ folders }: Checkpoint): string => folders.map(({ snapshot }) => snapshot).join(" ");
    if (snapshots(before) === snapshots(taken)) return;
    this.#comparing = orLogged(
      this.#comparing.then(() => this.#compare(history, before, taken, call)),
      logger,
      "comparing checkpoints",
    );
  }

  async #compare(history: FileHistory, before: Checkpoint, after: Checkpoint, call: string): Promise<void> {
    const found = await history.compare(before.id, after.id).catch(() => undefined);
    if (!found) return this.#options.markPartial();
    await this.#options.add(
      call,
      found.differences.map(({ path, kind }) => ({ path, state: states[kind] })),
    );
  }
}
