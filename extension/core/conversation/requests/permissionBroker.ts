import type { Decision, DecisionRecord, RequestView } from "../../../shared/contract/requests/requests.ts";
import type { AskedSubtype, InboundAnswer, InboundContext, InboundRequest } from "../../protocol/requests/inbound.ts";
import type { CanUseToolRequest, PermissionAnswer, PermissionUpdate } from "../../protocol/requests/permission.ts";
import type { EditedFiles } from "../files/editedFiles.ts";
import { type UnwrittenTextRecord, withUnwrittenText } from "../files/unwrittenTexts.ts";
import type { CallWaits } from "../ports/callWaits.ts";
import { type Grants, noGrants, updateGrants, withRule } from "../ports/grants.ts";
import type { Files } from "../ports/ports.ts";
import { createWaitPatch } from "../reduce/waitedTime.ts";
import { getEdit, getNotebookEdit, getPath } from "../tools/describeCall.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import { AllowedCalls } from "./allowedCalls.ts";
import { toWireAnswer } from "./answer.ts";
import { AskedCalls } from "./askedCalls.ts";
import { HeldCalls } from "./heldCalls.ts";
import { isIsolatedEdit, isolatedEdit } from "./isolatedEdits.ts";
import type { OpenPermission } from "./openPermission.ts";
import { isPermission, OpenRequests } from "./openRequests.ts";
import { getOwnText } from "./ownText.ts";
import { RefusedLines } from "./refusedLines.ts";
import { answerCall, getAskedKind, type OpenRequest } from "./requestKinds.ts";
import { RequestReader } from "./requestReader.ts";
import { RequestReviews } from "./requestReviews.ts";
import { RequestUpdates } from "./requestUpdates.ts";
import { getStoredPermissions, type StoredPermissionsListener } from "./storedPermissions.ts";

export interface PermissionBrokerOptions {
  /** Requests the current plan of `claude`; undefined if it has none or cannot report it. */
  readonly fetchPlan: () => Promise<string | undefined>;
  /** Earlier permissions for the duration of the conversation. */
  readonly grants: Grants | undefined;
  /** Called with permissions that the user gave beyond the conversation, before `claude` stores them. */
  readonly onStoredPermissions?: StoredPermissionsListener | undefined;
  /** Returns whether edits in a copy or worktree need no approval. */
  readonly allowsIsolatedEdits: () => boolean;
  readonly files: Files;
  readonly edits: EditedFiles;
  /** Tells the participants of the conversation of calls that wait. */
  readonly waits: CallWaits;
}

/**
 * The outcome of a decision: "taken"; "gone": this revision is not open anymore; "changed": the file or its location
 * changed, and the request is shown again; "notReviewed": the user must review a part of it first.
 */
export type DecideOutcome = "taken" | "gone" | "changed" | "notReviewed";

/**
 * Handles the permission requests of one conversation: shows them with their proposals, and passes the decision to
 * `claude` and to the row of the call.
 */
export class PermissionBroker {
  /** The consequences of allowed calls. */
  readonly allowed: AllowedCalls;
  /** Calls that a guard holds. */
  readonly held: HeldCalls;
  /** The user's review of open requests. */
  readonly reviews: RequestReviews;
  readonly #context: ConversationContext;
  readonly #options: PermissionBrokerOptions;
  readonly #asked: AskedCalls;
  readonly #requests: OpenRequests;
  #grants: Grants;
  readonly #reader: RequestReader;
  /**
   * Pending reads by path. Edits of one file are read one after the other, because each is shown against the result of
   * the one before it.
   */
  readonly #reading = new Map<string, Promise<unknown>>();
  readonly #refusedLines = new RefusedLines();
  readonly #updates: RequestUpdates;

