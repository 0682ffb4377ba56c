import * as z from "zod";
import { anything, lenient, lenientString, lenientStrings, record } from "../frames/lenient.ts";
import { type CanUseToolRequest, canUseToolRequest, type PermissionAnswer, permissionAnswer } from "./permission.ts";

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

export type HookCallbackRequest = z.infer<typeof hookCallbackRequest>;
export type McpMessageRequest = z.infer<typeof mcpMessageRequest>;
export type ElicitationRequest = z.infer<typeof elicitationRequest>;
export type ElicitationAnswer = z.infer<typeof elicitationAnswer>;
export type UserDialogRequest = z.infer<typeof userDialogRequest>;
export type UserDialogAnswer = z.infer<typeof userDialogAnswer>;

/** Requests of `claude` that a host answers: the request schema (loose) and the answer schema (strict), by subtype. */
export const inboundSchemas = {
  can_use_tool: { request: canUseToolRequest, answer: permissionAnswer },
  hook_callback: { request: hookCallbackRequest, answer: record },
  mcp_message: { request: mcpMessageRequest, answer: z.strictObject({ mcp_response: jsonRpc }) },
  elicitation: { request: elicitationRequest, answer: elicitationAnswer },
  request_user_dialog: { request: userDialogRequest, answer: userDialogAnswer },
} as const;

export type InboundSubtype = keyof typeof inboundSchemas;

/** Id of a request, and a signal that fires when `claude` no longer needs the answer. */
export interface InboundContext {
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/**
 * One handler per inbound subtype. If a handler throws, the answer is a control error, which `claude` treats as a
 * refusal.
 */
export interface InboundHandlers {
  can_use_tool(request: CanUseToolRequest, context: InboundContext): Promise<PermissionAnswer>;
  hook_callback(request: HookCallbackRequest, context: InboundContext): Promise<Record<string, unknown>>;
  mcp_message(request: McpMessageRequest, context: InboundContext): Promise<{ mcp_response: JsonRpcMessage }>;
  elicitation(request: ElicitationRequest, context: InboundContext): Promise<ElicitationAnswer>;
  request_user_dialog(request: UserDialogRequest, context: InboundContext): Promise<UserDialogAnswer>;
}

/** Requests between the vendor's own workers: an ordinary host must leave them unanswered. */
export const unansweredSubtypes: ReadonlySet<string> = new Set([
  "remote_tool_call",
  "remote_plumbing_call",
  "remote_tools_probe",
  "remote_tools_reannounce",
]);
