import { stripControl } from "../../../shared/base/invisible.ts";
import type { Activity } from "../../../shared/contract/conversationState.ts";
import type { AuthStatusFrame } from "../../protocol/frames/frames.ts";
import type { SystemFrame } from "../../protocol/frames/systemFrames.ts";
import { createNoticeDelta, createPatchDelta, type Reduction, type StoreView } from "./reduction.ts";

/**
 * Returns a patch that ends the activity when a request continues or a turn ends; a plan limit stays until its reset
 * time.
 */
export function getLastingActivity(
  { state: { activity } }: StoreView,
  now: number | undefined,
): { readonly activity?: null } {
  const isInForce =
    activity?.code === "planLimit" &&
    (activity.resetsAt === undefined || now === undefined || activity.resetsAt * 1000 > now);
  return isInForce ? {} : { activity: null };
}

/**
 * Returns the activity that a status sets or ends. A status ends `compacting`, and `retrying` once `claude` sends a
 * request again; a plan limit and the end of a retry otherwise have frames of their own or end with the turn.
 */
export function getStatusActivity(
  { state: { activity } }: StoreView,
  status: string | null | undefined,
): { readonly activity?: Activity | null } {
  if (status === "compacting") return { activity: { code: "compacting" } };
  return activity?.code === "compacting" || (activity?.code === "retrying" && status === "requesting")
    ? { activity: null }
    : {};
}

/** Reports that `claude` waits before it sends a request to the model again. */
export function noteRetry(frame: Extract<SystemFrame, { subtype: "api_retry" }>, now: number | undefined): Reduction {
  const { attempt = 1, max_retries: most, retry_delay_ms: delay = 0, error, error_status: status } = frame;
  const reason = [error ? stripControl(error) : "", status === undefined ? "" : `HTTP ${status}`]
    .filter(Boolean)
    .join(", ");
  return createPatchDelta({
    activity: {
      code: "retrying",
      attempt,
      ...(most === undefined ? {} : { most }),
      seconds: Math.ceil(delay / 1000),
      ...(now === undefined ? {} : { endsAt: now + delay }),
      ...(reason === "" ? {} : { error: reason }),
    },
  });
}

/**
 * Follows a command that renews the login with the model's provider (`awsAuthRefresh`, `gcpAuthRefresh`; all versions
 * with `--enable-auth-status`). A failure leaves a notice.
 */
export function noteLogin({ state }: StoreView, frame: AuthStatusFrame, id: string): Reduction {
  const line = stripControl(frame.output?.findLast((each) => each.trim() !== "") ?? "").trim();
  if (frame.isAuthenticating)
    return createPatchDelta({ activity: { code: "renewingLogin", ...(line === "" ? {} : { line }) } });
  const ended = state.activity?.code === "renewingLogin" ? createPatchDelta({ activity: null }).deltas : [];
  const failed = frame.error
    ? [createNoticeDelta(id, "error", { code: "loginFailed", reason: stripControl(frame.error) })]
    : [];
  return { deltas: [...ended, ...failed] };
}
