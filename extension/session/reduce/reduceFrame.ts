import type { Frame } from "../../protocol/decode.ts";
import type { Step, StoreView } from "../conversationStore.ts";
import { reduceAssistant } from "./reduceAssistant.ts";
import { reduceResult } from "./reduceResult.ts";
import { reduceStreamEvent } from "./reduceStreamEvent.ts";
import { reduceSystem } from "./reduceSystem.ts";
import { reduceUser } from "./reduceUser.ts";

/** Nothing to show. */
export const noStep: Step = { changes: [] };

/**
 * What a frame does to the conversation. Pure: time and ids come in as arguments.
 * @param now milliseconds since the epoch; undefined for a frame read from a saved transcript
 */
export function reduceFrame(store: StoreView, frame: Frame, now: number | undefined): Step {
  switch (frame.type) {
    case "stream_event":
      return reduceStreamEvent(store, frame, now ?? 0);
    case "assistant":
      return reduceAssistant(store, frame, now);
    case "user":
      return reduceUser(store, frame, now);
    case "result":
      return reduceResult(store, frame, now);
    case "system":
      return reduceSystem(store, frame);
    case "tool_progress":
      return noteProgress(store, frame.tool_use_id, frame.parent_tool_use_id, frame.elapsed_time_seconds);
    case "rate_limit_event":
      return rateLimit(frame.rate_limit_info);
    case "conversation_reset":
      return { changes: [{ kind: "clear" }, { kind: "state", set: { sessionId: frame.new_conversation_id, tasks: [], title: "" } }] };
    case "auth_status":
    case "active_goal":
    case "autocompact_state":
    case "command_lifecycle":
    case "keep_alive":
    case "prompt_suggestion":
    case "tombstone":
    case "tool_use_summary":
    case "transcript_mirror":
      return noStep;
  }
}

/** The id may be synthetic; then the parent is the call that makes progress (protocol.md 2.3). */
function noteProgress(store: StoreView, id: string, parent: string | null | undefined, seconds: number | undefined): Step {
  const toolId = store.record(id) ? id : parent;
  const record = toolId ? store.record(toolId) : undefined;
  const item = record && toolId ? store.item(record.thread, toolId) : undefined;
  if (!record || item?.kind !== "tool" || item.state !== "running" || seconds === undefined) return noStep;
  return { changes: [{ kind: "put", thread: record.thread, item: { ...item, elapsedMs: seconds * 1000 } }] };
}

function rateLimit(info: { status?: string | undefined; resetsAt?: number | undefined }): Step {
  if (info.status === undefined || info.status === "allowed") return { changes: [{ kind: "state", set: { activity: null } }] };
  const until = info.resetsAt === undefined ? "" : ` until ${dateWords(info.resetsAt)}`;
  const text = info.status === "rejected" ? `Plan limit reached${until}` : `Close to the plan limit, which resets${until}`;
  return { changes: [{ kind: "state", set: { activity: text } }] };
}

/** A time in seconds since the epoch, in UTC; empty for one that no calendar has. */
function dateWords(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "" : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
