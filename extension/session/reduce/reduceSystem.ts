import { stripControl } from "../../base/invisible.ts";
import type { Change } from "../../contract/changes.ts";
import { mainThread } from "../../contract/changes.ts";
import type { NoticeItem } from "../../contract/items.ts";
import type { SystemFrame } from "../../protocol/systemFrames.ts";
import { retract, type Step, type StoreView } from "../conversationStore.ts";

/** ConversationState about the session, and the short rows that tell what the CLI did by itself. */
export function reduceSystem(store: StoreView, frame: SystemFrame): Step {
  const notice = (level: NoticeItem["level"], text: string | undefined, id = frame.uuid): Step => {
    if (!text) return { changes: [] };
    return { changes: [{ kind: "put", thread: mainThread, item: { kind: "notice", id: `notice:${id ?? text}`, level, text: stripControl(text) } }] };
  };
  const state = (set: Extract<Change, { kind: "state" }>["set"]): Step => ({ changes: [{ kind: "state", set }] });
  switch (frame.subtype) {
    case "init":
      return state({
        ...(frame.session_id === undefined ? {} : { sessionId: frame.session_id }),
        ...(frame.model === undefined ? {} : { model: frame.model }),
        ...(frame.permissionMode === undefined ? {} : { mode: frame.permissionMode }),
        ...(frame.claude_code_version === undefined ? {} : { cliVersion: frame.claude_code_version }),
      });
    case "status": {
      const activity = frame.status === "compacting" ? "Compacting the context" : null;
      const step = state({ activity, ...(frame.permissionMode === undefined ? {} : { mode: frame.permissionMode }) });
      if (frame.compact_result !== "failed") return step;
      return { changes: [...step.changes, ...notice("warning", `Compacting failed: ${frame.compact_error ?? "no reason given"}`).changes] };
    }
    case "session_state_changed":
      if (frame.state === "running") return { ...state({ status: "working" }), hasStateEvents: true };
      return frame.state === "idle" ? state({ status: "idle", activity: null, turnStartedAt: null }) : { changes: [] };
    case "compact_boundary": {
      const { pre_tokens: before, post_tokens: after } = frame.compact_metadata ?? {};
      const sizes = before === undefined ? "" : ` · ${thousands(before)}${after === undefined ? "" : ` → ${thousands(after)}`}`;
      return notice("info", `Context compacted${sizes}`);
    }
    case "api_retry": {
      const seconds = Math.ceil((frame.retry_delay_ms ?? 0) / 1000);
      const reason = frame.error ? ` after ${stripControl(frame.error)}` : "";
      return state({ activity: `Retrying (${frame.attempt ?? 1}/${frame.max_retries ?? "?"}) in ${seconds} s${reason}` });
    }
    case "permission_denied": {
      const record = store.record(frame.tool_use_id);
      const item = record && store.item(record.thread, frame.tool_use_id);
      if (!record || item?.kind !== "tool") return { changes: [] };
      const decision = stripControl(frame.decision_reason ?? frame.message ?? "by a rule");
      return { changes: [{ kind: "put", thread: record.thread, item: { ...item, state: "denied", decision } }] };
    }
    case "hook_response":
      return frame.outcome === "error" ? notice("warning", `Hook ${frame.hook_name ?? ""} failed: ${(frame.stderr || frame.output) ?? ""}`) : { changes: [] };
    case "informational":
      return notice(frame.level === "warning" ? "warning" : "info", frame.content);
    case "local_command_output":
      return notice("info", frame.content);
    case "model_refusal_fallback":
    case "model_refusal_no_fallback":
    case "model_fallback": {
      const ids = frame.subtype === "model_refusal_fallback" ? (frame.retracted_message_uuids ?? []) : [];
      return { changes: [...retract(store, ids), ...notice("warning", frame.content ?? "The model changed").changes] };
    }
    case "session_writes_lost":
      return notice("error", `The disk is full: the CLI could not save ${(frame.lost ?? []).join(" and ")}. Free some space before you go on.`);
    case "session_title_changed":
      return frame.title ? state({ title: stripControl(frame.title) }) : { changes: [] };
    case "task_progress":
      return frame.tool_use_id === undefined ? { changes: [] } : agentSummary(store, frame.tool_use_id, frame.last_tool_name ?? frame.description);
    case "plugin_install":
      return frame.status === "failed" ? notice("warning", `Plugin ${frame.name ?? ""} was not installed: ${frame.error ?? ""}`) : { changes: [] };
    default:
      return { changes: [] };
  }
}

function agentSummary(store: StoreView, toolId: string, summary: string | undefined): Step {
  const record = store.record(toolId);
  const item = record && store.item(record.thread, toolId);
  if (!record || item?.kind !== "tool" || item.state !== "running" || !summary) return { changes: [] };
  return { changes: [{ kind: "put", thread: record.thread, item: { ...item, summary: stripControl(summary) } }] };
}

function thousands(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${Math.round(tokens / 1000)}k`;
}
