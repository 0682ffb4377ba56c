import { readString } from "../../../shared/base/read.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { ToolItem } from "../../../shared/contract/items.ts";
import type { Decision, RequestView } from "../../../shared/contract/requests/requests.ts";
import type { ElicitationAnswer, ElicitationRequest, InboundContext } from "../../protocol/requests/inbound.ts";
import type { CanUseToolRequest, PermissionAnswer, PermissionUpdate } from "../../protocol/requests/permission.ts";
import { type DiffSettings, isHiddenInEditor } from "../../review/hiddenLines.ts";
import type { NotebookChange } from "../../review/notebook.ts";
import type { EditedFiles } from "../files/editedFiles.ts";
import { type UnwrittenTextRecord, withUnwrittenText } from "../files/unwrittenTexts.ts";
import type { CallWaits } from "../ports/callWaits.ts";
import { type Grants, noGrants, updateGrants, withRule } from "../ports/grants.ts";
import type { Files } from "../ports/ports.ts";
import { toDecidedItem, toWaitingItem, toWithdrawnItem } from "../reduce/callStates.ts";
import { createToolDelta, startTool } from "../reduce/toolItems.ts";
import { createWaitPatch } from "../reduce/waitedTime.ts";
import { getEdit, getNotebookEdit, getPath, hasNoResult } from "../tools/describeCall.ts";
import { withResolvedPath } from "../tools/toolPath.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import { AllowedCalls } from "./allowedCalls.ts";
import { toWireAnswer } from "./answer.ts";
import { readElicitation } from "./elicitation.ts";
import { HeldCalls } from "./heldCalls.ts";
import type { OpenPermission } from "./openPermission.ts";
import { isPermission, OpenRequests } from "./openRequests.ts";
import { getOwnText } from "./ownText.ts";
import { applyProposalStep, type ProposalStep, type ProposalText, renderProposalText } from "./proposals.ts";
import { RefusedLines } from "./refusedLines.ts";
import { answerCall, type OpenRequest, requestKinds } from "./requestKinds.ts";
import { RequestReader } from "./requestReader.ts";
import { RequestUpdates } from "./requestUpdates.ts";
import { withProposal } from "./requestView.ts";
import { getStoredPermissions, type StoredPermissionsListener } from "./storedPermissions.ts";

