import * as z from "zod";
import type { OpenConversation } from "../../core/conversations/openConversation.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { changedFileActions } from "../../shared/contract/changes/changedFiles.ts";
import {
  type AttachmentContent,
  attachmentKinds,
  attachmentLimits,
} from "../../shared/contract/composer/attachments.ts";
import type { Envelope } from "../../shared/contract/envelope.ts";
import {
  type Action,
  actions,
  bufferActions,
  externalUseActions,
  type IntentionName,
  type Intentions,
  interruptionActions,
  passiveIntentions,
  queueActions,
  unsavedActions,
  unwrittenTextActions,
} from "../../shared/contract/fromWebview.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { Refusal } from "../../shared/contract/refusal.ts";
import { repositoryDecisions } from "../../shared/contract/repository.ts";
import { guardChoices } from "../../shared/contract/requests/guards.ts";
import { destinations } from "../../shared/contract/requests/permissionRules.ts";
import type { Decision, ReviewStep } from "../../shared/contract/requests/requests.ts";
import { isTypable } from "../../shared/contract/tools.ts";
import type { PageAnchor } from "../../shared/contract/toWebview.ts";
import type { ViewState } from "../../shared/contract/viewState.ts";

/** The conversation that a webview is bound to. */
export type BoundConversation = Pick<OpenConversation, "id" | "isClosed">;

/** The reason why an action was refused; undefined if it succeeded or if its error was already shown. */
export type IntentionOutcome = Refusal | undefined;

/** The handlers of the webview's intentions, by name. */
export type Handlers = {
  readonly [N in IntentionName]: (body: Intentions[N]) => HandlerOutcome | Promise<HandlerOutcome>;
};

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that refuses nothing returns nothing.
type HandlerOutcome = IntentionOutcome | void;

/** Schemas of decisions. A table, so that a missing kind does not compile. */
const { allow, ...otherDecisions } = {
  allow: z.strictObject({ kind: z.literal("allow") }),
  allowAlways: z.strictObject({
    kind: z.literal("allowAlways"),
    choice: z.int().min(0),
    destination: z.enum(destinations).optional(),
    rules: z.array(z.string()).optional(),
  }),
  deny: z.strictObject({
    kind: z.literal("deny"),
    feedback: z.string().optional(),
    isStopping: z.boolean().optional(),
  }),
  answer: z.strictObject({
    kind: z.literal("answer"),
    answers: z.array(z.strictObject({ options: z.array(z.int().min(0)), other: z.string().optional() })),
  }),
  approvePlan: z.strictObject({ kind: z.literal("approvePlan"), isAcceptingEdits: z.boolean() }),
  fill: z.strictObject({
    kind: z.literal("fill"),
    values: z.array(z.union([z.string(), z.boolean(), z.array(z.string()), z.null()])),
  }),
  guard: z.strictObject({ kind: z.literal("guard"), choice: z.enum(guardChoices) }),
  visit: z.strictObject({ kind: z.literal("visit") }),
  dismiss: z.strictObject({ kind: z.literal("dismiss") }),
} satisfies { readonly [K in Decision["kind"]]: z.ZodType<Extract<Decision, { readonly kind: K }>> };

const decision: z.ZodType<Decision> = z.discriminatedUnion("kind", [allow, ...Object.values(otherDecisions)]);

const reviewStep: z.ZodType<ReviewStep> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("hunk"), hunk: z.int().min(0), isAccepted: z.boolean() }),
  z.strictObject({ kind: z.literal("input"), text: z.string() }),
  z.strictObject({ kind: z.enum(["reset", "checked", "writable"]) }),
]);

const anchor: z.ZodType<PageAnchor> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("end") }),
  z.strictObject({ kind: z.enum(["before", "after", "around"]), id: z.string() }),
]);

const viewState: z.ZodType<ViewState> = z.strictObject({
  anchor: z.strictObject({ id: z.string(), offset: z.number() }).optional(),
  editing: z.strictObject({ id: z.string(), text: z.string(), without: z.array(z.string()).optional() }).optional(),
  open: z.array(z.string()).max(10_000),
});

