import type { ConversationState, StatePatch } from "../../../shared/contract/conversationState.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Item, TurnFailure } from "../../../shared/contract/items.ts";
import type { Notice, NoticeLevel } from "../../../shared/contract/notices.ts";
import type { HookRun, TurnFacts } from "../../../shared/contract/pages/processFacts.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { TurnEnding } from "../events/turnEnding.ts";
import type { StreamedInput } from "../tools/streamedInput.ts";
import type { PathRules } from "../tools/toolPath.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";
import type { ExternalIds } from "./externalIds.ts";
import type { ProcessUsage } from "./turnUsage.ts";

interface ToldMessage {
  readonly messageId: string;
  readonly blocks: number;
}

/** The streaming position of a thread. */
export interface ThreadCursor {
  /** The message that streams or streamed last. */
  readonly messageId: string;
  /** Ids of streamed text and thinking items whose full frame has not arrived yet, oldest first. */
  readonly awaiting: readonly string[];
  /** Input tokens of the message, to which its output tokens are added. */
  readonly inputTokens: number;
  /** The last message of the model whose blocks arrived as full frames, and their number. */
  readonly told?: ToldMessage;
  /** The same of the last message that `claude` wrote itself. */
  readonly toldByCli?: ToldMessage;
  /** The call whose input streams, and the input read so far. */
  readonly call?: { readonly id: string; readonly input: StreamedInput } | undefined;
  /** Calls of earlier replies that never got a result: they are over, although nothing said so. */
  readonly lost?: readonly string[];
}

/** A consequence of a frame other than changes of the view. */
export type Effect =
  /** A turn begins; `claude` reports its version, capabilities and MCP servers again. */
  | {
      readonly kind: "turnBegan";
      readonly version: string | undefined;
      readonly capabilities: readonly string[];
      readonly servers?: readonly { readonly name: string; readonly status: string }[] | undefined;
      readonly facts: TurnFacts;
    }
  /** The commands changed, which also happens when an MCP server connects or goes (2.1.329). */
  | { readonly kind: "commandsChanged" }
  /** A hook ended. */
  | { readonly kind: "hookRan"; readonly run: HookRun }
  /** `claude` works on the newest prompt. */
  | { readonly kind: "promptTaken" }
  /** `claude` will not work on a prompt. */
  | { readonly kind: "promptRefused"; readonly promptId: string }
  /** `claude` reads a prompt, in the running turn or in a turn of its own (2.1.329). */
  | { readonly kind: "promptBegan"; readonly promptId: string }
  /** `claude` removed a prompt from its queue (2.1.329). */
  | { readonly kind: "promptReturned"; readonly promptId: string }
  | {
      readonly kind: "turnEnded";
      readonly outcome: "done" | "failed" | "stopped";
      readonly failure: TurnFailure | undefined;
      readonly error: string;
      readonly ending: TurnEnding;
    }
  /** `claude` ends before it takes a prompt (2.1.329). */
  | { readonly kind: "startRefused"; readonly reason: string; readonly error: string }
  /** Calls have their results. */
  | { readonly kind: "callsEnded"; readonly toolIds: readonly string[] };

/** The result of one frame: changes of the view, effects on the conversation, and data for later reductions. */
export interface Reduction {
  readonly deltas: readonly StateDelta[];
  readonly effects?: readonly Effect[];
  readonly cursor?: { readonly thread: string; readonly value: ThreadCursor };
  readonly records?: readonly (readonly [toolId: string, record: ToolRecord])[];
  /** Items that a frame created, by the uuid of the frame, so that they can be retracted. */
  readonly created?: { readonly uuid: string; readonly thread: string; readonly ids: readonly string[] } | undefined;
  /** Data of attachments of prompts, by attachment id. */
  readonly attached?: readonly (readonly [id: string, data: string])[];
  /** `claude` announces idle and running on its own. */
  readonly hasStateEvents?: true;
  /** Usage that the process has counted with this frame. */
  readonly counted?: ProcessUsage;
}

/** Facts about the calls that begin to run. */
export interface CallStartsView {
  /**
   * True once a hook reported the start of a call of this process: then it reports all of them. A policy can switch
   * hooks off.
   */
  readonly isReported: boolean;
  /** Returns when a call began to run whose row did not exist then; once. */
  take(toolId: string): number | undefined;
}

/** The state that reducers may read. Every lookup is O(1). */
export interface StoreView {
  readonly state: ConversationState;
  readonly hasStateEvents: boolean;
  /** Cost of the conversation in US dollars that the running process does not count. */
  readonly costOffset: number;
  /** True if the cost in the state is that of the whole conversation so far. */
  readonly isCostKnown: boolean;
  /** Usage that the running process has counted so far. */
  readonly counted: ProcessUsage;
  item(thread: string, id: string): Item | undefined;
  /** Returns the number of loaded items of a thread. */
  size(thread: string): number;
  /** Returns the newest item of a thread. */
  last(thread: string): Item | undefined;
  /** Returns the newest item of a thread that is neither a notice nor a turn. */
  lastSaid(thread: string): Item | undefined;
  cursor(thread: string): ThreadCursor | undefined;
  record(toolId: string): ToolRecord | undefined;
  readonly paths: PathRules;
  /** The config folders in which `claude` keeps its own files; empty where none is known. */
  readonly ownFolders: readonly string[];
  /** Returns a test for files that belong to `claude` itself. */
  claudesOwn(): (path: string) => boolean;
  readonly ids: ExternalIds;
  readonly starts: CallStartsView;
  /**
   * Returns the working folder of the process at the time of a call if a hook reported it, else the folder of the
   * conversation.
   */
  folderOf(toolId: string): string;
  /**
   * Returns whether a call waited for the user when a process of the conversation ended, as far as that is remembered.
   */
  wasWaiting(toolId: string): boolean;
  /** Returns the items that the frame with this uuid created. */
  createdBy(uuid: string): { readonly thread: string; readonly ids: readonly string[] } | undefined;
  /** Returns items that are streaming, and calls that have not ended. */
  unsettled(): readonly { readonly thread: string; readonly item: Item }[];
}

/** A reduction without effect. */
export const emptyReduction: Reduction = { deltas: [] };

/** Returns the thread that a frame belongs to. */
export function getThread(frame: { readonly parent_tool_use_id?: string | null | undefined }): string {
  return frame.parent_tool_use_id ?? mainThread;
}

/** Returns the streaming position of a thread; the initial one if it never streamed. */
export function getCursor(store: StoreView, thread: string): ThreadCursor {
  return store.cursor(thread) ?? { messageId: "", awaiting: [], inputTokens: 0 };
}

/** Returns deltas that remove the items created by the frames with these uuids. */
export function retract(store: StoreView, uuids: readonly string[]): StateDelta[] {
  return uuids.flatMap((uuid) => {
    const created = store.createdBy(uuid);
    return (created?.ids ?? []).map(
      (id): StateDelta => ({ kind: "remove", thread: created?.thread ?? mainThread, id }),
    );
  });
}

export function createPatchDelta(set: StatePatch): Reduction {
  return { deltas: [{ kind: "state", set }] };
}

/** Returns a delta that appends a notice to the main thread; `id` is unique in it. */
export function createNoticeDelta(id: string, level: NoticeLevel, notice: Notice): StateDelta {
  return { kind: "put", thread: mainThread, item: { kind: "notice", id: `notice:${id}`, level, notice } };
}
