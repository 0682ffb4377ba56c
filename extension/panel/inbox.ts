import * as z from "zod";
import type { Logger } from "../base/logger.ts";
import type { Decision } from "../contract/conversationState.ts";
import type { FromWebview } from "../contract/fromWebview.ts";

type Type = FromWebview["type"];
type Message<T extends Type> = Extract<FromWebview, { type: T }>;

/** What happens for each intention of the webview. */
export type Handlers = { readonly [T in Type]: (message: Message<T>) => void };

const decision: z.ZodType<Decision> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("allow") }),
  z.strictObject({ kind: z.literal("allowAlways"), choice: z.int().min(0) }),
  z.strictObject({ kind: z.literal("deny"), feedback: z.string().optional() }),
  z.strictObject({ kind: z.literal("answer"), answers: z.record(z.string(), z.string()) }),
  z.strictObject({ kind: z.literal("approvePlan"), isAcceptingEdits: z.boolean() }),
]);

/** A table, not one union: a missing or misspelt member does not compile. */
const schemas: { readonly [T in Type]: z.ZodType<Message<T>> } = {
  ready: z.strictObject({ type: z.literal("ready") }),
  submit: z.strictObject({ type: z.literal("submit"), text: z.string() }),
  stop: z.strictObject({ type: z.literal("stop") }),
  draft: z.strictObject({ type: z.literal("draft"), text: z.string() }),
  decide: z.strictObject({ type: z.literal("decide"), requestId: z.string(), decision }),
  review: z.strictObject({ type: z.literal("review"), requestId: z.string() }),
  loadOlder: z.strictObject({ type: z.literal("loadOlder"), thread: z.string(), before: z.int().min(0) }),
  openThread: z.strictObject({ type: z.literal("openThread"), thread: z.string(), isOpen: z.boolean() }),
  openDetail: z.strictObject({ type: z.literal("openDetail"), toolId: z.string() }),
  openFile: z.strictObject({ type: z.literal("openFile"), path: z.string(), line: z.int().optional() }),
  openLink: z.strictObject({ type: z.literal("openLink"), url: z.string() }),
  rewindTo: z.strictObject({ type: z.literal("rewindTo"), promptId: z.string() }),
  editQueued: z.strictObject({ type: z.literal("editQueued"), id: z.string(), action: z.enum(["edit", "sendNow", "remove"]) }),
  run: z.strictObject({
    type: z.literal("run"),
    action: z.enum(["selectModel", "selectMode", "retry", "chooseProgram", "logIn", "resume", "newConversation", "showLog", "openSettings"]),
  }),
};

/** Checks a message of the webview and hands it on; anything malformed is logged and dropped. */
export function receive(handlers: Handlers, raw: unknown, logger: Logger): void {
  const type = (raw as { type?: unknown } | null)?.type;
  if (typeof type !== "string" || !Object.hasOwn(schemas, type)) {
    logger.warn(`unknown message from the webview: ${String(type)}`);
    return;
  }
  dispatch(handlers, type as Type, raw, logger);
}

function dispatch<T extends Type>(handlers: Handlers, type: T, raw: unknown, logger: Logger): void {
  const message = schemas[type].safeParse(raw);
  if (message.success) handlers[type](message.data);
  else logger.warn(`malformed ${type} from the webview: ${z.prettifyError(message.error)}`);
}
