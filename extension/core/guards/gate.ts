import { background } from "../../shared/base/background.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { readObject, readString } from "../../shared/base/read.ts";
import type { Decision } from "../../shared/contract/requests/requests.ts";
import type { HookedCall, ParticipantContext } from "../conversation/ports/participant.ts";
import type { HookInput, HookOutput } from "../protocol/requests/hookSchemas.ts";

export interface GuardOptions {
  readonly conversation: ParticipantContext;
  readonly isEnabled: () => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Time in ms that a held call waits for the user, and time that its hook has beyond it to deny with the reason. */
export const defaultWaitMs = 60 * 60_000;
export const answerMs = 10_000;

/** Text that the model reads about a call that was held when its turn ended. */
export const turnStopped = "The turn was stopped.";

/** Reads the call that the input of a PreToolUse hook names. */
export function readCall(input: HookInput, toolUseId: string | undefined): HookedCall {
  return {
    callId: toolUseId ?? readString(input, "tool_use_id") ?? "",
    tool: readString(input, "tool_name") ?? "",
    input: readObject(input, "tool_input") ?? {},
  };
}

/** Returns the output by which a PreToolUse hook denies its call. */
export function createDenial(reason: string): HookOutput {
  return {
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
  };
}

/**
 * Returns the text of a denial for the model: with what the user says, or `plain`. Stops the turn if the user wants
 * that.
 */
export function readDenial(
  { conversation, logger }: GuardOptions,
  decision: Decision | undefined,
  { userSays, plain, stopping }: { readonly userSays: string; readonly plain: string; readonly stopping: string },
): string {
  if (decision?.kind !== "deny") return plain;
  if (decision.isStopping) background(conversation.guarding.stop(), logger, stopping);
  const feedback = decision.feedback?.trim();
  return feedback ? `${userSays}${feedback}` : plain;
}
