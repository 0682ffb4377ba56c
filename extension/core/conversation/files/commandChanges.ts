import { escapePath } from "../../../shared/base/invisible.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import { readObject, readString } from "../../../shared/base/read.ts";
import type {
  CommandChange,
  CommandChanges as CommandChangesView,
} from "../../../shared/contract/changes/changedFiles.ts";
import { actingTools, ideServerName } from "../../../shared/contract/ideTools.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Hook } from "../../protocol/requests/hookRegistry.ts";
import type { FileHistory } from "../ports/fileHistory.ts";
import { getCountedKind } from "../tools/describeCall.ts";
import { toRelativePath } from "../tools/relativePath.ts";
import type { ConversationStore } from "../view/conversationStore.ts";
import { getCall, getMainCall } from "./commandCalls.ts";
import { type FoundChange, RecordedCommands } from "./recordedCommands.ts";

/** Maximum number of changes that are kept and shown. */
const maxChanges = 500;

/** A change of a file by a command. */
export interface CommandChangeRecord extends FoundChange {
  /** Id of the main thread's call that ran at that time. */
  readonly toolId: string;
}

export interface CommandChangesOptions {
  readonly store: ConversationStore;
  readonly logger: Logger;
  /** Returns the recorded states of the files. */
  readonly history: () => FileHistory | undefined;
  /** Changes that an earlier extension host saved. */
  readonly saved: readonly CommandChangeRecord[];
  /** The first command with unknown changes that an earlier extension host saved. */
  readonly firstUnknown: string | undefined;
  /** Returns whether earlier items are not loaded. */
  readonly hasOlder: () => boolean;
  /** Returns the files that calls edited. */
  readonly edited: () => readonly string[];
  /** Compares files with their former states. */
  readonly compare: (paths: readonly string[]) => Promise<void>;
  /**
   * Returns true for a file whose former state is known, so that it is shown and reverted like one that calls edited.
   */
  readonly isCovered: (path: string) => boolean;
  readonly apply: (changes: CommandChangesView) => void;
}

/**
 * Tracks the files that commands changed, from checkpoints. The changes of a command that no checkpoint follows are
 * unknown. Order of calls: `hook` before a call, `endCalls` with results, `endTurn` or `endAll`, and `truncate` before
 * items of the conversation are removed.
 */
export class CommandChangeTracker {
  readonly #options: CommandChangesOptions;
  readonly #recorded: RecordedCommands;
  /** Changes in the order in which they were found; one for each call and path. */
  #found: readonly CommandChangeRecord[];
  #isPartial = false;
  /** Running commands that no checkpoint will follow. */
  readonly #unfollowed = new Set<string>();
  /** The first call of the main thread that ran such a command. */
  #firstUnknown: string | undefined;

  constructor(options: CommandChangesOptions) {
    this.#options = options;
    this.#found = options.saved;
    this.#firstUnknown = options.firstUnknown;
    this.#recorded = new RecordedCommands({
      ...options,
      add: (toolId, changes) => this.#add(getMainCall(options.store, toolId), changes),
      markPartial: () => this.#markPartial(),
    });
  }

  /** Notes a command that may change files before it runs. */
  get hook(): Hook {
    return {
      event: "PreToolUse",
      matcher: ["Bash", "PowerShell", ...actingTools.map((name) => `mcp__${ideServerName}__${name}`)].join("|"),
      role: "observe",
      callback: (input, { toolUseId }) => {
        const { history, store } = this.#options;
        const tool = readString(input, "tool_name") ?? "";
        const isQuiet = getCountedKind(tool, readObject(input, "tool_input") ?? {}) !== undefined;
        if (toolUseId === undefined || isQuiet) return {};
        const call = store.ids.keyOf(toolUseId);
        if (history()?.isFollowingCalls) this.#recorded.expect(call);
        else this.#unfollowed.add(call);
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

  /** Id of the first call with unknown changes, to save. */
  get firstUnknown(): string | undefined {
    return this.#firstUnknown;
  }

  /** Ends calls whose results arrived. */
  endCalls(toolIds: readonly string[]): void {
    const { store } = this.#options;
    const ran = toolIds.filter((id) => this.#unfollowed.delete(id) && hasRun(getCall(store, id)));
    const [first] = ran;
    if (first === undefined || this.#firstUnknown !== undefined) return;
    this.#firstUnknown = getMainCall(store, first);
    this.#show();
  }

  /** Ends all calls, because nothing runs anymore. */
  endAll(): void {
    this.endCalls([...this.#unfollowed]);
  }

  async endTurn(): Promise<void> {
    this.endAll();
    await this.#recorded.whenCompared();
    // After a clear, none of the calls exist anymore.
    const { hasOlder, store } = this.#options;
    if (!hasOlder()) this.#keep((toolId) => getCall(store, toolId) !== undefined);
  }

  /** Shows the changes, if there are any. */
  show(): void {
    if (this.#found.length > 0 || this.#isPartial || this.#firstUnknown !== undefined) this.#show();
  }

  /** Drops changes since a prompt. Call before the prompt and everything after it are removed. */
  truncate(promptId: string): void {
    const isCut = this.#callsSince(promptId);
    this.#keep((toolId) => !isCut.has(toolId));
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

  async #add(toolId: string, changes: readonly FoundChange[]): Promise<void> {
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

  #keep(isKept: (toolId: string) => boolean): void {
    const found = this.#found.filter(({ toolId }) => isKept(toolId));
    // A later command with unknown changes goes with the first one.
    const firstUnknown =
      this.#firstUnknown !== undefined && isKept(this.#firstUnknown) ? this.#firstUnknown : undefined;
    if (found.length === this.#found.length && firstUnknown === this.#firstUnknown) return;
    this.#found = found;
    this.#firstUnknown = firstUnknown;
    this.#show();
  }

  #markPartial(): void {
    if (this.#isPartial) return;
    this.#isPartial = true;
    this.#show();
  }

  #show(): void {
    const { isCovered, apply } = this.#options;
    apply({
      files: this.since().filter(({ path }) => !isCovered(path)),
      isPartial: this.#isPartial,
      isUnknown: this.#firstUnknown !== undefined,
    });
  }

  #callsSince(promptId: string): ReadonlySet<string> {
    const items = this.#options.store.timeline.items(mainThread);
    const start = items.findIndex(({ id }) => id === promptId);
    return new Set(start === -1 ? [] : items.slice(start).map(({ id }) => id));
  }
}

/** Combines the states that two commands left a file in; undefined if the file does not exist, as before. */
function joinStates(
  first: CommandChange["state"] | undefined,
  then: CommandChange["state"],
): CommandChange["state"] | undefined {
  if (first === "created") return then === "deleted" ? undefined : "created";
  return first === "deleted" && then === "created" ? "changed" : then;
}

/** Returns whether a call may have run. One whose process ended while it waited for the user did not. */
function hasRun(call: ReturnType<typeof getCall>): boolean {
  const isUnbegun = call?.state === "stopped" && call.startedAt === undefined;
  return !isUnbegun && !["queued", "waiting", "denied"].includes(call?.state ?? "");
}
