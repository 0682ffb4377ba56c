import { failures } from "../base/failure.ts";
import type { Decision, RequestView } from "../contract/conversationState.ts";
import type { CanUseToolRequest, PermissionAnswer } from "../protocol/permission.ts";
import type { Proposal } from "../review/proposal.ts";

/** A request that waits, with everything needed to answer it. */
export interface OpenRequest {
  readonly id: string;
  readonly request: CanUseToolRequest;
  readonly view: RequestView;
  readonly proposal: Proposal | undefined;
}

interface Waiting extends OpenRequest {
  resolve(answer: PermissionAnswer): void;
  reject(error: Error): void;
}

/**
 * Requests that wait for the user, in the order of arrival. Each is answered exactly once; one that the
 * CLI cancels, or that is open when the conversation ends, is rejected, which never allows anything.
 */
export class Requests {
  readonly #waiting = new Map<string, Waiting>();
  readonly #onChanged: (views: readonly RequestView[]) => void;

  /** `onChanged` is called with all open requests after the set or a view changed. */
  constructor(onChanged: (views: readonly RequestView[]) => void) {
    this.#onChanged = onChanged;
  }

  get(id: string): OpenRequest | undefined {
    return this.#waiting.get(id);
  }

  /** Waits for the user's decision. Rejects when `signal` fires. */
  ask(entry: OpenRequest, signal: AbortSignal): Promise<PermissionAnswer> {
    if (signal.aborted) return Promise.reject(failures.aborted());
    return new Promise<PermissionAnswer>((resolve, reject) => {
      this.#waiting.set(entry.id, Object.assign(entry, { resolve, reject }));
      signal.addEventListener("abort", () => this.#settle(entry.id, (waiting) => waiting.reject(failures.aborted())), { once: true });
      this.#announce();
    });
  }

  /** Returns a request and says what was answered; undefined when it is not open any more, so that a late click does nothing. */
  decide(id: string, decision: Decision): PermissionAnswer | undefined {
    const entry = this.#waiting.get(id);
    const answer = entry && answerFor(entry, decision);
    if (answer) this.#settle(id, (waiting) => waiting.resolve(answer));
    return answer;
  }

  /** Rejects every open request. */
  rejectAll(): void {
    for (const id of [...this.#waiting.keys()]) this.#settle(id, (waiting) => waiting.reject(failures.aborted()));
  }

  #announce(): void {
    this.#onChanged([...this.#waiting.values()].map((entry) => entry.view));
  }

  #settle(id: string, action: (entry: Waiting) => void): void {
    const entry = this.#waiting.get(id);
    if (!entry) return;
    this.#waiting.delete(id);
    action(entry);
    this.#announce();
  }
}

/** What goes to the CLI. Anything that does not fit its request denies: only an explicit allow allows. */
export function answerFor({ request, view }: Pick<OpenRequest, "request" | "view">, decision: Decision): PermissionAnswer {
  const toolUseID = request.tool_use_id;
  const allow = { behavior: "allow", updatedInput: request.input, toolUseID } as const;
  switch (decision.kind) {
    case "allow":
      if (view.kind === "permission" && !view.isDenyOnly) return { ...allow, decisionClassification: "user_temporary" };
      break;
    case "allowAlways": {
      const update = view.kind === "permission" && !view.isDenyOnly && view.always.length > 0 ? request.permission_suggestions?.[decision.choice] : undefined;
      if (update) return { ...allow, updatedPermissions: [update], decisionClassification: "user_permanent" };
      break;
    }
    case "answer":
      if (view.kind === "question") return { ...allow, updatedInput: { ...request.input, answers: decision.answers } };
      break;
    case "approvePlan":
      if (view.kind === "plan") {
        const mode = { type: "setMode", mode: "acceptEdits", destination: "session" } as const;
        return decision.isAcceptingEdits ? { ...allow, updatedPermissions: [mode] } : allow;
      }
      break;
    case "deny":
      break;
  }
  const feedback = decision.kind === "deny" ? decision.feedback?.trim() : undefined;
  return { behavior: "deny", message: feedback || defaultRefusal(view), toolUseID, decisionClassification: "user_reject" };
}

function defaultRefusal(view: RequestView): string {
  if (view.kind === "question") return "The user dismissed the question without answering it.";
  if (view.kind === "plan") return "The user wants to keep planning. Ask what to change.";
  return "The user denied this. Do not try it again in another way; ask what to do instead.";
}
