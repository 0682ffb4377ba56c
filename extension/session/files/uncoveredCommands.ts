import type { Clock } from "../../base/clock.ts";
import type { ConversationStore } from "../conversationStore.ts";
import type { FolderChange, FolderState, FolderStates } from "../ports.ts";
import { getCall } from "./commandCalls.ts";

/** Maximum time in milliseconds that a command waits for the snapshot of its folder. */
const maxWaitMs = 150;

/** Maximum duration of a permission decision in milliseconds. After a longer one, changes count only from the beginning of the call. */
const longDecisionMs = 500;

/** A comparison that commands share which run at the same time. */
interface Comparison {
  readonly folder: string;
  readonly before: Promise<FolderState | undefined>;
  readonly startedAt: number;
  /** True if the `before` snapshot was read after a command could have begun. */
  isLate: boolean;
  /** Calls without a result. */
  readonly running: Set<string>;
  readonly calls: Set<string>;
  /** Files that calls of other tools wrote meanwhile. */
  readonly edited: Set<string>;
}

export interface UncoveredCommandsOptions {
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly states: FolderStates | undefined;
  /** Adds the changes by a call. */
  readonly add: (toolId: string, changes: readonly FolderChange[]) => Promise<void>;
  /** Notes that changes may be missing. */
  readonly markPartial: () => void;
}

/**
 * Finds the files that commands changed in a folder that no checkpoint covers, by comparing snapshots of the folder before and after them. Order of
 * calls: `begin` before a call, `noteEdit` for edits meanwhile, `endCalls` with results, and `endAll`.
 */
export class UncoveredCommands {
  readonly #options: UncoveredCommandsOptions;
  #open: Comparison | undefined;
  /** Comparisons whose commands ended and whose `after` snapshot is being read. */
  readonly #closing = new Set<Comparison>();
  /** The newest snapshot, from which the next one is read. */
  #last: Promise<FolderState | undefined> | undefined;

  constructor(options: UncoveredCommandsOptions) {
    this.#options = options;
  }

  /** Notes that a call of another tool is about to write a file. */
  noteEdit(path: string): void {
    for (const comparison of [this.#open, ...this.#closing]) comparison?.edited.add(path);
  }

  /** Ends calls whose results arrived. Returns undefined while commands run, or none ran. */
  endCalls(toolIds: readonly string[]): Promise<void> | undefined {
    const open = this.#open;
    if (!open) return undefined;
    for (const id of toolIds) if (!getCall(this.#options.store, id)?.isBackground) open.running.delete(id);
    return open.running.size === 0 ? this.#close(open) : undefined;
  }

  /** Ends the comparison when nothing runs anymore. Commands that continue in the background are not compared any further. */
  async endAll(): Promise<void> {
    this.#last = undefined;
    if (this.#open) await this.#close(this.#open);
    if (this.#closing.size === 0) this.#last = undefined;
  }

  /** Reads the folder before a command that may change files. */
  async begin(toolId: string): Promise<void> {
    const { store, states, clock } = this.#options;
    const { folder } = store.state;
    if (!states || folder === "") return;
    const open = this.#open ?? this.#openComparison(states, folder);
    this.#open = open;
    open.calls.add(toolId);
    open.running.add(toolId);
    await new Promise<void>((resolve) => {
      const timer = clock.after(maxWaitMs, () => {
        open.isLate = true;
        resolve();
      });
      void open.before.then(() => {
        timer.dispose();
        resolve();
      });
    });
  }

  #openComparison(states: FolderStates, folder: string): Comparison {
    const last = this.#last;
    // If the snapshot after the last commands is still being read, it also serves as the snapshot before these.
    const before = last && this.#closing.size > 0 ? last : Promise.resolve(last).then((known) => states.read(folder, known));
    const edits = this.#options.store.unsettled().flatMap(({ item }) => (item.kind === "tool" && item.path !== undefined ? [item.path] : []));
    this.#last = before;
    return {
      folder,
      before,
      startedAt: this.#options.clock.now(),
      isLate: false,
      running: new Set(),
      calls: new Set(),
      edited: new Set(edits),
    };
  }

  async #close(comparison: Comparison): Promise<void> {
    const { states } = this.#options;
    this.#open = undefined;
    const ran = [...comparison.calls].filter((id) => getCall(this.#options.store, id)?.state !== "denied");
    const [toolId] = ran;
    if (!states || toolId === undefined) return;
    this.#closing.add(comparison);
    const after = comparison.before.then((before) => before && states.read(comparison.folder, before));
    this.#last = after;
    const [before, now] = [await comparison.before, await after];
    const changes = before && now ? await states.compare(before, now, this.#limits(comparison, ran)) : undefined;
    this.#closing.delete(comparison);
    if (!changes) return this.#options.markPartial();
    await this.#options.add(
      toolId,
      changes.filter(({ path }) => !comparison.edited.has(path)),
    );
  }

  /** Returns the limits of a comparison. After a long decision, changes count only from the beginning of the first command. */
  #limits({ startedAt, isLate }: Comparison, ran: readonly string[]) {
    const began = Math.min(...ran.map((id) => getCall(this.#options.store, id)?.startedAt ?? startedAt));
    return { since: began - startedAt > longDecisionMs ? began : undefined, lateSince: isLate ? startedAt : undefined };
  }
}
