import type { Clock } from "../../base/clock.ts";
import { escapePath } from "../../base/invisible.ts";
import { readObject, readString } from "../../base/read.ts";
import type { CommandChange, CommandChanges as CommandChangesView } from "../../contract/changes/changedFiles.ts";
import { actingTools, ideServerName } from "../../contract/ideTools.ts";
import { mainThread } from "../../contract/ids.ts";
import type { ToolItem } from "../../contract/items.ts";
import type { Hook } from "../../protocol/hookRegistry.ts";
import type { ConversationStore } from "../conversationStore.ts";
import type { FolderChange, FolderState, FolderStates } from "../ports.ts";
import { getCountedKind } from "../tools/describeCall.ts";
import { toRelativePath } from "../tools/relativePath.ts";

/** Maximum time in milliseconds that a command waits for the snapshot of its folder. */
const maxWaitMs = 150;

/** Maximum number of changes that are kept and shown. */
const maxChanges = 500;

/** Maximum duration of a permission decision in milliseconds. After a longer one, changes count only from the beginning of the call. */
const longDecisionMs = 500;

/** A change of a file by a command. */
export interface CommandChangeRecord extends FolderChange {
  /** Id of the main thread's call that ran at that time. */
  readonly toolId: string;
}

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

export interface CommandChangesOptions {
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly states: FolderStates | undefined;
  /** Changes that an earlier extension host saved. */
  readonly saved: readonly CommandChangeRecord[];
  /** Returns whether earlier items are not loaded. */
  readonly hasOlder: () => boolean;
  /** Returns the files that the list of edits covers. */
  readonly listed: () => ReadonlySet<string>;
  readonly apply: (changes: CommandChangesView) => void;
}

/**
 * Tracks the files that commands changed, by comparing snapshots of the folder before and after them. Order of calls: `hook` before a call,
 * `noteEdit` for edits meanwhile, `endCalls` with results, `endTurn` or `endAll`, and `truncate` before items of the conversation are removed.
 */
export class CommandChangeTracker {
  readonly #options: CommandChangesOptions;
  /** Changes in the order in which they were found; one for each call and path. */
  #found: readonly CommandChangeRecord[];
  #isPartial = false;
  #open: Comparison | undefined;
  /** Comparisons whose commands ended and whose `after` snapshot is being read. */
  readonly #closing = new Set<Comparison>();
  /** The newest snapshot, from which the next one is read. */
  #last: Promise<FolderState | undefined> | undefined;

  constructor(options: CommandChangesOptions) {
    this.#options = options;
    this.#found = options.saved;
  }

  /** Takes a snapshot of the folder before a command that may change files. */
  get hook(): Hook {
    return {
      event: "PreToolUse",
      matcher: ["Bash", "PowerShell", ...actingTools.map((name) => `mcp__${ideServerName}__${name}`)].join("|"),
      role: "observe",
      callback: async (input, { toolUseId }) => {
        const tool = readString(input, "tool_name") ?? "";
        const isQuiet = getCountedKind(tool, readObject(input, "tool_input") ?? {}) !== undefined;
        if (toolUseId !== undefined && !isQuiet) await this.#begin(this.#options.store.ids.keyOf(toolUseId));
        return {};
      },
    };
  }

  /** Changes to save. */
  get kept(): readonly CommandChangeRecord[] | undefined {
    return this.#found.length === 0 ? undefined : this.#found;
  }