export interface PermissionBrokerOptions {
  /** Requests the current plan of `claude`; undefined if it has none or cannot report it. */
  readonly fetchPlan: () => Promise<string | undefined>;
  /** Earlier permissions for the duration of the conversation. */
  readonly grants: Grants | undefined;
  /** Called with permissions that the user gave beyond the conversation, before `claude` stores them. */
  readonly onStoredPermissions?: StoredPermissionsListener | undefined;
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
  readonly #context: ConversationContext;
  readonly #options: PermissionBrokerOptions;
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
      ...{ store, logger },
      requests: this.#requests,
      reader: this.#reader,
      refusedLines: this.#refusedLines,
    });
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
    const { store, apply, clock } = this.#context;
    const { tool_name: tool } = asked;
    const toolId = store.ids.keyOfAsked(asked.tool_use_id, tool);
    const input = withResolvedPath(tool, asked.input, {
      ...store.paths,
      version: store.state.cliVersion,
      base: store.folderOf(toolId),
    });
    const request =
      input === asked.input && toolId === asked.tool_use_id ? asked : { ...asked, input, tool_use_id: toolId };
    // The request can arrive before any frame that names the call (2.1.50, 2.1.329).
    if (!store.record(toolId))
      apply(startTool(store, { id: toolId, tool, thread: mainThread, input, now: clock.now() }));
    this.#changeTool(toolId, toWaitingItem);
    context.signal.addEventListener(
      "abort",
      () => this.#changeTool(toolId, (item) => toWithdrawnItem(item, context.signal.reason, clock.now())),
      {
        once: true,
      },
    );
    const path = getEdit(tool, input)?.path ?? getNotebookEdit(tool, input)?.path;
    const look = (): void => this.#updates.look(context.requestId, request);
    const watching = path ? this.#options.files.watch(path, look) : undefined;
    const waiting = path === undefined ? undefined : this.#refusedLines.begin(path);
    const begin = async (): Promise<{ readonly answer: Promise<PermissionAnswer> }> => {
      const entry = this.#updates.withoutRefused(await this.#reader.read(context.requestId, request));
      this.#noteAsked(entry);
      const answer = (open: OpenPermission, decision: Decision): PermissionAnswer =>
        toWireAnswer(this.#answer(open, decision), request.input, asked);
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

  /** Shows a form of an MCP server, and waits for the user. Rejects when `claude` cancels it or its process ends. */
  async elicit(request: ElicitationRequest, { requestId, signal }: InboundContext): Promise<ElicitationAnswer> {
    return this.#requests.ask(readElicitation(requestId, request), { signal, ...requestKinds.elicitation });
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

  /**
   * Notes that the whole change of a request was on a screen in this revision: on its card, or in an editor with these
   * settings, which does not count if it leaves out or does not mark a part of it.
   */
  markShown(id: string, revision: number, place: "card" | DiffSettings): void {
    const open = this.#requests.permission(id);
    if (!open?.proposal || open.isShown || open.view.revision !== revision || open.view.kind !== "permission") return;
    const { change } = open.proposal.review;
    if (place !== "card" && isHiddenInEditor(change, { ...place, ignoresEdges: false })) return;
    const isShown = place === "card" || !isHiddenInEditor(change, place);
    if (open.isShown === isShown) return;
    const shown: OpenPermission = {
      ...open,
      isShown,
      view: withProposal(open.view, open.proposal, this.#context.store.state.folder, isShown),
    };
    this.#requests.updateSameRevision(shown);
  }

  /** Returns whether the whole change of an open request was on a screen in its current revision. */
  isShown(id: string): boolean {
    return this.#requests.permission(id)?.isShown === true;
  }

  /** Rejects all open requests when the process ends, so that nothing is allowed. */
  refuseAll(): void {
    this.#requests.rejectAll();
  }

  /** Returns the proposal of an open request with the user's changes. */
  getProposal(id: string): ProposalText | undefined {
    const draft = this.#requests.permission(id)?.proposal;
    return draft && renderProposalText(draft);
  }

  /** Returns the change of an open request that can only be allowed as a whole. */
  getWholeChange(id: string): NotebookChange | undefined {
    return this.#requests.permission(id)?.wholeChange;
  }

  /** Returns the absolute path of the file that an open request edits. */
  pathOf(id: string): string | undefined {
    return this.#requests.permission(id)?.path;
  }

  /** Returns the plan of an open request as it would be approved; undefined if the request is not a plan. */
  getPlanText(id: string): string | undefined {
    const open = this.#requests.permission(id);
    return open?.view.kind === "plan"
      ? (readString(open.input ?? open.request.input, "plan") ?? open.view.text)
      : undefined;
  }

  /** Applies a step of the user's review to a proposal. Ignores steps for a revision that is not open. */
  stepProposal(id: string, revision: number, step: ProposalStep): void {
    const open = this.#requests.permission(id);
    if (open?.view.revision !== revision) return;
    if (!open.proposal || open.view.kind !== "permission") return this.#updates.writeInput(open, step);
    const draft = applyProposalStep(open.proposal, step);
    if (draft === open.proposal) return;
    // The user did not choose the new line ends: whether the earlier revision was shown, or a button of it is being
    // pressed, must not count for them.
    const isAnew = step.kind === "writable";
    const isShown = isAnew ? undefined : open.isShown;
    const changed: OpenPermission = {
      ...open,
      proposal: draft,
      isShown,
      view: withProposal(open.view, draft, this.#context.store.state.folder, isShown),
    };
    this.#requests[isAnew ? "update" : "updateSameRevision"](changed);
    this.#updates.lookAt(open.path, id);
  }

  /** Checks all open edits again, because their files may have changed. */
  refreshAll(): void {
    this.#updates.lookAtAll();
  }

  /** Returns the response for `claude` to a decision, and applies its consequences here. */
  #answer(open: OpenPermission, decision: Decision): PermissionAnswer {
    const { answer, decided } = answerCall(open, decision);
    const { request, view, path } = open;
    const isAllowed = answer.behavior === "allow";
    if (isAllowed && answer.updatedPermissions) this.#noteUpdates(answer.updatedPermissions);
    if (isAllowed) this.allowed.add(open, answer);
    this.#refusedLines.note(open, answer.behavior);
    const isDone = hasNoResult(request.tool_name);
    const now = this.#context.clock.now();
    this.#changeTool(view.toolId, (item) => toDecidedItem(item, decided, { isAllowed, isDone }, now));
    this.#updates.lookAt(path);
    return answer;
  }

  /** Keeps the reasons of a request beyond its answer, for the status page. */
  #noteAsked({ view }: OpenPermission): void {
    const record = this.#context.store.record(view.toolId);
    const asked = "notes" in view ? view.notes.filter(({ kind }) => kind === "reason" || kind === "rule") : [];
    if (record) this.#context.apply({ deltas: [], records: [[view.toolId, { ...record, asked }]] });
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

  #changeTool(toolId: string, change: (item: ToolItem) => ToolItem | undefined): void {
    const changes = createToolDelta(this.#context.store, toolId, change);
    if (changes.length > 0) this.#context.apply({ deltas: changes });
  }
}
