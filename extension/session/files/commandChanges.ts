import type { Clock } from "../../base/clock.ts";
import { escapePath } from "../../base/invisible.ts";
import type { Logger } from "../../base/logger.ts";
import { readObject, readString } from "../../base/read.ts";
import type { CommandChange, CommandChanges as CommandChangesView } from "../../contract/changes/changedFiles.ts";
import { actingTools, ideServerName } from "../../contract/ideTools.ts";
import { mainThread } from "../../contract/ids.ts";
import type { Hook } from "../../protocol/hookRegistry.ts";
import type { ConversationStore } from "../conversationStore.ts";
import type { FileHistory } from "../fileHistory.ts";
import type { FolderChange, FolderStates } from "../ports.ts";
import { getCountedKind } from "../tools/describeCall.ts";
import { toRelativePath } from "../tools/relativePath.ts";
import { getCall, getMainCall } from "./commandCalls.ts";
import { RecordedCommands } from "./recordedCommands.ts";
import { UncoveredCommands } from "./uncoveredCommands.ts";

/** Maximum number of changes that are kept and shown. */
const maxChanges = 500;

/** A change of a file by a command. */
export interface CommandChangeRecord extends FolderChange {
  /** Id of the main thread's call that ran at that time. */
  readonly toolId: string;
}

export interface CommandChangesOptions {
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly states: FolderStates | undefined;
  /** Returns the recorded states of the files. */
  readonly history: () => FileHistory | undefined;
  /** Changes that an earlier extension host saved. */
  readonly saved: readonly CommandChangeRecord[];
  /** Returns whether earlier items are not loaded. */
  readonly hasOlder: () => boolean;
  /** Returns the files that calls edited. */
  readonly edited: () => readonly string[];
  /** Compares files with their former states. */
  readonly compare: (paths: readonly string[]) => Promise<void>;
  /** Returns true for a file whose former state is known, so that it is shown and reverted like one that calls edited. */
  readonly isCovered: (path: string) => boolean;
  readonly apply: (changes: CommandChangesView) => void;
}

/**
 * Tracks the files that commands changed: from checkpoints, or where none follow the calls by comparing the folder. Order of calls: `hook` before a
 * call, `noteEdit` for edits meanwhile, `endCalls` with results, `endTurn` or `endAll`, and `truncate` before items of the conversation are removed.
 */
export class CommandChangeTracker {
  readonly #options: CommandChangesOptions;
  readonly #uncovered: UncoveredCommands;
  readonly #recorded: RecordedCommands;
  /** Changes in the order in which they were found; one for each call and path. */
  #found: readonly CommandChangeRecord[];
  #isPartial = false;

  constructor(options: CommandChangesOptions) {
    this.#options = options;
    this.#found = options.saved;
    const found = {
      add: (toolId: string, changes: readonly FolderChange[]) => this.#add(getMainCall(options.store, toolId), changes),
      markPartial: () => this.#markPartial(),
    };
    this.#uncovered = new UncoveredCommands({ ...options, ...found });
    this.#recorded = new RecordedCommands({ ...options, ...found });
  }

  /** Reads the folder before a command that may change files, unless a checkpoint follows it. */
  get hook(): Hook {
    return {
      event: "PreToolUse",
      matcher: ["Bash", "PowerShell", ...actingTools.map((name) => `mcp__${ideServerName}__${name}`)].join("|"),
      role: "observe",
      callback: async (input, { toolUseId }) => {
        const { history, store } = this.#options;
        const tool = readString(input, "tool_name") ?? "";
        const isQuiet = getCountedKind(tool, readObject(input, "tool_input") ?? {}) !== undefined;
        if (toolUseId === undefined || isQuiet) return {};
        const call = store.ids.keyOf(toolUseId);
        if (history()?.isFollowingCalls) this.#recorded.expect(call);
        else await this.#uncovered.begin(call);
        return {};
      },
    };
  }

  /** Follows the checkpoints of the conversation. */
  follow(history: FileHistory): void {
    this.#recorded.follow(history);
  }

  /** Changes to save. */
  get kept(): readonly CommandChangeRecord[] | undefined {
    return this.#found.length === 0 ? undefined : this.#found;
  }

  /** Notes that a call of another tool is about to write a file. */
  noteEdit(path: string): void {
    this.#uncovered.noteEdit(path);
  }

  /** Ends calls whose results arrived. Returns undefined while commands run, or none ran. */
  endCalls(toolIds: readonly string[]): Promise<void> | undefined {
    return this.#uncovered.endCalls(toolIds);
  }

  /** Ends the comparison when nothing runs anymore. Commands that continue in the background are not compared any further. */
  endAll(): Promise<void> {
    return this.#uncovered.endAll();
  }

  async endTurn(): Promise<void> {
    await this.endAll();
    await this.#recorded.whenCompared();
    // After a clear, none of the calls exist anymore.
    const { hasOlder, store } = this.#options;
    if (!hasOlder()) this.#keep(this.#found.filter(({ toolId }) => getCall(store, toolId) !== undefined));
  }

  /** Shows the changes, if there are any. */
  show(): void {
    if (this.#found.length > 0 || this.#isPartial) this.#show();
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

  async #add(toolId: string, changes: readonly FolderChange[]): Promise<void> {
    const isClaudesOwn = this.#options.store.claudesOwn();
    const edited = new Set(changes.length > 0 ? this.#options.edited() : []);
    const mine = changes.filter(({ path }) => !isClaudesOwn(path) && !edited.has(path));
    if (mine.length === 0) return;
    const all = [...this.#found, ...mine.map(({ path, state }) => ({ toolId, path, state }))];
    this.#found = all.slice(0, maxChanges);
    if (all.length > maxChanges) this.#isPartial = true;
    await this.#options.compare(mine.map(({ path }) => path));
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
    const { isCovered, apply } = this.#options;
    apply({ files: this.since().filter(({ path }) => !isCovered(path)), isPartial: this.#isPartial });
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
