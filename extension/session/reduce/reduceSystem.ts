import { stripControl } from "../../base/invisible.ts";
import type { Activity, StatePatch } from "../../contract/conversationState.ts";
import { mainThread } from "../../contract/ids.ts";
import type { Notice, NoticeLevel } from "../../contract/items.ts";
import type { SlashCommand } from "../../contract/suggestions.ts";
import type { SystemFrame } from "../../protocol/systemFrames.ts";
import { nothing, noticeChange, type Reduction, retract, type StoreView, stateChange } from "../reduction.ts";
import { slashCommands, withNamed } from "../slashCommands.ts";
import { beginBackground, endBackground, finalTaskStates, replaceBackground } from "./backgroundTasks.ts";
import { toolChange } from "./toolItems.ts";
import type { unshown } from "./unshown.ts";

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
          ...fastOf(frame.fast_mode_state, frame.fast_mode_disabled_reason),
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
      const { pre_tokens: before, post_tokens: after, trigger } = frame.compact_metadata ?? {};
      const isAutomatic = trigger === "auto" ? { isAutomatic: true } : {};
      return notice("info", { code: "compacted", ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }), ...isAutomatic });
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
      if (frame.tool_use_id === undefined) return nothing;
      const tokens = frame.usage?.total_tokens;
      const agent = { taskId: frame.task_id, ...(tokens === undefined ? {} : { tokens }) };
      const summary = text === "" ? {} : { summary: { code: "text", text } as const };
      return { changes: toolChange(store, frame.tool_use_id, (item) => (item.state === "running" ? { ...item, ...summary, agent } : undefined)) };
    }
    case "background_tasks_changed":
      return replaceBackground(store, frame);
    case "task_started": {
      const { tool_use_id: id, task_id: taskId } = frame;
      const named = id === undefined ? [] : toolChange(store, id, (item) => (item.toolKind === "agent" ? { ...item, agent: { taskId } } : undefined));
      const begun = beginBackground(store, frame);
      return { ...begun, changes: [...named, ...begun.changes] };
    }
    case "task_updated":
      return finalTaskStates.has(frame.patch?.status) ? endBackground(store, frame.task_id) : nothing;
    case "task_notification":
      return endBackground(store, frame.task_id);
    case "plugin_install":
      return frame.status === "failed"
        ? notice("warning", { code: "pluginFailed", plugin: stripControl(frame.name ?? ""), error: stripControl(frame.error ?? "") })
        : nothing;
    case "commands_changed":
      return stateChange({ commands: asKnown(store.state.commands, slashCommands(frame.commands)) });
    case "notification":
      return cliText(frame.priority === "high" || frame.priority === "immediate" ? "warning" : "info", frame.text);
    case "memory_recall":
      return (frame.memories ?? []).length === 0
        ? nothing
        : notice("info", { code: "memoryRead", paths: (frame.memories ?? []).map(({ path = "" }) => stripControl(path)) });
    case "memory_saved":
      return notice("info", { code: "memorySaved", paths: (frame.written_paths ?? []).map(stripControl) });
    case "scheduled_task_fire":
      return notice("info", { code: "scheduled", text: stripControl(frame.content ?? "") });
    case "thinking_tokens":
      return noteThinking(store, frame.estimated_tokens);
    case "worker_shutting_down":
      return notice("warning", { code: "workerEnds", reason: stripControl(frame.reason ?? "") });
    default:
      frame.subtype satisfies keyof typeof unshown;
      return nothing;
  }
}

/** A status ends only the activity that statuses begin: a plan limit and a retry end by frames of their own or with the turn. */
function activityOf(store: StoreView, status: string | null | undefined): { activity?: Activity | null } {
  if (status === "compacting") return { activity: { code: "compacting" } };
  const { activity } = store.state;
  return activity?.code === "compacting" || (activity?.code === "retrying" && status === "requesting") ? { activity: null } : {};
}

/** What the thinking that streams is estimated at. */
function noteThinking(store: StoreView, tokens: number | undefined): Reduction {
  const last = store.last(mainThread);
  // Beside text that streams it would send all of that again; its length tells enough.
  if (tokens === undefined || last?.kind !== "thinking" || !last.isStreaming || last.text !== "") return nothing;
  return { changes: [{ kind: "put", thread: mainThread, item: { ...last, tokens } }] };
}

/** Which work in a terminal only is said by a turn's `init` alone. */
function asKnown(known: readonly SlashCommand[], commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const only = new Set(known.filter(({ isTerminalOnly }) => isTerminalOnly).map(({ name }) => name));
  return commands.map((command) => (only.has(command.name) ? { ...command, isTerminalOnly: true } : command));
}

function commandsOf({ state }: StoreView, names: readonly string[] = [], terminal: readonly string[] = []): StatePatch {
  const commands = withNamed(state.commands, names, terminal);
  return commands === state.commands ? {} : { commands };
}

function fastOf(state: "on" | "off" | "cooldown" | undefined, reason: string | undefined): StatePatch {
  return state === undefined ? {} : { fast: { state, ...(reason === undefined ? {} : { reason }) } };
}
