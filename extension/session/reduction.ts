import type { ConversationState, StatePatch } from "../contract/conversationState.ts";
import { mainThread } from "../contract/ids.ts";
import type { Item, Notice, NoticeLevel, TurnFailure } from "../contract/items.ts";
import type { StateDelta } from "../contract/stateDeltas.ts";
import type { ExternalIds } from "./reduce/externalIds.ts";
import type { StreamedInput } from "./tools/streamedInput.ts";
import type { PathRules } from "./tools/toolPath.ts";
import type { ToolRecord } from "./tools/toolRecord.ts";

/** Where a thread's stream stands. */
export interface ThreadCursor {
  /** The message that streams or streamed last. */
  readonly messageId: string;
  /** Ids of streamed text and thinking items whose full frame has not come yet, oldest first. */
  readonly awaiting: readonly string[];
  /** Tokens of the message's input side, to which its output is added. */
  readonly inputTokens: number;
  /** The message whose blocks came last as full frames, and how many of them. */
  readonly told?: { readonly messageId: string; readonly blocks: number };
  /** The call whose input streams, and how far that was read. */
  readonly call?: { readonly id: string; readonly input: StreamedInput } | undefined;
}

/** What a frame means beside the view. */
export type Effect =
  /** A turn begins; the CLI says again what it is. */
  | { readonly kind: "turnBegan"; readonly version: string | undefined; readonly capabilities: readonly string[] }
  /** The CLI works on the newest prompt. */
  | { readonly kind: "promptTaken" }
  /** The CLI will not work on a prompt. */
  | { readonly kind: "promptRefused"; readonly promptId: string }
  /** The CLI reads a prompt, in the running turn or in one of its own (2.1.329). */
  | { readonly kind: "promptBegan"; readonly promptId: string }
  /** The CLI took a prompt out of its queue (2.1.329). */
  | { readonly kind: "promptReturned"; readonly promptId: string }
  | {
      readonly kind: "turnEnded";
      readonly outcome: "done" | "failed" | "stopped";
      readonly failure: TurnFailure | undefined;
      readonly error: string;
      readonly startRefusal: string | undefined;
    }
  /** Calls have their results. */
  | { readonly kind: "callsEnded"; readonly toolIds: readonly string[] };

/** What one frame does: changes of the view, effects on the conversation, and what reducers remember. */
export interface Reduction {
  readonly deltas: readonly StateDelta[];
  readonly effects?: readonly Effect[];
  readonly cursor?: { readonly thread: string; readonly value: ThreadCursor };
  readonly records?: readonly (readonly [toolId: string, record: ToolRecord])[];
  /** Items that a frame created, by the frame's uuid: what it can be taken back by. */
  readonly created?: { readonly uuid: string; readonly thread: string; readonly ids: readonly string[] };
  /** What is in attachments of prompts, by their ids. */
  readonly attached?: readonly (readonly [id: string, data: string])[];
  /** The CLI announces idle and running by itself. */
  readonly hasStateEvents?: true;
}

/** What reducers may read. Every look-up is O(1). */
export interface StoreView {
  readonly state: ConversationState;
  readonly hasStateEvents: boolean;
  /** US dollars of the conversation that the running process does not count. */
  readonly costOffset: number;
  /** The state's cost is that of all that came so far. */
  readonly isCostKnown: boolean;
  item(thread: string, id: string): Item | undefined;
  /** How many items of a thread are held. */
  size(thread: string): number;
  /** The newest item of a thread. */
  last(thread: string): Item | undefined;
  /** The newest one that was said or done, not told beside it. */
  lastSaid(thread: string): Item | undefined;
  cursor(thread: string): ThreadCursor | undefined;
  record(toolId: string): ToolRecord | undefined;
  readonly paths: PathRules;
  readonly ids: ExternalIds;
  /** The folder that the process was in when a call ran, where a hook told it; else that of the conversation. */
  folderOf(toolId: string): string;
  /** Whether a call waited for the user when a process of the conversation ended, as far as that is remembered. */
  wasWaiting(toolId: string): boolean;
  /** Items that the frame of this uuid created. */
  createdBy(uuid: string): { readonly thread: string; readonly ids: readonly string[] } | undefined;
  /** Items that something still happens to: streaming, running or waiting. */
  unsettled(): readonly { readonly thread: string; readonly item: Item }[];
}

/** Nothing to show. */
export const emptyReduction: Reduction = { deltas: [] };

/** The thread that a frame belongs to. */
export function getThread(frame: { readonly parent_tool_use_id?: string | null | undefined }): string {
  return frame.parent_tool_use_id ?? mainThread;
}

/** Where a thread's stream stands; of one that never streamed, at its beginning. */
export function getCursor(store: StoreView, thread: string): ThreadCursor {
  return store.cursor(thread) ?? { messageId: "", awaiting: [], inputTokens: 0 };
}

/** Takes back what the frames of these uuids created. */
export function retract(store: StoreView, uuids: readonly string[]): StateDelta[] {
  return uuids.flatMap((uuid) => {
    const created = store.createdBy(uuid);
    return (created?.ids ?? []).map((id): StateDelta => ({ kind: "remove", thread: created?.thread ?? mainThread, id }));
  });
}

export function createPatchDelta(set: StatePatch): Reduction {
  return { deltas: [{ kind: "state", set }] };
}

/** A row at the end of the main thread; `id` is unique in it. */
export function createNoticeDelta(id: string, level: NoticeLevel, notice: Notice): StateDelta {
  return { kind: "put", thread: mainThread, item: { kind: "notice", id: `notice:${id}`, level, notice } };
}
