import { stripControl } from "../../base/invisible.ts";
import type { Activity } from "../../contract/conversationState.ts";
import type { SystemFrame } from "../../protocol/systemFrames.ts";
import { createPatchDelta, emptyReduction, type Reduction, type StoreView } from "../reduction.ts";

/** What is left of the activity once a request goes on or a turn ends: a plan limit is told until it is over. */
export function getLastingActivity({ state: { activity } }: StoreView, now: number | undefined): { readonly activity?: null } {
  const isInForce = activity?.code === "planLimit" && (activity.resetsAt === undefined || now === undefined || activity.resetsAt * 1000 > now);
  return isInForce ? {} : { activity: null };
}

/** A status ends only the activity that statuses begin: a plan limit and a retry end by frames of their own or with the turn. */
export function getStatusActivity({ state: { activity } }: StoreView, status: string | null | undefined): { readonly activity?: Activity | null } {
  if (status === "compacting") return { activity: { code: "compacting" } };
  return activity?.code === "compacting" || (activity?.code === "retrying" && status === "requesting") ? { activity: null } : {};
}

/** The CLI waits before it asks the model again. */
export function noteRetry(frame: Extract<SystemFrame, { subtype: "api_retry" }>, now: number | undefined): Reduction {
  const { attempt = 1, max_retries: most, retry_delay_ms: delay = 0, error } = frame;
  return createPatchDelta({
    activity: {
      code: "retrying",
      attempt,
      ...(most === undefined ? {} : { most }),
      seconds: Math.ceil(delay / 1000),
      ...(now === undefined ? {} : { endsAt: now + delay }),
      ...(error ? { error: stripControl(error) } : {}),
    },
  });
}

/** How much of the subscriber's plan is used up, where that is worth a word. */
export function noteLimit({ state }: StoreView, info: { status?: string | undefined; resetsAt?: number | undefined }): Reduction {
  if (info.status === undefined || info.status === "allowed")
    return state.activity?.code === "planLimit" ? createPatchDelta({ activity: null }) : emptyReduction;
  return createPatchDelta({
    activity: { code: "planLimit", isReached: info.status === "rejected", ...(info.resetsAt === undefined ? {} : { resetsAt: info.resetsAt }) },
  });
}
