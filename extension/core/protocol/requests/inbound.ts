import * as z from "zod";
import { anything, lenient, lenientString, lenientStrings, record } from "../frames/lenient.ts";
import { canUseToolRequest, permissionAnswer } from "./permission.ts";

const hookCallbackRequest = z.looseObject({
  subtype: z.literal("hook_callback"),
  callback_id: z.string(),
  input: z.looseObject({ hook_event_name: z.string() }),
  tool_use_id: lenientString,
});

const jsonRpc = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
});
export type JsonRpcMessage = z.infer<typeof jsonRpc>;

const mcpMessageRequest = z.looseObject({
  subtype: z.literal("mcp_message"),
  server_name: z.string(),
  message: jsonRpc,
});

const elicitationRequest = z.looseObject({
  subtype: z.literal("elicitation"),
  mcp_server_name: z.string(),
  message: lenientString,
  mode: lenientString,
  url: lenientString,
  requested_schema: lenient(record),
  property_order: lenientStrings,
  title: lenientString,
});
const elicitationAnswer = z.strictObject({
  action: z.enum(["accept", "decline", "cancel"]),
  content: record.optional(),
});

const userDialogRequest = z.looseObject({
  subtype: z.literal("request_user_dialog"),
  dialog_kind: z.string(),
  payload: anything,
});
const userDialogAnswer = z.union([
  z.strictObject({ behavior: z.literal("completed"), result: anything }),
  z.strictObject({ behavior: z.literal("cancelled") }),
]);

/** Requests that the user answers, without permissions, which have a handler of their own. */
const askedSchemas = {
  elicitation: { request: elicitationRequest, answer: elicitationAnswer },
} as const;

/** Requests of `claude` that a host answers: the request schema (loose) and the answer schema (strict), by subtype. */
export const inboundSchemas = {
  can_use_tool: { request: canUseToolRequest, answer: permissionAnswer },
  hook_callback: { request: hookCallbackRequest, answer: record },
  mcp_message: { request: mcpMessageRequest, answer: z.strictObject({ mcp_response: jsonRpc }) },
  request_user_dialog: { request: userDialogRequest, answer: userDialogAnswer },
  ...askedSchemas,
} as const;

export type InboundSubtype = keyof typeof inboundSchemas;
export type AskedSubtype = keyof typeof askedSchemas;
export type InboundRequest<S extends InboundSubtype> = z.infer<(typeof inboundSchemas)[S]["request"]>;
export type InboundAnswer<S extends InboundSubtype> = z.infer<(typeof inboundSchemas)[S]["answer"]>;

export function isAsked(subtype: InboundSubtype): subtype is AskedSubtype {
  return Object.hasOwn(askedSchemas, subtype);
}

/** Id of a request, and a signal that fires when `claude` no longer needs the answer. */
export interface InboundContext {
  readonly requestId: string;
  readonly signal: AbortSignal;
}

type Handler<S extends InboundSubtype> = (
  request: InboundRequest<S>,
  context: InboundContext,
) => Promise<InboundAnswer<S>>;

/**
 * Handlers by subtype, and one for all requests that the user answers. If a handler throws, the answer is a control
 * error, which `claude` treats as a refusal.
 */
export type InboundHandlers = { readonly [S in Exclude<InboundSubtype, AskedSubtype>]: Handler<S> } & {
  readonly askUser: Handler<AskedSubtype>;
};

/** Requests between the vendor's own workers: an ordinary host must leave them unanswered. */
export const unansweredSubtypes: ReadonlySet<string> = new Set([
  "remote_tool_call",
  "remote_plumbing_call",
  "remote_tools_probe",
  "remote_tools_reannounce",
]);
