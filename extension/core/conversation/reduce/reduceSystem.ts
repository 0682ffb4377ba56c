import { stripControl } from "../../../shared/base/invisible.ts";
import { addReported, type ReportedValues, type StatePatch } from "../../../shared/contract/conversationState.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { SystemFrame } from "../../protocol/frames/systemFrames.ts";
import { getLastingActivity, getStatusActivity, noteRetry } from "./activities.ts";
import { endNotifiedTask, endTask, getFinalState } from "./backgroundCalls.ts";
import { beginTask, noteTaskProgress, replaceBackground } from "./backgroundTasks.ts";
import { toDeniedItem } from "./callStates.ts";
import { getFrameTime } from "./frameFields.ts";
import { createHookRow, getNotificationText } from "./hookRows.ts";
import { reduceModelChange } from "./modelChange.ts";
import { readHookRun, readTurnFacts } from "./processFacts.ts";
import { createNoticeDelta, createPatchDelta, emptyReduction, type Reduction, type StoreView } from "./reduction.ts";
import { readSlashCommands, withNamed } from "./slashCommands.ts";
import { reduceNotice, reduceReport, reduceText } from "./systemReports.ts";
import { createToolDelta } from "./toolItems.ts";

type Frame<S extends SystemFrame["subtype"]> = Extract<SystemFrame, { readonly subtype: S }>;

/** Reduces the state of the session; frames that only report something become rows, see `reduceReport`. */
export function reduceSystem(store: StoreView, frame: SystemFrame, now: number | undefined): Reduction {
  switch (frame.subtype) {
    case "init":
      return reduceInit(store, frame);
    case "status":
      return reduceStatus(store, frame);
    case "session_state_changed":
      return reduceSessionState(store, frame, now);
    case "api_retry":
      return noteRetry(frame, now);
    case "permission_denied":
      return { deltas: denyByRule(store, frame) };
    case "hook_response":
      return reduceHook(frame);
    case "model_refusal_fallback":
    case "model_consent_fallback":
    case "model_fallback":
      return reduceModelChange(store, frame, now);
    case "session_title_changed":
      return frame.title ? createPatchDelta({ title: stripControl(frame.title) }) : emptyReduction;
    case "task_progress":
      return noteTaskProgress(store, frame);
    case "background_tasks_changed":
      return replaceBackground(store, frame, now);
    case "task_started":
      return beginTask(store, frame, now);
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
    case "notification": {
      const isUrgent = frame.priority === "high" || frame.priority === "immediate";
      return reduceText(frame, isUrgent ? "warning" : "info", getNotificationText(store, frame));
    }
    case "thinking_tokens":
      return noteThinking(store, frame.estimated_tokens);
    case "turn_duration":
      // A live turn ends with a frame that has more details.
      return now === undefined ? reduceSavedTurn(frame.uuid, frame.duration_ms) : emptyReduction;
    default:
      return reduceReport(frame);
  }
}

/** Reduces the first frame of a turn, which reports what the process runs with. */
function reduceInit(store: StoreView, frame: Frame<"init">): Reduction {
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

function reduceStatus(store: StoreView, frame: Frame<"status">): Reduction {
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

function reduceSessionState(
  store: StoreView,
  frame: Frame<"session_state_changed">,
  now: number | undefined,
): Reduction {
  if (frame.state === "running") return { ...createPatchDelta({ status: "working" }), hasStateEvents: true };
  return frame.state === "idle"
    ? createPatchDelta({ status: "idle", ...getLastingActivity(store, now), turnStartedAt: null })
    : emptyReduction;
}

/** Marks the row of a call that a rule denied. */
function denyByRule(store: StoreView, frame: Frame<"permission_denied">): StateDelta[] {
  const text = stripControl(frame.decision_reason ?? frame.message ?? "");
  const reason = frame.decision_reason_type === undefined ? {} : { reason: frame.decision_reason_type };
  return createToolDelta(store, frame.tool_use_id, (item) => toDeniedItem(item, { code: "byRule", text, ...reason }));
}

function reduceHook(frame: Frame<"hook_response">): Reduction {
  const row = createHookRow(frame);
  return {
    ...(row ? reduceNotice(frame, ...row) : emptyReduction),
    effects: [{ kind: "hookRan", run: readHookRun(frame) }],
  };
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
function reducePluginErrors(store: StoreView, errors: Frame<"init">["plugin_errors"] = []): StateDelta[] {
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
  { slash_commands: names = [], terminal_slash_commands: terminal = [], skills, plugins }: Frame<"init">,
): StatePatch {
  const commands = withNamed(state.commands, names, terminal, { skills, plugins: plugins?.map(({ name }) => name) });
  return commands === state.commands ? {} : { commands };
}

type ReportingField = "model" | "permissionMode" | "effort" | "fast_mode_state" | "fast_mode_disabled_reason";

function readReported({ state }: StoreView, frame: Partial<Pick<Frame<"init">, ReportingField>>): StatePatch {
  const { model, permissionMode, effort, fast_mode_state: fast, fast_mode_disabled_reason: reason } = frame;
  const reported: ReportedValues = {
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort: effort ?? undefined }),
    ...(fast === undefined ? {} : { fastMode: { state: fast, ...(reason === undefined ? {} : { reason }) } }),
  };
  return Object.keys(reported).length === 0 ? {} : addReported(state, reported);
}