  /** Notes that a call of another tool is about to write a file. */
  noteEdit(path: string): void {
    for (const comparison of [this.#open, ...this.#closing]) comparison?.edited.add(path);
  }

  /** Ends calls whose results arrived. Returns undefined while commands run, or none ran. */
  endCalls(toolIds: readonly string[]): Promise<void> | undefined {
    const open = this.#open;
    if (!open) return undefined;
    for (const id of toolIds) if (!this.#item(id)?.isBackground) open.running.delete(id);
    return open.running.size === 0 ? this.#close(open) : undefined;
  }

  /** Ends the comparison when nothing runs anymore. Commands that continue in the background are not compared any further. */
  async endAll(): Promise<void> {
    this.#last = undefined;
    if (this.#open) await this.#close(this.#open);
    if (this.#closing.size === 0) this.#last = undefined;
  }

  async endTurn(): Promise<void> {
    await this.endAll();
    // After a clear, none of the calls exist anymore.
    if (!this.#options.hasOlder()) this.#keep(this.#found.filter(({ toolId }) => this.#item(toolId) !== undefined));
  }

  /** Shows the saved changes. */
  restore(): void {
    if (this.#found.length > 0) this.#show();
  }

  /** Drops changes since a prompt. Call before the prompt and everything after it are removed. */
  truncate(promptId: string): void {
    const isCut = this.#callsSince(promptId);
    this.#keep(this.#found.filter(({ toolId }) => !isCut.has(toolId)));
  }

  /** Returns the changes by commands since a prompt, or since the beginning. */
  since(promptId?: string): readonly CommandChange[] {
    const calls = promptId === undefined ? undefined : this.#callsSince(promptId);
    const merged = new Map<string, CommandChange["state"]>();
    for (const { toolId, path, state } of this.#found) {
      if (calls && !calls.has(toolId)) continue;
      const now = joinStates(merged.get(path), state);
      if (now === undefined) merged.delete(path);
      else merged.set(path, now);
    }
    const { folder } = this.#options.store.state;
    return [...merged].map(([path, state]) => ({ path, state, shown: escapePath(toRelativePath(path, folder)) }));
  }

  async #begin(toolId: string): Promise<void> {
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
    const ran = [...comparison.calls].filter((id) => this.#item(id)?.state !== "denied");
    const [toolId] = ran;
    if (!states || toolId === undefined) return;
    this.#closing.add(comparison);
    const after = comparison.before.then((before) => before && states.read(comparison.folder, before));
    this.#last = after;
    const [before, now] = [await comparison.before, await after];
    const changes = before && now ? await states.compare(before, now, this.#limits(comparison, ran)) : undefined;
    this.#closing.delete(comparison);
    if (!changes) return this.#markPartial();
    this.#add(this.#mainCall(toolId), changes, comparison.edited);
  }

  /** Returns the limits of a comparison. After a long decision, changes count only from the beginning of the first command. */
  #limits({ startedAt, isLate }: Comparison, ran: readonly string[]) {
    const began = Math.min(...ran.map((id) => this.#item(id)?.startedAt ?? startedAt));
    return { since: began - startedAt > longDecisionMs ? began : undefined, lateSince: isLate ? startedAt : undefined };
  }

  #add(toolId: string, changes: readonly FolderChange[], edited: ReadonlySet<string>): void {
    const isClaudesOwn = this.#options.store.claudesOwn();
    const listed = this.#options.listed();
    const mine = changes.filter(({ path }) => !edited.has(path) && !isClaudesOwn(path) && !listed.has(path));
    if (mine.length === 0) return;
    const all = [...this.#found, ...mine.map(({ path, state }) => ({ toolId, path, state }))];
    this.#found = all.slice(0, maxChanges);
    if (all.length > maxChanges) this.#isPartial = true;
    this.#show();
  }

  #keep(found: readonly CommandChangeRecord[]): void {
    if (found.length === this.#found.length) return;
    this.#found = found;
    this.#show();
  }

  #markPartial(): void {
    if (this.#isPartial) return;
    this.#isPartial = true;
    this.#show();
  }

  #show(): void {
    this.#options.apply({ files: this.since(), isPartial: this.#isPartial });
  }

  #item(id: string): ToolItem | undefined {
    const { store } = this.#options;
    const record = store.record(id);
    const item = record && store.item(record.thread, id);
    return item?.kind === "tool" ? item : undefined;
  }

  /** Returns the call itself, or the main thread's agent call above it. */
  #mainCall(id: string): string {
    const thread = this.#options.store.record(id)?.thread ?? mainThread;
    return thread === mainThread ? id : this.#mainCall(thread);
  }

  #callsSince(promptId: string): ReadonlySet<string> {
    const items = this.#options.store.timeline.items(mainThread);
    const start = items.findIndex(({ id }) => id === promptId);
    return new Set(start === -1 ? [] : items.slice(start).map(({ id }) => id));
  }
}

/** Combines the states that two commands left a file in; undefined if the file does not exist, as before. */
function joinStates(first: CommandChange["state"] | undefined, then: CommandChange["state"]): CommandChange["state"] | undefined {
  if (first === "created") return then === "deleted" ? undefined : "created";
  return first === "deleted" && then === "created" ? "changed" : then;
}