  constructor(context: ConversationContext, options: PermissionBrokerOptions) {
    this.#context = context;
    this.#options = options;
    this.#grants = options.grants ?? noGrants;
    this.#asked = new AskedCalls(context);
    this.allowed = new AllowedCalls({ store: context.store, edits: options.edits });
    this.#requests = new OpenRequests(
      (views: readonly RequestView[]) => {
        const waited = createWaitPatch(context.state, views.length > 0, context.clock.now());
        context.patch({ requests: views, ...waited });
      },
      (entry) => this.#preserveUserText(entry),
    );
    this.held = new HeldCalls(context, { waits: options.waits, requests: this.#requests });
    const { store, logger } = context;
    const { files, fetchPlan, edits } = options;
    this.#reader = new RequestReader(
      { store, logger, files, fetchPlan, written: edits.written },
      () => this.#requests.all,
    );
    this.#updates = new RequestUpdates({
      store,
      logger,
      requests: this.#requests,
      reader: this.#reader,
      refusedLines: this.#refusedLines,
    });
    this.reviews = new RequestReviews(context, { requests: this.#requests, updates: this.#updates });
  }

  /** Permissions that the user granted for the duration of the conversation. */
  get grants(): Grants {
    return this.#grants;
  }

  /** Adds or removes a rule for the duration of the conversation; it is in effect from the next start. */
  grant(rule: string, behavior: "allow" | "deny", isAdded: boolean): void {
    this.#grants = withRule(this.#grants, rule, behavior, isAdded);
  }

  /** Returns an open request with its whole proposal. */
  get(id: string): OpenRequest | undefined {
    return this.#requests.get(id);
  }

  /**
   * Shows a permission request once all its parts are read, and waits for the user. Rejects when `claude` cancels it or
   * its process ends.
   */
  ask(asked: CanUseToolRequest, context: InboundContext): Promise<PermissionAnswer> {
    const ask = (): Promise<PermissionAnswer> => this.#ask(asked, context);
    return this.#options.waits.during(asked.tool_use_id, context.signal, ask, ({ behavior }) => behavior === "allow");
  }

  async #ask(asked: CanUseToolRequest, context: InboundContext): Promise<PermissionAnswer> {
    const request = this.#asked.begin(asked, context.signal);
    const { tool_name: tool, input } = request;
    const path = getEdit(tool, input)?.path ?? getNotebookEdit(tool, input)?.path;
    const look = (): void => this.#updates.look(context.requestId, request);
    const watching = path ? this.#options.files.watch(path, look) : undefined;
    const waiting = path === undefined ? undefined : this.#refusedLines.begin(path);
    const begin = async (): Promise<{ readonly answer: Promise<PermissionAnswer> }> => {
      const read = await this.#reader.read(context.requestId, request);
      const entry = this.#updates.withoutRefused(read);
      this.#asked.noteReasons(entry);
      const answer = (open: OpenPermission, decision: Decision, unasked?: DecisionRecord): PermissionAnswer =>
        toWireAnswer(this.#answer(open, decision, unasked), request.input, asked);
      if (entry === read && this.#options.allowsIsolatedEdits() && isIsolatedEdit(entry, this.#context.state))
        return { answer: Promise.resolve(answer(entry, { kind: "allow" }, isolatedEdit)) };
      return { answer: this.#requests.ask(entry, { signal: context.signal, answer }) };
    };
    try {
      const begun = (path === undefined ? undefined : this.#reading.get(path))?.then(begin) ?? begin();
      if (path !== undefined)
        this.#reading.set(
          path,
          begun.catch(() => {}),
        );
      const { answer } = await begun;
      // The file may have changed while it was read.
      if (watching) look();
      return await answer;
    } finally {
      watching?.dispose();
      waiting?.dispose();
    }
  }

  /**
   * Shows a request that is no call, such as a form of an MCP server, and waits for the user. Rejects when `claude`
   * cancels it or its process ends.
   */
  async askOther(
    request: InboundRequest<AskedSubtype>,
    { requestId, signal }: InboundContext,
  ): Promise<InboundAnswer<AskedSubtype>> {
    const { read, answer } = getAskedKind(request.subtype);
    return this.#requests.ask(read(requestId, request), { signal, answer });
  }

  /**
   * Answers a revision of an open request. Before it allows a call, it waits for an input that the user wrote and that
   * is not shown yet; before a call on a file, it reads the file again, with its location and the links on the path. If
   * they changed, it shows the request again instead.
   */
  async decide(id: string, revision: number, decision: Decision): Promise<DecideOutcome> {
    const open = this.#requests.get(id);
    if (open?.view.revision !== revision) return "gone";
    if (decision.kind === "allow" || decision.kind === "allowAlways" || decision.kind === "approvePlan") {
      if (open.view.kind === "permission" && open.view.requiredReview) return "notReviewed";
      if (this.#updates.isWriting(id)) await this.#updates.whenWritten(id);
      const asked = this.#requests.permission(id);
      if (
        asked?.view.kind === "permission" &&
        getPath(asked.request.tool_name, asked.input ?? asked.request.input) !== undefined
      )
        await this.#updates.proposeAgain(id, asked.request);
      const { view } = this.#requests.get(id) ?? {};
      if (view?.revision !== revision) return view ? "changed" : "gone";
      if (view.kind === "permission" && view.requiredReview) return "notReviewed";
    }
    return this.#requests.decide(id, revision, decision) ? "taken" : "gone";
  }

  /** Rejects all open requests when the process ends, so that nothing is allowed. */
  refuseAll(): void {
    this.#requests.rejectAll();
  }

  /** Checks all open edits again, because their files may have changed. */
  refreshAll(): void {
    this.#updates.lookAtAll();
  }

  /**
   * Returns the response for `claude` to a decision, and applies its consequences here. `unasked`: the record of a
   * decision that was not the user's.
   */
  #answer(open: OpenPermission, decision: Decision, unasked?: DecisionRecord): PermissionAnswer {
    const { answer, decided } = answerCall(open, decision);
    const isAllowed = answer.behavior === "allow";
    if (isAllowed && answer.updatedPermissions) this.#noteUpdates(answer.updatedPermissions);
    if (isAllowed) this.allowed.add(open, answer);
    this.#refusedLines.note(open, answer.behavior);
    this.#asked.decide(open, unasked ?? decided, isAllowed);
    this.#updates.lookAt(open.path);
    return answer;
  }

  #noteUpdates(updates: readonly PermissionUpdate[]): void {
    this.#grants = updateGrants(this.#grants, updates);
    const stored = getStoredPermissions(updates);
    if (stored.length > 0) this.#options.onStoredPermissions?.(this.#context.store.state.folder, stored);
  }

  /** Texts of the user that are not written: of requests that ended without a decision, and of open ones. */
  get saved(): readonly UnwrittenTextRecord[] | undefined {
    const open = this.#requests.all.filter(isPermission).flatMap((entry) => getOwnText(entry) ?? []);
    const saved = open.map(({ theirs: _, ...text }) => text).reduce(withUnwrittenText, this.#options.edits.kept.saved);
    return saved.length === 0 ? undefined : saved;
  }

  /** Keeps the text that the user wrote for a request that ended without a decision. */
  #preserveUserText(entry: OpenRequest): void {
    const own = isPermission(entry) ? getOwnText(entry) : undefined;
    if (own) this.#options.edits.kept.preserveUserText(own.id, own.subject, { ...own, theirs: own.theirs });
  }
}
