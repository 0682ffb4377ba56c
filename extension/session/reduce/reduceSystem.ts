import { stripControl } from "../../base/invisible.ts";
import type { Activity, StatePatch } from "../../contract/conversationState.ts";
import type { Notice, NoticeLevel } from "../../contract/items.ts";
import type { SystemFrame } from "../../protocol/systemFrames.ts";
import { nothing, noticeChange, type Reduction, retract, type StoreView, stateChange } from "../reduction.ts";
import { slashCommands, withNamed } from "../slashCommands.ts";
import { beginBackground, endBackground, finalTaskStates, replaceBackground } from "./backgroundTasks.ts";
import { toolChange } from "./toolItems.ts";

/** State of the session, and the short rows that tell what the CLI did by itself. */
export function reduceSystem(store: StoreView, frame: SystemFrame): Reduction {
  const notice = (level: NoticeLevel, content: Notice): Reduction => ({ changes: [noticeChange(frame.uuid ?? JSON.stringify(content), level, content)] });
  const cliText = (level: NoticeLevel, text: string | undefined): Reduction => (text ? notice(level, { code: "text", text: stripControl(text) }) : nothing);
  switch (frame.subtype) {
    case "init":
      return {
        ...stateChange({
          ...(frame.session_id === undefined ? {} : { sessionId: frame.session_id }),
          ...(frame.model === undefined ? {} : { model: frame.model }),
          ...(frame.permissionMode === undefined ? {} : { mode: frame.permissionMode }),
          ...(frame.claude_code_version === undefined ? {} : { cliVersion: frame.claude_code_version }),
          ...(frame.effort === undefined ? {} : { effort: frame.effort }),
          ...commandsOf(store, frame.slash_commands, frame.terminal_slash_commands),
        }),
        effects: [{ kind: "turnBegan", version: frame.claude_code_version, capabilities: frame.capabilities ?? [] }, { kind: "promptTaken" }],
      };
    case "status": {
      const step = stateChange({ ...activityOf(store, frame.status), ...(frame.permissionMode === undefined ? {} : { mode: frame.permissionMode }) });
      if (frame.compact_result !== "failed") return step;
      const reason = frame.compact_error === undefined ? {} : { reason: stripControl(frame.compact_error) };
      return { changes: [...step.changes, ...notice("warning", { code: "compactingFailed", ...reason }).changes] };
    }
    case "session_state_changed":
      if (frame.state === "running") return { ...stateChange({ status: "working" }), hasStateEvents: true };
      return frame.state === "idle" ? stateChange({ status: "idle", activity: null, turnStartedAt: null }) : nothing;
    case "compact_boundary": {
      const { pre_tokens: before, post_tokens: after } = frame.compact_metadata ?? {};
      return notice("info", { code: "compacted", ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) });
    }
    case "api_retry":
      return stateChange({
        activity: {
          code: "retrying",
          attempt: frame.attempt ?? 1,
          ...(frame.max_retries === undefined ? {} : { most: frame.max_retries }),
          seconds: Math.ceil((frame.retry_delay_ms ?? 0) / 1000),
          ...(frame.error ? { error: stripControl(frame.error) } : {}),
        },
      });
    case "permission_denied": {
      const text = stripControl(frame.decision_reason ?? frame.message ?? "");
      return { changes: toolChange(store, frame.tool_use_id, (item) => ({ ...item, state: "denied", decided: { code: "byRule", text } })) };
    }
    case "hook_response": {
      // 2.0.77 names no outcome, only the exit code.
      const hasFailed = frame.outcome === undefined ? (frame.exit_code ?? 0) !== 0 : frame.outcome === "error";
      return hasFailed
        ? notice("warning", { code: "hookFailed", hook: stripControl(frame.hook_name ?? ""), output: stripControl(frame.stderr || frame.output || "") })
        : nothing;
    }
    case "informational":
      return cliText(frame.level === "warning" ? "warning" : "info", frame.content);
    case "local_command_output":
      return cliText("info", frame.content);
    case "model_refusal_fallback":
    case "model_refusal_no_fallback":
    case "model_fallback": {
      const ids = frame.subtype === "model_refusal_fallback" ? (frame.retracted_message_uuids ?? []) : [];
      const said = frame.content ? cliText("warning", frame.content) : notice("warning", { code: "modelChanged" });
      return { changes: [...retract(store, ids), ...said.changes] };
    }
    case "session_writes_lost":
      return notice("error", { code: "writesLost", lost: (frame.lost ?? []).map(stripControl) });
    case "session_title_changed":
      return frame.title ? stateChange({ title: stripControl(frame.title) }) : nothing;
    case "task_progress": {
      const text = stripControl(frame.last_tool_name ?? frame.description ?? "");
      if (frame.tool_use_id === undefined || text === "") return nothing;
      return { changes: toolChange(store, frame.tool_use_id, (item) => (item.state === "running" ? { ...item, summary: { code: "text", text } } : undefined)) };
    }
    case "background_tasks_changed":
      return replaceBackground(store, frame);
    case "task_started":
      return beginBackground(store, frame);
    case "task_updated":
      return finalTaskStates.has(frame.patch?.status) ? endBackground(store, frame.task_id) : nothing;
    case "task_notification":
      return endBackground(store, frame.task_id);
    case "plugin_install":
      return frame.status === "failed"
        ? notice("warning", { code: "pluginFailed", plugin: stripControl(frame.name ?? ""), error: stripControl(frame.error ?? "") })
        : nothing;
    case "commands_changed":
      return stateChange({ commands: slashCommands(frame.commands) });
    // What follows has no row and no state yet; each is looked at in the work on the transcript.
    case "control_request_progress":
    case "elicitation_complete":
    case "files_persisted":
    case "hook_progress":
    case "hook_started":
    case "memory_recall":
    case "notification":
    case "thinking_tokens":
    case "turn_duration":
    case "worker_shutting_down":
      return nothing;
  }
}

/** A status ends only the activity that statuses begin: a plan limit and a retry end by frames of their own or with the turn. */
function activityOf(store: StoreView, status: string | null | undefined): { activity?: Activity | null } {
  if (status === "compacting") return { activity: { code: "compacting" } };
  const { activity } = store.state;
  return activity?.code === "compacting" || (activity?.code === "retrying" && status === "requesting") ? { activity: null } : {};
}

function commandsOf({ state }: StoreView, names: readonly string[] = [], terminal: readonly string[] = []): StatePatch {
  const commands = withNamed(state.commands, names, terminal);
  return commands === state.commands ? {} : { commands };
}
