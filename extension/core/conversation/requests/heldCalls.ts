import { mainThread } from "../../../shared/contract/ids.ts";
import type { ToolItem } from "../../../shared/contract/items.ts";
import type { GuardCause } from "../../../shared/contract/requests/guards.ts";
import type { Decision, GuardView, PermissionView } from "../../../shared/contract/requests/requests.ts";
import type { CanUseToolRequest } from "../../protocol/requests/permission.ts";
import type { CallWaits } from "../ports/callWaits.ts";
import type { CallHolder, HookedCall } from "../ports/participant.ts";
import { toDecidedItem, toDeniedItem, toWaitingItem, toWithdrawnItem } from "../reduce/callStates.ts";
import { createToolDelta, startTool } from "../reduce/toolItems.ts";
import { getSubject } from "../tools/describeCall.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import type { OpenPermission } from "./openPermission.ts";
import type { OpenRequests } from "./openRequests.ts";
import { answerCall, createRequestView, requestKinds } from "./requestKinds.ts";

export interface HeldCallsOptions {
  readonly requests: OpenRequests;
  readonly waits: CallWaits;
}

/** Calls that a guard holds: their cards, and their rows. */
export class HeldCalls implements CallHolder {
  readonly #context: ConversationContext;
  readonly #options: HeldCallsOptions;

  constructor(context: ConversationContext, options: HeldCallsOptions) {
    this.#context = context;
    this.#options = options;
  }

  async hold(call: HookedCall, cause: GuardCause, signal: AbortSignal): Promise<Decision> {
    const { store, newId, clock } = this.#context;
    const { requests, waits } = this.#options;
    const toolId = this.#begin(call);
    const id = `guard:${newId()}`;
    const subject = getSubject(call.tool, call.input, store.state.folder);
    const view: GuardView = { kind: "guard", id, toolId, revision: 0, tool: call.tool, subject, cause };
    this.#change(toolId, toWaitingItem);
    try {
      const ask = (): Promise<Decision> => requests.ask({ id, view }, { signal, ...requestKinds.guard });
      return await waits.during(
        call.callId,
        signal,
        ask,
        (decision) => decision.kind === "guard" && decision.choice !== "wrapUp",
      );
    } finally {
      this.#change(toolId, (item) => toWithdrawnItem(item, signal.reason, clock.now()));
    }
  }

  async ask(
    call: HookedCall,
    signal: AbortSignal,
  ): Promise<{ readonly isAllowed: boolean; readonly feedback?: string | undefined }> {
    const { store, newId, clock } = this.#context;
    const { requests, waits } = this.#options;
    const toolId = this.#begin(call);
    const request: CanUseToolRequest = {
      subtype: "can_use_tool",
      tool_name: call.tool,
      input: call.input,
      tool_use_id: toolId,
    };
    const { editable: _, ...view } = createRequestView(`own:${newId()}`, request, store) as PermissionView;
    this.#change(toolId, toWaitingItem);
    const answer = (open: OpenPermission, decision: Decision): Decision =>
      decision.kind === "allow" && answerCall(open, decision).answer.behavior !== "allow" ? { kind: "deny" } : decision;
    try {
      const asked = (): Promise<Decision> =>
        requests.ask({ id: view.id, request, view, proposal: undefined }, { signal, answer });
      const decision = await waits.during(call.callId, signal, asked, ({ kind }) => kind === "allow");
      const isAllowed = decision.kind === "allow";
      this.#change(toolId, (item) =>
        toDecidedItem(item, { code: isAllowed ? "allowed" : "denied" }, { isAllowed }, clock.now()),
      );
      return { isAllowed, ...(decision.kind === "deny" ? { feedback: decision.feedback?.trim() } : {}) };
    } finally {
      this.#change(toolId, (item) => toWithdrawnItem(item, signal.reason, clock.now()));
    }
  }

  wasAsked(callId: string): boolean {
    const { store } = this.#context;
    return store.record(store.ids.keyOf(callId))?.asked !== undefined;
  }

  deny(call: HookedCall, reason: string): void {
    this.#change(this.#begin(call), (item) => toDeniedItem(item, { code: "byRule", text: reason, reason: "guard" }));
  }

  /** Returns the id of the row of a call. Creates the row where no frame has named the call yet. */
  #begin({ callId, tool, input }: HookedCall): string {
    const { store, apply, clock } = this.#context;
    const toolId = store.ids.keyOfAsked(callId, tool);
    if (!store.record(toolId))
      apply(startTool(store, { id: toolId, tool, thread: mainThread, input, now: clock.now() }));
    return toolId;
  }

  #change(toolId: string, change: (item: ToolItem) => ToolItem | undefined): void {
    const deltas = createToolDelta(this.#context.store, toolId, change);
    if (deltas.length > 0) this.#context.apply({ deltas });
  }
}
