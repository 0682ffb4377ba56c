import type { Frame } from "../../protocol/decode.ts";
import type { StateView, Step } from "../state.ts";
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
export function reduceFrame(state: StateView, frame: Frame, now: number | undefined): Step {
  switch (frame.type) {
    case "stream_event":
      return reduceStreamEvent(state, frame, now ?? 0);
    case "assistant":
      return reduceAssistant(state, frame, now);
    case "user":
      return reduceUser(state, frame, now);
    case "result":
      return reduceResult(state, frame, now);
    case "system":
      return reduceSystem(state, frame);
    case "tool_progress":
      return noteProgress(state, frame.tool_use_id, frame.parent_tool_use_id, frame.elapsed_time_seconds);
    case "rate_limit_event":
      return rateLimit(frame.rate_limit_info);
    case "conversation_reset":
      return { changes: [{ kind: "clear" }, { kind: "facts", set: { sessionId: frame.new_conversation_id, tasks: [], title: "" } }] };
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
function noteProgress(state: StateView, id: string, parent: string | null | undefined, seconds: number | undefined): Step {
  const toolId = state.record(id) ? id : parent;
  const record = toolId ? state.record(toolId) : undefined;
  const item = record && toolId ? state.item(record.thread, toolId) : undefined;
  if (!record || item?.kind !== "tool" || item.state !== "running" || seconds === undefined) return noStep;
  return { changes: [{ kind: "put", thread: record.thread, item: { ...item, elapsedMs: seconds * 1000 } }] };
}

function rateLimit(info: { status?: string | undefined; resetsAt?: number | undefined }): Step {
  if (info.status === undefined || info.status === "allowed") return { changes: [{ kind: "facts", set: { activity: null } }] };
  const until = info.resetsAt === undefined ? "" : ` until ${dateWords(info.resetsAt)}`;
  const text = info.status === "rejected" ? `Plan limit reached${until}` : `Close to the plan limit, which resets${until}`;
  return { changes: [{ kind: "facts", set: { activity: text } }] };
}

/** A time in seconds since the epoch, in UTC; empty for one that no calendar has. */
function dateWords(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "" : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
