import type { Frame } from "../../protocol/frames/decode.ts";
import type { SystemSubtype } from "../../protocol/frames/systemFrames.ts";

const ofClouds = "for sessions in a cloud, which Tandem does not show";
const ofTerminals = "for what plugins draw in a terminal";

/**
 * Reasons why a kind of frame has no row and changes no state. A kind that no reducer handles fails to compile unless
 * it is listed here.
 */
export const unshown = {
  api_error: "a retry reports each failure, and the end of the turn the final one",
  api_metrics: "measurements for the authors of the CLI",
  autocompact_state: "the context meter shows what is used, and compacting has a row of its own",
  cloud_session_delta: ofClouds,
  code_change_published: "the output of the command names it",
  compact_progress: "compacting is shown as an activity while it runs, and as a row when it is done",
  control_request_progress: "whoever sent the request shows that it waits for the answer",
  dev_intent: "for the authors of the CLI",
  elicitation_complete: "the request was answered, so its card is gone",
  feedback_draft_queued: "feedback for the authors of the CLI is reviewed in a terminal",
  file_attachments_missing: "concerns files stored in a cloud; attachments here travel with the message",
  file_snapshot: "data for a rewind, which shows it itself",
  files_persisted: "for sessions in a cloud; nothing is stored elsewhere here",
  hook_progress: "the output of a hook is shown once, when the hook ends",
  hook_started: "a hook without output needs no row",
  inherited_asks_settled: ofClouds,
  keep_alive: "only proves that the process is alive",
  late_allow_not_run: "for a worker in a cloud; an answer here goes to the process that asked",
  local_command: "how a transcript stores the output of a command, which is read from there",
  microcompact_boundary: "only stops sending old outputs to the model; the conversation stays the same",
  mirror_error: "no second copy of the transcript is requested",
  os_notification: "the extension notifies by itself, as its settings say",
  peer_message_hold: "messages between sessions, which are never requested here",
  per_turn_effort_changed: "only affects the cost; the selected effort stays the same",
  permission_check_status: "a call that is being checked is shown as running",
  post_turn_summary: "the turn itself is shown",
  session_metadata: "for lists of sessions in other programs",
  set_in_progress_tool_use_ids: "each call shows its own state",
  shell_cwd: "the working folder of the conversation stays the same",
  stop_hook_summary: "the end of each hook already reports its output and failure",
  streamlined_text: "a short form that is never requested",
  streamlined_tool_use_summary: "a short form that is never requested",
  task_list_statuses: "the calls that change tasks report it",
  task_summary: "the row of an agent shows its current step",
  thinking: "the message itself contains it",
  transcript_mirror: "repeats what other frames report",
  turn_handoff_available: ofClouds,
  ui_focus: ofTerminals,
  ui_invalidate: ofTerminals,
  ui_log: ofTerminals,
  ui_notify: ofTerminals,
  ui_notify_cancel: ofTerminals,
  ui_panes: ofTerminals,
  ui_placed: ofTerminals,
  ui_scroll: ofTerminals,
  ui_status: ofTerminals,
  ui_toast: ofTerminals,
  upgrade_relay_marker: ofClouds,
  vcs_state_changed: "the editor watches the repository itself",
} as const satisfies Partial<Record<SystemSubtype | Frame["type"], string>>;
