import type {
  Decision,
  DecisionRecord,
  GuardView,
  RequestKind,
  RequestViews,
  ToolRequestKind,
  ToolRequestView,
} from "../../../shared/contract/requests/requests.ts";
import type { AskedSubtype, InboundAnswer, InboundRequest } from "../../protocol/requests/inbound.ts";
import type { CanUseToolRequest, PermissionAnswer } from "../../protocol/requests/permission.ts";
import type { StoreView } from "../reduce/reduction.ts";
import { refusals } from "../reduce/refusals.ts";
import { getCard } from "../tools/describeCall.ts";
import { denyCall, permissionKind } from "./answer.ts";
import type { CallKind } from "./callKind.ts";
import { buildElicitationAnswer, type OpenElicitation, readElicitation } from "./elicitation.ts";
import type { OpenPermission } from "./openPermission.ts";
import { planKind } from "./plans.ts";
import { questionKind } from "./questions.ts";
import { createPermissionView, getServerNames } from "./requestView.ts";

/** A call that a guard holds. */
interface OpenGuard {
  readonly id: string;
  readonly view: GuardView;
}

/** A kind of request that is answered with `A`. A decision that does not fit the request never allows anything. */
interface AnsweredKind<E, A> {
  readonly answer: (entry: E, decision: Decision) => A;
}

/** A kind of request that `claude` sends under a subtype of its own. */
interface AskedKind<S extends AskedSubtype, E> extends AnsweredKind<E, InboundAnswer<S>> {
  readonly read: (id: string, request: InboundRequest<S>) => E;
}

type CallKinds = { readonly [K in ToolRequestKind]: CallKind<K> };

interface OtherKinds {
  readonly elicitation: AskedKind<"elicitation", OpenElicitation>;
  readonly guard: AnsweredKind<OpenGuard, Decision>;
}

/** The answer to each kind of request, and the card of a call of `claude`. */
export const requestKinds: CallKinds & OtherKinds & Readonly<Record<RequestKind, unknown>> = {
  permission: permissionKind,
  question: questionKind,
  plan: planKind,
  elicitation: { read: readElicitation, answer: buildElicitationAnswer },
  guard: { answer: (_, decision) => decision },
};

const callKinds: CallKinds = requestKinds;

/** The kinds by the subtype under which `claude` sends them. */
const askedKinds = {
  elicitation: requestKinds.elicitation,
} satisfies {
  readonly [S in AskedSubtype]: Pick<AskedKind<S, OpenRequest>, "read"> & AnsweredKind<never, InboundAnswer<S>>;
};

/** Returns how requests with a subtype of their own are shown and answered. */
export function getAskedKind(subtype: AskedSubtype): AskedKind<AskedSubtype, OpenRequest> {
  return askedKinds[subtype] as AskedKind<AskedSubtype, OpenRequest>;
}

/** An open request; the kind of its view is the discriminator. */
export type OpenRequest = OpenPermission | Parameters<OtherKinds[keyof OtherKinds]["answer"]>[0];

/** Creates the view of a request of `claude`, on the card of its tool. */
export function createRequestView(
  id: string,
  request: CanUseToolRequest,
  { state, ownFolders }: Pick<StoreView, "state" | "ownFolders">,
): ToolRequestView {
  const { folder } = state;
  const call = {
    request,
    common: { id, toolId: request.tool_use_id, revision: 0 },
    folder,
    servers: getServerNames(state),
    ownFolders,
  };
  return callKinds[getCard(request.tool_name)].createView(call) ?? createPermissionView(call);
}

/**
 * Returns the response for `claude`, and the decision for the row of the call. A decision that does not fit its request
 * denies: only an explicit allow allows.
 */
export function answerCall(
  open: OpenPermission,
  decision: Decision,
): { readonly answer: PermissionAnswer; readonly decided: DecisionRecord } {
  const allow = <K extends ToolRequestKind>(kind: K, view: RequestViews[K]) =>
    callKinds[kind].allow(open, view, decision);
  return allow(open.view.kind, open.view) ?? denyCall(open.request, decision, refusals[open.view.kind]);
}