const attached: z.ZodType<AttachmentContent> = z.strictObject({
  kind: z.enum(attachmentKinds),
  name: z.string().max(1_000),
  mediaType: z.string().max(200),
  size: z.number().min(0),
  thumbnail: z
    .string()
    .max(100_000)
    .regex(/^data:image\/(png|jpeg|webp);base64,/)
    .optional(),
  isPasted: z.boolean().optional(),
  data: z
    .string()
    .min(1)
    .max(attachmentLimits.all * 2),
});

const revision = z.int().min(0);
const selection = z.strictObject({
  path: z.string(),
  first: z.int(),
  last: z.int(),
  isSecret: z.boolean().optional(),
  isTextOnly: z.boolean().optional(),
});

/**
 * Schemas of the message bodies. A table instead of one union, so that a missing or misspelled member does not compile.
 */
const bodies: { readonly [N in IntentionName]: z.ZodType<Intentions[N]> } = {
  ready: z.strictObject({}),
  pageRuns: z.strictObject({}),
  pageFailed: z.strictObject({}),
  partFailed: z.strictObject({}),
  focused: z.strictObject({}),
  saveView: z.strictObject({ view: viewState }),
  submit: z.strictObject({
    text: z.string(),
    attachments: z.array(z.string()).optional(),
    selection: selection.optional(),
  }),
  attach: z.strictObject({ id: z.string().regex(/^[a-z0-9-]{8,64}$/), content: attached }),
  detach: z.strictObject({ id: z.string() }),
  openMention: z.strictObject({ text: z.string().max(1_000) }),
  runInTerminal: z.strictObject({ command: z.string().refine(isTypable) }),
  typeInTerminal: z.strictObject({ command: z.string().refine(isTypable) }),
  addNote: z.strictObject({ text: z.string(), selection: selection.optional() }),
  openOutput: z.strictObject({ toolId: z.string() }),
  openImage: z.strictObject({ toolId: z.string(), index: z.int().min(0) }),
  openAttachment: z.strictObject({ id: z.string() }),
  unfoldAttachment: z.strictObject({ id: z.string() }),
  answerBanner: z.strictObject({ id: z.int(), button: z.int().min(0).optional() }),
  stop: z.strictObject({}),
  stopTask: z.strictObject({ id: z.string() }),
  runInBackground: z.strictObject({ toolId: z.string() }),
  watchOutput: z.strictObject({ taskId: z.string(), isOpen: z.boolean() }),
  draft: z.strictObject({ text: z.string() }),
  markSeen: z.strictObject({ requestId: z.string(), revision }),
  decide: z.strictObject({ requestId: z.string(), revision, decision }),
  openReview: z.strictObject({ requestId: z.string() }),
  reviewStep: z.strictObject({ requestId: z.string(), revision, step: reviewStep }),
  showPrompt: z.strictObject({ from: z.string(), step: z.union([z.literal(-1), z.literal(1)]) }),
  loadPage: z.strictObject({ thread: z.string(), at: anchor }),
  openThread: z.strictObject({ thread: z.string(), isOpen: z.boolean() }),
  openDetails: z.strictObject({ toolId: z.string() }),
  openCallDiff: z.strictObject({ toolId: z.string() }),
  openFile: z.strictObject({ path: z.string(), line: z.int().optional() }),
  lookForFiles: z.strictObject({ paths: z.array(z.string().max(4_000)).max(200) }),
  copy: z.strictObject({ text: z.string().min(1) }),
  openLink: z.strictObject({ url: z.string() }),
  resolveInterruption: z.strictObject({ action: z.enum(interruptionActions) }),
  forkFrom: z.strictObject({ promptId: z.string() }),
  resend: z.strictObject({ promptId: z.string(), text: z.string(), without: z.array(z.string()).optional() }),
  rewindTo: z.strictObject({ promptId: z.string() }),
  showChangesSince: z.strictObject({ promptId: z.string() }),
  editQueued: z.strictObject({ id: z.string(), action: z.enum(queueActions) }),
  moveQueued: z.strictObject({ id: z.string(), to: z.int().min(0) }),
  decideUnsaved: z.strictObject({ isSaved: z.boolean() }),
  reviewChanges: z.strictObject({ action: z.enum(changedFileActions), path: z.string().optional() }),
  readHunks: z.strictObject({ path: z.string() }),
  revertHunk: z.strictObject({ path: z.string(), hunk: z.int(), revision: z.string() }),
  openKeptText: z.strictObject({ id: z.string(), action: z.enum(unwrittenTextActions) }),
  resolveUnsavedFile: z.strictObject({ requestId: z.string(), action: z.enum(unsavedActions) }),
  resolveBuffer: z.strictObject({ path: z.string(), action: z.enum(bufferActions) }),
  resolveExternalUse: z.strictObject({ action: z.enum(externalUseActions) }),
  decideRepository: z.strictObject({
    revision: z.string(),
    decision: z.enum(repositoryDecisions),
    off: z.array(z.string()),
  }),
  find: z.strictObject({
    search: z.int(),
    query: z.strictObject({ text: z.string().max(10_000), isCase: z.boolean(), isRegex: z.boolean() }),
  }),
  readContext: z.strictObject({}),
  askAside: z.strictObject({ id: z.int(), question: z.string().min(1) }),
  insertCode: z.strictObject({ text: z.string() }),
  openCode: z.strictObject({ text: z.string(), language: z.string() }),
  mentionUris: z.strictObject({ uris: z.array(z.string().max(10_000)).max(10_000) }),
  findMentions: z.strictObject({ search: z.int(), query: z.string().max(1_000) }),
  runCommand: z.strictObject({ action: z.enum(Object.keys(actions) as Action[]), argument: z.string().optional() }),
};

