import { stripControl } from "../../../shared/base/invisible.ts";
import { readString } from "../../../shared/base/read.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import type { ToolProgressFrame } from "../../protocol/frames/frames.ts";
import { getToolKind } from "../tools/describeCall.ts";
import { noteLogin } from "./activities.ts";
import { toRunningItem } from "./callStates.ts";
import { noteLimit } from "./planLimit.ts";
import { reduceAssistant } from "./reduceAssistant.ts";
import { reduceAttachment } from "./reduceAttachment.ts";
import { reduceResult } from "./reduceResult.ts";
import { reduceStreamEvent } from "./reduceStreamEvent.ts";
import { reduceSystem } from "./reduceSystem.ts";
import { reduceUser } from "./reduceUser.ts";
import {
  createNoticeDelta,
  createPatchDelta,
  emptyReduction,
  getThread,
  type Reduction,
  retract,
  type StoreView,
} from "./reduction.ts";
import { createToolDelta, growParent, startTool } from "./toolItems.ts";
import type { unshown } from "./unshown.ts";

/** Effects of the states of a prompt; `queued` and `completed` add nothing to what other frames report. */
const lifecycleEffects = new Map<string, "promptRefused" | "promptBegan" | "promptReturned">([
  ["refused", "promptRefused"],
  ["discarded", "promptRefused"],
  ["started", "promptBegan"],
  ["cancelled", "promptReturned"],
]);

/**
 * Reduces a frame to deltas of the conversation. The only function that dispatches on the type of a frame. Pure: time
 * and ids are arguments.
 * @param now milliseconds since the epoch; undefined for a frame read from a saved transcript
 */
export function reduceFrame(store: StoreView, frame: Frame, now: number | undefined): Reduction {
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
      return reduceSystem(store, frame, now);
    case "tool_progress":
      return noteProgress(store, frame, now ?? 0);
    case "rate_limit_event":
      return noteLimit(store, frame);
    case "auth_status":
      return noteLogin(store, frame, `login:${frame.uuid ?? now ?? 0}`);
    case "attachment":
      return reduceAttachment(store, frame);
    case "conversation_reset":
      return {
        deltas: [
          { kind: "clear" },
          {
            kind: "state",
            set: { sessionId: frame.new_conversation_id, tasks: [], title: "", titledSession: null, contextTokens: 0 },
          },
        ],
      };
    case "command_lifecycle": {
      const kind = lifecycleEffects.get(frame.state);
      return kind === undefined ? emptyReduction : { deltas: [], effects: [{ kind, promptId: frame.command_uuid }] };
    }
    case "active_goal": {
      const goal = stripControl(frame.value?.condition ?? "");
      return goal === ""
        ? emptyReduction
        : { deltas: [createNoticeDelta(`goal:${goal}`, "info", { code: "goal", goal })] };
    }
    case "prompt_suggestion":
      return createPatchDelta({ suggestion: stripControl(frame.suggestion) });
    case "tombstone":
      return { deltas: retract(store, [readString(frame.message, "uuid") ?? ""]) };
    case "tool_use_summary":
      return summarize(store, frame.preceding_tool_use_ids ?? [], stripControl(frame.summary));
    default:
      frame.type satisfies keyof typeof unshown;
      return emptyReduction;
  }
}

/**
 * Sets the running time of a call as `claude` counts it. The id may be synthetic; then the parent is the call that
 * makes progress (2.1.329), else the agent whose step it is. Progress can come before any frame that names the call or
 * its agent.
 */
function noteProgress(store: StoreView, frame: ToolProgressFrame, now: number): Reduction {
  // For a subagent, a frame with time 0 only reports that a retry starts or ends (2.1.329).
  if (frame.subagent_type !== undefined && !frame.elapsed_time_seconds) return noteAgentRetry(store, frame);
  const { tool_use_id: id, parent_tool_use_id: parent, tool_name: tool, elapsed_time_seconds: seconds = 0 } = frame;
  const startedAt = now - seconds * 1000;
  const outer = parent ? store.record(parent) : undefined;
  const isSynthetic =
    /^(hook-.*-heartbeat|bash-progress)-\d+$/.test(id) || (outer !== undefined && getToolKind(outer.tool) !== "agent");
  const toolId = parent && isSynthetic && !store.record(id) ? parent : id;
  if (store.record(toolId))
    return {
      deltas: createToolDelta(store, toolId, (item) =>
        item.state === "running" ? { ...item, startedAt } : toRunningItem(item, startedAt),
      ),
    };
  if (tool === undefined) return emptyReduction;
  const thread = toolId === id ? getThread(frame) : mainThread;
  const started = startTool(store, { id: toolId, tool, thread, input: {}, now: startedAt, isRunning: true });
  return { ...started, deltas: [...started.deltas, ...growParent(store, thread, 1)] };
}

function noteAgentRetry(store: StoreView, { tool_use_id: id, subagent_retry: retry }: ToolProgressFrame): Reduction {
  const changes = createToolDelta(store, id, ({ summary, ...item }) => {
    if (item.state !== "running") return undefined;
    if (retry) return { ...item, summary: { code: "retrying", attempt: retry.attempt, most: retry.max_retries } };
    return summary?.code === "retrying" ? item : undefined;
  });
  return { deltas: changes };
}

/**
 * Adds the short summary that `claude` gives of some calls to the last of them, for the line into which the calls are
 * folded.
 */
function summarize(store: StoreView, named: readonly string[], text: string): Reduction {
  // Without ids the summary concerns the newest call that is still pending.
  const pending =
    named.length > 0
      ? undefined
      : store.unsettled().findLast(({ thread, item }) => thread === mainThread && item.kind === "tool");
  const ids = pending ? [pending.item.id] : named;
  const last = ids.findLast((id) => store.record(id));
  return last === undefined
    ? emptyReduction
    : { deltas: createToolDelta(store, last, (item) => ({ ...item, runSummary: { text, calls: ids } })) };
}
