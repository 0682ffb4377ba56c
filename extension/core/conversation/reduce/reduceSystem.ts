import { stripControl } from "../../../shared/base/invisible.ts";
import { addReported, type ReportedValues, type StatePatch } from "../../../shared/contract/conversationState.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { SystemFrame } from "../../protocol/frames/systemFrames.ts";
import { getLastingActivity, getStatusActivity, noteRetry } from "./activities.ts";
import { endNotifiedTask, endTask, getFinalState } from "./backgroundCalls.ts";
import { beginBackground, noteDoing, replaceBackground } from "./backgroundTasks.ts";
import { toDeniedItem } from "./callStates.ts";
import { getFrameTime } from "./frameFields.ts";
import { createHookRow, getNotificationText } from "./hookRows.ts";
import { readHookRun, readTurnFacts } from "./processFacts.ts";
import {
  createNoticeDelta,
  createPatchDelta,
  emptyReduction,
  type Reduction,
  retract,
  type StoreView,
} from "./reduction.ts";
import { readSlashCommands, withNamed } from "./slashCommands.ts";
import { reduceNotice, reduceReport, reduceText } from "./systemReports.ts";
import { createToolDelta } from "./toolItems.ts";

/** Reduces the state of the session; frames that only report something become rows, see `reduceReport`. */
export function reduceSystem(store: StoreView, frame: SystemFrame, now: number | undefined): Reduction {
  switch (frame.subtype) {
    case "init": {
      const told = createPatchDelta({
        ...(frame.session_id === undefined ? {} : { sessionId: frame.session_id }),
        ...readReported(store, frame),
        ...(frame.claude_code_version === undefined ? {} : { cliVersion: frame.claude_code_version }),
        ...(typeof frame.sandbox_enabled === "boolean" ? { isSandboxed: frame.sandbox_enabled ? true : null } : {}),
        ...getCommands(store, frame),
      });
      return {
        deltas: [...told.deltas, ...reducePluginErrors(store, frame.plugin_errors)],
        effects: [
          {
            kind: "turnBegan",
            version: frame.claude_code_version,
            capabilities: frame.capabilities ?? [],
            servers: frame.mcp_servers,
            facts: readTurnFacts(frame),
          },
          { kind: "promptTaken" },
        ],
      };
    }
    case "status": {
      const step = createPatchDelta({
        ...getStatusActivity(store, frame.status),
        ...readReported(store, { permissionMode: frame.permissionMode }),
      });
      if (frame.compact_result !== "failed") return step;
      const reason = frame.compact_error === undefined ? {} : { reason: stripControl(frame.compact_error) };
      return {
        deltas: [...step.deltas, ...reduceNotice(frame, "warning", { code: "compactingFailed", ...reason }).deltas],
      };
    }
    case "session_state_changed":
      if (frame.state === "running") return { ...createPatchDelta({ status: "working" }), hasStateEvents: true };
      return frame.state === "idle"
        ? createPatchDelta({ status: "idle", ...getLastingActivity(store, now), turnStartedAt: null })
        : emptyReduction;
    case "api_retry":
      return noteRetry(frame, now);
    case "permission_denied": {
      const text = stripControl(frame.decision_reason ?? frame.message ?? "");
      const reason = frame.decision_reason_type === undefined ? {} : { reason: frame.decision_reason_type };
      return {
        deltas: createToolDelta(store, frame.tool_use_id, (item) =>
          toDeniedItem(item, { code: "byRule", text, ...reason }),
        ),
      };
    }
    case "hook_response": {
      const row = createHookRow(frame);
      return {
        ...(row ? reduceNotice(frame, ...row) : emptyReduction),
        effects: [{ kind: "hookRan", run: readHookRun(frame) }],
      };
    }
    case "model_refusal_fallback":
    case "model_consent_fallback":
    case "model_fallback": {
      const { from, to, retracted, isLasting } = modelChange(frame);
      const text = frame.content ? { text: stripControl(frame.content) } : {};
      const said = reduceNotice(frame, "warning", {
        code: "modelChanged",
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        ...text,
      });
      // A saved frame names a model that is no longer in use.
      const asked =
        isLasting && to !== undefined && now !== undefined
          ? createPatchDelta(addReported(store.state, { model: to })).deltas
          : [];
      return { deltas: [...retract(store, retracted), ...asked, ...said.deltas] };
    }
    case "session_title_changed":
      return frame.title ? createPatchDelta({ title: stripControl(frame.title) }) : emptyReduction;
    case "task_progress": {
      const text = stripControl(frame.last_tool_name ?? frame.description ?? "");
      if (frame.tool_use_id === undefined) return emptyReduction;
      const tokens = frame.usage?.total_tokens;
      const agent = { taskId: frame.task_id, ...(tokens === undefined ? {} : { tokens }) };
      const summary = text === "" ? {} : { summary: { code: "text", text } as const };
      const row = createToolDelta(store, frame.tool_use_id, (item) =>
        item.state === "running" ? { ...item, ...summary, agent } : undefined,
      );
      return { deltas: [...row, ...noteDoing(store, frame.task_id, text).deltas] };
    }
    case "background_tasks_changed":
      return replaceBackground(store, frame, now);
    case "task_started": {
      const { tool_use_id: id, task_id: taskId } = frame;
      const named =
        id === undefined
          ? []
          : createToolDelta(store, id, (item) => ({
              ...item,
              ...(item.toolKind === "agent" ? { agent: { taskId } } : { taskId }),
            }));
      const begun = beginBackground(store, frame, now);
      return { ...begun, deltas: [...named, ...begun.deltas] };
    }
    case "task_updated": {
      const state = getFinalState(frame);
      return state === undefined
        ? emptyReduction
        : endTask(store, frame.task_id, { state, words: stripControl(frame.patch?.error ?? "") }, now);
    }
    case "task_notification":
      return endNotifiedTask(store, frame, getFrameTime(frame, now).at);
    case "commands_changed":
      return {
        ...createPatchDelta({ commands: readSlashCommands(frame.commands, store.state.commands) }),
        effects: [{ kind: "commandsChanged" }],
      };
    case "notification":
      return reduceText(
        frame,
        frame.priority === "high" || frame.priority === "immediate" ? "warning" : "info",
        getNotificationText(store, frame),
      );
    case "thinking_tokens":
      return noteThinking(store, frame.estimated_tokens);
    case "turn_duration":
      // A live turn ends with a frame that has more details.
      return now === undefined ? reduceSavedTurn(frame.uuid, frame.duration_ms) : emptyReduction;
    default:
      return reduceReport(frame);
  }
}

