import { readObject, readString } from "../../shared/base/read.ts";
import type { TurnContext } from "../conversation/ports/turnContext.ts";
import type { Hook } from "../protocol/requests/hookRegistry.ts";
import type { HookOutput as WireOutput } from "../protocol/requests/hookSchemas.ts";
import { toTurnInfo } from "./customTools.ts";
import type { HookDefinition, HookOutput, PermissionCallback } from "./tandem.d.ts";

/** Time limit of a hook in milliseconds, if the extension sets none. */
const defaultLimitMs = 30_000;

/**
 * Returns the hooks of an extension for `claude`: none can allow what the user has not allowed. `turn` returns the turn
 * of a call.
 */
export function createHooks(definitions: readonly HookDefinition[], turn: () => TurnContext): readonly Hook[] {
  return definitions.map(({ event, matcher, timeoutMs, isGate, run }) => ({
    event,
    ...(matcher === undefined ? {} : { matcher }),
    limitMs: timeoutMs ?? defaultLimitMs,
    role: isGate ? "gate" : "observe",
    callback: async (input, { toolUseId, signal }) =>
      withoutAllow(
        event,
        (await run(input, { ...toTurnInfo(turn()), ...(toolUseId === undefined ? {} : { toolUseId }), signal })) ?? {},
      ),
  }));
}

/**
 * Returns the permission callback of an extension as a hook before each tool call. If the callback fails, the call is
 * denied.
 */
export function createPermissionHook(decide: PermissionCallback): Hook {
  return {
    event: "PreToolUse",
    limitMs: defaultLimitMs,
    role: "gate",
    callback: async (input, { toolUseId, signal }) => {
      const call = {
        id: toolUseId ?? "",
        tool: readString(input, "tool_name") ?? "",
        input: readObject(input, "tool_input") ?? {},
      };
      const decision = await decide(call, { signal });
      const isDenied = decision.behavior === "deny";
      if (!isDenied && decision.updatedInput === undefined) return {};
      return withoutAllow("PreToolUse", {
        hookSpecificOutput: {
          ...(isDenied
            ? {
                permissionDecision: "deny" as const,
                permissionDecisionReason: decision.message ?? "The extension denied it.",
              }
            : {}),
          ...(!isDenied && decision.updatedInput ? { updatedInput: decision.updatedInput } : {}),
        },
      });
    },
  };
}

/**
 * Returns the permitted part of an answer. Only known fields pass. An "allow" is dropped, so that the user's own rules
 * and mode decide or the user is asked; a changed input is always shown to the user before it is allowed.
 */
function withoutAllow(event: string, output: HookOutput): WireOutput {
  const {
    continue: shouldContinue,
    suppressOutput,
    stopReason,
    decision,
    reason,
    systemMessage,
    hookSpecificOutput: specific,
  } = output;
  const { permissionDecision, permissionDecisionReason, updatedInput, additionalContext } = specific ?? {};
  const isRequest = event === "PermissionRequest";
  const isAsk = permissionDecision === "ask" || (updatedInput !== undefined && permissionDecision !== "deny");
  const permission = permissionDecision === "deny" ? ("deny" as const) : isAsk ? ("ask" as const) : undefined;
  const own = {
    ...(event === "PreToolUse" && permission !== undefined ? { permissionDecision: permission } : {}),
    ...(event === "PreToolUse" && permissionDecisionReason !== undefined ? { permissionDecisionReason } : {}),
    ...(event === "PreToolUse" && permission === "ask" && updatedInput !== undefined ? { updatedInput } : {}),
    ...(isRequest && permissionDecision === "deny"
      ? { decision: { behavior: "deny" as const, message: permissionDecisionReason ?? "" } }
      : {}),
    ...(!isRequest && additionalContext !== undefined ? { additionalContext } : {}),
  };
  return {
    ...(shouldContinue === undefined ? {} : { continue: shouldContinue }),
    ...(suppressOutput === undefined ? {} : { suppressOutput }),
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(decision === "block" ? { decision } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(systemMessage === undefined ? {} : { systemMessage }),
    ...(Object.keys(own).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event, ...own } }),
  };
}