const envelope: z.ZodType<Envelope<object, ConversationId | null>> = z.strictObject({
  conversation: z.custom<ConversationId | null>((value) => value === null || typeof value === "string"),
  message: z.looseObject({ type: z.string() }),
});

/** What a document says before it knows its conversation. */
const ofDocument: ReadonlySet<IntentionName> = new Set(["ready", "pageRuns", "pageFailed"]);

/**
 * Validates a message of the webview and calls its handler. Logs and drops malformed messages and messages for another
 * conversation than `bound`, such as a click during a switch of conversations. Returns the reason for a refusal, which
 * the caller shows; rethrows the errors of the handler.
 */
export async function receive(
  handlers: Handlers,
  raw: unknown,
  bound: BoundConversation,
  logger: Logger,
): Promise<IntentionOutcome> {
  const parsed = envelope.safeParse(raw);
  if (!parsed.success) return drop(logger, `malformed message from the webview: ${z.prettifyError(parsed.error)}`);
  const { conversation, message } = parsed.data;
  const { type, ...body } = message as { type: string };
  if (!Object.hasOwn(bodies, type)) return drop(logger, `unknown message from the webview: ${type}`);
  const name = type as IntentionName;
  // A new webview does not know yet which conversation it shows.
  const isForUs = conversation === null ? ofDocument.has(name) : conversation === bound.id;
  if (!isForUs) logger.debug(`a ${name} for another conversation was dropped`);
  if (!passiveIntentions.has(name) && (!isForUs || bound.isClosed))
    return isForUs ? "conversationGone" : "otherConversation";
  return isForUs ? dispatch(handlers, name, body, logger) : undefined;
}

async function dispatch<N extends IntentionName>(
  handlers: Handlers,
  name: N,
  body: unknown,
  logger: Logger,
): Promise<IntentionOutcome> {
  const parsed = bodies[name].safeParse(body);
  if (parsed.success) return (await handlers[name](parsed.data)) ?? undefined;
  const outcome = drop(logger, `malformed ${name} from the webview: ${z.prettifyError(parsed.error)}`);
  return passiveIntentions.has(name) ? undefined : outcome;
}

function drop(logger: Logger, reason: string): IntentionOutcome {
  logger.warn(reason);
  return "notUnderstood";
}
