import { parseRule } from "../../../shared/contract/requests/permissionRules.ts";
import type { Decision, DecisionRecord } from "../../../shared/contract/requests/requests.ts";
import type { CanUseToolRequest, PermissionAnswer, PermissionUpdate } from "../../protocol/requests/permission.ts";
import { getReviewOutcome } from "../../review/reviewedProposal.ts";
import { buildInput } from "../tools/describeCall.ts";
import { withRawPath } from "../tools/toolPath.ts";
import { allowCall, type CallKind } from "./callKind.ts";
import { createPermissionView } from "./requestView.ts";
import { describePermissionUpdate } from "./suggestions.ts";

/** A tool call that the user allows or denies, perhaps with changes of its input. */
export const permissionKind: CallKind<"permission"> = {
  createView: createPermissionView,

  allow({ request, proposal, input: written = request.input }, view, decision) {
    if (view.isDenyOnly) return undefined;
    const outcome = proposal && getReviewOutcome(proposal);
    const input =
      outcome?.kind === "changed" ? { ...buildInput(request.tool_name, request.input, outcome.edit) } : written;
    const isEdited = input !== request.input;
    const allow = allowCall(request, input);
    if (decision.kind === "allow")
      return {
        answer: { ...allow, decisionClassification: "user_temporary" },
        decided: { code: isEdited ? "allowedEdited" : "allowed" },
      };
    if (decision.kind !== "allowAlways" || !view.always.some(({ choice }) => choice === decision.choice))
      return undefined;
    const update = selectUpdate(request.permission_suggestions?.[decision.choice], decision);
    return (
      update && {
        answer: { ...allow, updatedPermissions: [update], decisionClassification: "user_permanent" },
        decided: { code: "always", change: describePermissionUpdate(update), ...(isEdited ? { isEdited } : {}) },
      }
    );
  },
};

/**
 * Returns the response that denies a call, and the decision for its row. `refusal`: what the model reads without
 * feedback of the user.
 */
export function denyCall(
  { tool_use_id: toolUseID }: CanUseToolRequest,
  decision: Decision,
  refusal: string,
): { readonly answer: PermissionAnswer; readonly decided: DecisionRecord } {
  const feedback = decision.kind === "deny" ? decision.feedback?.trim() : undefined;
  const stop = decision.kind === "deny" && decision.isStopping ? { interrupt: true } : {};
  return {
    answer: {
      behavior: "deny",
      message: feedback || refusal,
      ...stop,
      toolUseID,
      decisionClassification: "user_reject",
    },
    decided: feedback ? { code: "deniedWith", text: feedback } : { code: "denied" },
  };
}

/**
 * Returns a suggestion with the user's destination and rules; undefined if they are invalid. A mode can only be taken
 * as suggested.
 */
function selectUpdate(
  update: PermissionUpdate | undefined,
  { destination, rules }: Extract<Decision, { readonly kind: "allowAlways" }>,
): PermissionUpdate | undefined {
  if (!update || update.type === "setMode") return rules || destination ? undefined : update;
  const stored = destination === undefined ? update : { ...update, destination };
  if (!rules) return stored;
  const parsed = rules.map(parseRule);
  return "rules" in stored && parsed.length > 0 && parsed.every((rule) => rule !== undefined)
    ? { ...stored, rules: parsed.map((rule) => ({ ...rule })) }
    : undefined;
}

/** Returns the answer with the original path and id: the process resolves them itself. */
export function toWireAnswer(
  answer: PermissionAnswer,
  resolved: CanUseToolRequest["input"],
  { input, tool_use_id: toolUseID }: CanUseToolRequest,
): PermissionAnswer {
  return answer.behavior === "allow"
    ? { ...answer, updatedInput: withRawPath(answer.updatedInput, resolved, input), toolUseID }
    : { ...answer, toolUseID };
}
