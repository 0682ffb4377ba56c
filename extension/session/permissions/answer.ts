import { escapeInvisible } from "../../base/invisible.ts";
import { parseRule } from "../../contract/requests/permissionRules.ts";
import type { Decision, DecisionRecord, Question, QuestionAnswer, RequestView } from "../../contract/requests/requests.ts";
import type { CanUseToolRequest, PermissionAnswer, PermissionUpdate } from "../../protocol/permission.ts";
import type { ReviewedProposal } from "../../review/reviewedProposal.ts";
import { getReviewOutcome } from "../../review/reviewedProposal.ts";
import { buildInput } from "../tools/describeCall.ts";
import { withRawPath } from "../tools/toolPath.ts";
import { plainRefusals } from "./plainRefusals.ts";
import { readQuestions } from "./requestView.ts";
import { describePermissionUpdate } from "./suggestions.ts";

interface AnswerableRequest {
  readonly request: CanUseToolRequest;
  readonly view: RequestView;
  readonly proposal?: ReviewedProposal | undefined;
  /** The input that the user wrote in place of the original one. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the response for `claude`. A decision that does not fit its request denies: only an explicit allow allows. */
export function buildAnswer({ request, view, proposal, input: written = request.input }: AnswerableRequest, decision: Decision): PermissionAnswer {
  const toolUseID = request.tool_use_id;
  const outcome = proposal && getReviewOutcome(proposal);
  const input = outcome?.kind === "changed" ? { ...buildInput(request.tool_name, request.input, outcome.edit) } : written;
  const allow = { behavior: "allow", updatedInput: input, toolUseID } as const;
  const isAllowable = view.kind === "permission" && !view.isDenyOnly;
  switch (decision.kind) {
    case "allow":
      if (isAllowable) return { ...allow, decisionClassification: "user_temporary" };
      break;
    case "allowAlways": {
      const isOffered = isAllowable && view.always.some((suggestion) => suggestion.choice === decision.choice);
      const update = isOffered ? selectUpdate(request.permission_suggestions?.[decision.choice], decision) : undefined;
      if (update) return { ...allow, updatedPermissions: [update], decisionClassification: "user_permanent" };
      break;
    }
    case "answer":
      if (view.kind === "question") return { ...allow, updatedInput: { ...request.input, answers: groupAnswers(request, decision.answers) } };
      break;
    case "approvePlan":
      if (view.kind === "plan") {
        const mode = { type: "setMode", mode: "acceptEdits", destination: "session" } as const;
        return decision.isAcceptingEdits ? { ...allow, updatedPermissions: [mode] } : allow;
      }
      break;
    default:
      break;
  }
  const feedback = decision.kind === "deny" ? decision.feedback?.trim() : undefined;
  const stop = decision.kind === "deny" && decision.isStopping ? { interrupt: true } : {};
  return {
    behavior: "deny",
    message: feedback || plainRefusals[view.kind === "elicitation" || view.kind === "guard" ? "permission" : view.kind],
    ...stop,
    toolUseID,
    decisionClassification: "user_reject",
  };
}

/** Returns a suggestion with the user's destination and rules; undefined if they are invalid. A mode can only be taken as suggested. */
export function selectUpdate(
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

/** Returns the answers by question text, as `claude` expects them. Questions with the same text share their answers. */
function groupAnswers(request: CanUseToolRequest, answers: readonly QuestionAnswer[]): Record<string, string> {
  const byQuestion = new Map<string, string>();
  readQuestions(request.input).forEach(({ question, options }, index) => {
    const answer = answerText(options, answers[index]);
    if (answer) byQuestion.set(question, [byQuestion.get(question), answer].filter(Boolean).join("; "));
  });
  return Object.fromEntries(byQuestion);
}

/** Returns the chosen labels, as the model wrote them, and the user's own text. */
function answerText(options: Question["options"], answer: QuestionAnswer | undefined): string {
  const labels = (answer?.options ?? []).flatMap((index) => options[index]?.label ?? []);
  return [...labels, answer?.other?.trim()].filter(Boolean).join(", ");
}

/** Returns the decision for the row of the call. A decision that did not fit its request counts as denied. */
export function createDecisionRecord({ request }: AnswerableRequest, decision: Decision, answer: PermissionAnswer): DecisionRecord {
  if (answer.behavior === "deny") {
    const feedback = decision.kind === "deny" ? decision.feedback?.trim() : undefined;
    return feedback ? { code: "deniedWith", text: feedback } : { code: "denied" };
  }
  switch (decision.kind) {
    case "allowAlways": {
      const [update] = answer.updatedPermissions ?? [];
      const isEdited = answer.updatedInput !== request.input;
      return update ? { code: "always", change: describePermissionUpdate(update), ...(isEdited ? { isEdited } : {}) } : { code: "allowed" };
    }
    case "answer":
      return {
        code: "answered",
        text: escapeInvisible(
          readQuestions(request.input)
            .map(({ options }, index) => answerText(options, decision.answers[index]))
            .filter(Boolean)
            .join(" · "),
        ),
      };
    case "approvePlan":
      return { code: decision.isAcceptingEdits ? "approvedAcceptingEdits" : "approved" };
    case "allow":
      return { code: answer.updatedInput === request.input ? "allowed" : "allowedEdited" };
    default:
      return { code: "denied" };
  }
}

/** Returns the answer with the original path and id: the process resolves them itself. */
export function toWireAnswer(
  answer: PermissionAnswer,
  resolved: CanUseToolRequest["input"],
  { input, tool_use_id: toolUseID }: CanUseToolRequest,
): PermissionAnswer {
  return answer.behavior === "allow" ? { ...answer, updatedInput: withRawPath(answer.updatedInput, resolved, input), toolUseID } : { ...answer, toolUseID };
}
