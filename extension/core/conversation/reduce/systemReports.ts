import { stripControl } from "../../../shared/base/invisible.ts";
import type { Notice, NoticeLevel } from "../../../shared/contract/notices.ts";
import type { SystemFrame } from "../../protocol/frames/systemFrames.ts";
import { createNoticeDelta, emptyReduction, type Reduction } from "./reduction.ts";
import type { unshown } from "./unshown.ts";

/** Frames that change the state of the session, which `reduceSystem` reads. */
type StateSubtype =
  | "init"
  | "status"
  | "session_state_changed"
  | "api_retry"
  | "permission_denied"
  | "hook_response"
  | "model_refusal_fallback"
  | "model_consent_fallback"
  | "model_fallback"
  | "session_title_changed"
  | "task_progress"
  | "background_tasks_changed"
  | "task_started"
  | "task_updated"
  | "task_notification"
  | "commands_changed"
  | "notification"
  | "thinking_tokens"
  | "turn_duration";

/** Reduces the frames that only report what `claude` did on its own, each to a short row. */
export function reduceReport(frame: Exclude<SystemFrame, { readonly subtype: StateSubtype }>): Reduction {
  switch (frame.subtype) {
    case "compact_boundary": {
      const { pre_tokens: before, post_tokens: after, trigger } = frame.compact_metadata ?? {};
      const isAutomatic = trigger === "auto" ? { isAutomatic: true } : {};
      return reduceNotice(frame, "info", {
        code: "compacted",
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
        ...isAutomatic,
      });
    }
    case "informational":
      return reduceText(frame, frame.level === "warning" ? "warning" : "info", frame.content);
    case "local_command_output":
    case "away_summary":
    case "permission_retry":
      return reduceText(frame, "info", frame.content);
    case "model_refusal_no_fallback":
      // The row of the turn says that the model refused.
      return reduceText(frame, "warning", frame.content);
    case "session_writes_lost":
      return reduceNotice(frame, "error", { code: "writesLost", lost: (frame.lost ?? []).map(stripControl) });
    case "plugin_install":
      return frame.status === "failed"
        ? reduceNotice(frame, "warning", {
            code: "pluginFailed",
            plugin: stripControl(frame.name ?? ""),
            error: stripControl(frame.error ?? ""),
          })
        : emptyReduction;
    case "memory_recall":
      return (frame.memories ?? []).length === 0
        ? emptyReduction
        : reduceNotice(frame, "info", {
            code: "memoryRead",
            paths: (frame.memories ?? []).map(({ path = "" }) => stripControl(path)),
          });
    case "memory_saved":
      return reduceNotice(frame, "info", { code: "memorySaved", paths: (frame.written_paths ?? []).map(stripControl) });
    case "scheduled_task_fire":
      return reduceNotice(frame, "info", { code: "scheduled", text: stripControl(frame.content ?? "") });
    case "agents_killed":
      return reduceNotice(frame, "info", { code: "agentsEnded" });
    case "turn_preempted":
      return reduceNotice(frame, "info", { code: "turnPreempted" });
    case "instruction_size_warning":
      return reduceNotice(frame, "warning", {
        code: "instructionsLong",
        characters: frame.total_chars ?? 0,
        limit: frame.total_limit_chars ?? 0,
      });
    case "worker_shutting_down":
      return reduceNotice(frame, "warning", { code: "workerEnds", reason: stripControl(frame.reason ?? "") });
    default:
      frame.subtype satisfies keyof typeof unshown;
      return emptyReduction;
  }
}

/** Adds a row for a frame. */
export function reduceNotice(frame: Pick<SystemFrame, "uuid">, level: NoticeLevel, notice: Notice): Reduction {
  return { deltas: [createNoticeDelta(frame.uuid ?? JSON.stringify(notice), level, notice)] };
}

/** Adds a row with words of `claude`; none without words. */
export function reduceText(frame: Pick<SystemFrame, "uuid">, level: NoticeLevel, text: string | undefined): Reduction {
  return text ? reduceNotice(frame, level, { code: "text", text: stripControl(text) }) : emptyReduction;
}
