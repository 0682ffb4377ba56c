import * as z from "zod";
import { lenientString } from "./lenient.ts";

/**
 * `system` subtypes that the CLI's own schema calls internal (2.1.329), or that 2.1.50 writes in addition; none of
 * their fields is read.
 */
const internalSubtypes = [
  "api_error",
  "cloud_session_delta",
  "code_change_published",
  "dev_intent",
  "feedback_draft_queued",
  "file_attachments_missing",
  "file_snapshot",
  "inherited_asks_settled",
  "late_allow_not_run",
  "local_command",
  "microcompact_boundary",
  "mirror_error",
  "peer_message_hold",
  "per_turn_effort_changed",
  "permission_check_status",
  "post_turn_summary",
  "session_metadata",
  "shell_cwd",
  "stop_hook_summary",
  "task_list_statuses",
  "task_summary",
  "thinking",
  "turn_handoff_available",
  "ui_focus",
  "ui_invalidate",
  "ui_log",
  "ui_notify",
  "ui_notify_cancel",
  "ui_panes",
  "ui_placed",
  "ui_scroll",
  "ui_status",
  "ui_toast",
  "upgrade_relay_marker",
  "vcs_state_changed",
] as const;

/** Internal frame types without a subtype; the streamlined ones are of 2.1.50. */
const internalTypes = [
  "api_metrics",
  "attachment",
  "compact_progress",
  "os_notification",
  "set_in_progress_tool_use_ids",
  "streamlined_text",
  "streamlined_tool_use_summary",
] as const;

function bareSystem<S extends string>(subtype: S) {
  return z.looseObject({
    type: z.literal("system"),
    subtype: z.literal(subtype),
    uuid: lenientString,
    session_id: lenientString,
  });
}

function bare<T extends string>(type: T) {
  return z.looseObject({ type: z.literal(type) });
}

type Bare<T extends string> = { readonly [K in T]: ReturnType<typeof bare<K>> };
type BareSystem<S extends string> = { readonly [K in S]: ReturnType<typeof bareSystem<K>> };

export const internalSystemSchemas = Object.fromEntries(
  internalSubtypes.map((subtype) => [subtype, bareSystem(subtype)]),
) as unknown as BareSystem<(typeof internalSubtypes)[number]>;
export const internalFrameSchemas = Object.fromEntries(
  internalTypes.map((type) => [type, bare(type)]),
) as unknown as Bare<(typeof internalTypes)[number]>;