function reduceSavedTurn(uuid = "", durationMs: number | undefined): Reduction {
  if (durationMs === undefined) return emptyReduction;
  return {
    deltas: [
      { kind: "put", thread: mainThread, item: { kind: "turn", id: `turn:${uuid}`, outcome: "done", durationMs } },
    ],
  };
}

/** Returns a row for each plugin that failed; `claude` reports each failure again in every turn (2.1.329). */
function reducePluginErrors(
  store: StoreView,
  errors: Extract<SystemFrame, { subtype: "init" }>["plugin_errors"] = [],
): StateDelta[] {
  return errors.flatMap(({ plugin = "", message = "" }) => {
    const row = createNoticeDelta(`plugin:${plugin}:${message}`, "warning", {
      code: "pluginFailed",
      plugin: stripControl(plugin),
      error: stripControl(message),
    });
    return row.kind === "put" && store.item(mainThread, row.item.id) ? [] : [row];
  });
}

/** Sets the estimated number of tokens of the streaming thinking. */
function noteThinking(store: StoreView, tokens: number | undefined): Reduction {
  const last = store.last(mainThread);
  // With streamed text, each update would send the whole text again, and the length of the text is sufficient.
  if (tokens === undefined || last?.kind !== "thinking" || !last.isStreaming || last.text !== "") return emptyReduction;
  return { deltas: [{ kind: "put", thread: mainThread, item: { ...last, tokens } }] };
}

/**
 * Reads what only a turn's `init` reports about commands: which work only in a terminal, and which skill or plugin owns
 * them.
 */
function getCommands(
  { state }: StoreView,
  {
    slash_commands: names = [],
    terminal_slash_commands: terminal = [],
    skills,
    plugins,
  }: Extract<SystemFrame, { subtype: "init" }>,
): StatePatch {
  const commands = withNamed(state.commands, names, terminal, { skills, plugins: plugins?.map(({ name }) => name) });
  return commands === state.commands ? {} : { commands };
}

type InitFrame = Extract<SystemFrame, { subtype: "init" }>;
type ReportingField = "model" | "permissionMode" | "effort" | "fast_mode_state" | "fast_mode_disabled_reason";

function readReported({ state }: StoreView, frame: Partial<Pick<InitFrame, ReportingField>>): StatePatch {
  const { model, permissionMode, effort, fast_mode_state: fast, fast_mode_disabled_reason: reason } = frame;
  const reported: ReportedValues = {
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort: effort ?? undefined }),
    ...(fast === undefined ? {} : { fastMode: { state: fast, ...(reason === undefined ? {} : { reason }) } }),
  };
  return Object.keys(reported).length === 0 ? {} : addReported(state, reported);
}

type ModelFallback = Extract<
  SystemFrame,
  { subtype: "model_refusal_fallback" | "model_consent_fallback" | "model_fallback" }
>;

/**
 * Returns which model replaces which. Covers the way back (`direction`) and a replacement for one reply only (`scope`).
 */
function modelChange(frame: ModelFallback) {
  const [original, fallback] = [frame.original_model, frame.fallback_model].map(
    (model) => model && stripControl(model),
  );
  if (frame.subtype !== "model_refusal_fallback")
    return { from: original, to: fallback, retracted: [], isLasting: true };
  const isBack = frame.direction === "revert";
  const [from, to] = isBack ? [fallback, original] : [original, fallback];
  return { from, to, retracted: frame.retracted_message_uuids ?? [], isLasting: frame.scope !== "local" };
}
