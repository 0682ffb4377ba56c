import { type Change, mainThread } from "../contract/changes.ts";
import type { ConversationState } from "../contract/conversationState.ts";
import type { Item } from "../contract/items.ts";
import { Timeline } from "./timeline.ts";

/** What is kept of a tool call beyond its row, for its card and for later reducers. */
export interface ToolRecord {
  readonly tool: string;
  readonly thread: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** `tool_use_result` of the CLI; its shape is per tool, and a string on errors (T-42). */
  readonly result?: unknown;
  /** The tool result as text. */
  readonly output?: string;
}

/** Where a thread's stream stands. */
export interface ThreadCursor {
  /** The message that streams or streamed last. */
  readonly messageId: string;
  /** Ids of streamed text and thinking items whose full frame has not come yet, oldest first. */
  readonly awaiting: readonly string[];
  /** Tokens of the message's input side, to which its output is added. */
  readonly inputTokens: number;
}

/** What one frame does: changes of the view, and of what reducers remember. */
export interface Step {
  readonly changes: readonly Change[];
  readonly cursor?: { readonly thread: string; readonly value: ThreadCursor };
  readonly records?: readonly (readonly [toolId: string, record: ToolRecord])[];
  /** Items that a frame made, by the frame's uuid: what it can be taken back by. */
  readonly created?: { readonly uuid: string; readonly thread: string; readonly ids: readonly string[] };
  /** The CLI announces idle and running by itself. */
  readonly hasStateEvents?: true;
}

/** What reducers may read. Every look-up is O(1). */
export interface StoreView {
  readonly state: ConversationState;
  readonly hasStateEvents: boolean;
  item(thread: string, id: string): Item | undefined;
  /** The newest item of a thread. */
  last(thread: string): Item | undefined;
  cursor(thread: string): ThreadCursor | undefined;
  record(toolId: string): ToolRecord | undefined;
  /** Items that the frame of this uuid made. */
  createdBy(uuid: string): { readonly thread: string; readonly ids: readonly string[] } | undefined;
  /** Items that something still happens to: streaming, running or waiting. */
  unsettled(): readonly { readonly thread: string; readonly item: Item }[];
}

/** One conversation's state. Reducers are pure and return steps; this is the one place that applies them. */
export class ConversationStore implements StoreView {
  readonly timeline = new Timeline();
  readonly #cursors = new Map<string, ThreadCursor>();
  readonly #records = new Map<string, ToolRecord>();
  /** Thread of each unsettled item, so that the end of a turn does not search the transcript. */
  readonly #unsettled = new Map<string, string>();
  readonly #created = new Map<string, { thread: string; ids: readonly string[] }>();
  #state: ConversationState;
  #hasStateEvents = false;

  constructor(state: ConversationState) {
    this.#state = state;
  }

  get state(): ConversationState {
    return this.#state;
  }

  get hasStateEvents(): boolean {
    return this.#hasStateEvents;
  }

  item(thread: string, id: string): Item | undefined {
    return this.timeline.item(thread, id);
  }

  last(thread: string): Item | undefined {
    return this.timeline.items(thread).at(-1);
  }

  cursor(thread: string): ThreadCursor | undefined {
    return this.#cursors.get(thread);
  }

  record(toolId: string): ToolRecord | undefined {
    return this.#records.get(toolId);
  }

  createdBy(uuid: string): { thread: string; ids: readonly string[] } | undefined {
    return this.#created.get(uuid);
  }

  unsettled(): { thread: string; item: Item }[] {
    return [...this.#unsettled].flatMap(([id, thread]) => {
      const item = this.timeline.item(thread, id);
      return item ? [{ thread, item }] : [];
    });
  }

  /** A new process starts: what the last one announced of itself no longer counts. */
  forgetProcess(): void {
    this.#hasStateEvents = false;
    this.#cursors.clear();
  }

  /** Applies a step in time that depends on the step, not on the conversation. Returns the changes as they were made. */
  apply(step: Step): readonly Change[] {
    for (const [id, record] of step.records ?? []) this.#records.set(id, record);
    if (step.created) this.#created.set(step.created.uuid, { thread: step.created.thread, ids: step.created.ids });
    if (step.hasStateEvents) this.#hasStateEvents = true;
    if (step.cursor) this.#cursors.set(step.cursor.thread, step.cursor.value);
    return step.changes.map((change) => {
      const applied = change.kind === "put" ? { ...change, isNew: this.item(change.thread, change.item.id) === undefined } : change;
      this.#applyChange(applied);
      return applied;
    });
  }

  #applyChange(change: Change): void {
    if (change.kind === "state") {
      const state = { ...this.#state, ...change.set };
      for (const [key, value] of Object.entries(change.set)) if (value === null) delete state[key as keyof typeof state];
      this.#state = state as ConversationState;
      return;
    }
    this.timeline.apply(change);
    if (change.kind === "clear") {
      this.#cursors.clear();
      this.#records.clear();
      this.#created.clear();
      this.#unsettled.clear();
    } else if (change.kind === "put") {
      if (isUnsettled(change.item)) this.#unsettled.set(change.item.id, change.thread);
      else this.#unsettled.delete(change.item.id);
    } else if (change.kind === "remove") {
      this.#unsettled.delete(change.id);
    }
  }
}

function isUnsettled(item: Item): boolean {
  if (item.kind === "tool") return item.state === "running" || item.state === "waiting for you";
  return (item.kind === "text" || item.kind === "thinking") && item.isStreaming;
}

/** The thread that a frame belongs to. */
export function threadOf(frame: { readonly parent_tool_use_id?: string | null | undefined }): string {
  return frame.parent_tool_use_id ?? mainThread;
}

/** Takes back what the frames of these uuids made. */
export function retract(store: StoreView, uuids: readonly string[]): Change[] {
  return uuids.flatMap((uuid) => {
    const created = store.createdBy(uuid);
    return (created?.ids ?? []).map((id): Change => ({ kind: "remove", thread: created?.thread ?? mainThread, id }));
  });
}
