import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { readString } from "../../base/read.ts";
import { mainThread } from "../../contract/ids.ts";
import type { ToolItem } from "../../contract/items.ts";
import type { Decision, RequestView } from "../../contract/requests.ts";
import type { ElicitationAnswer, ElicitationRequest, InboundContext } from "../../protocol/inbound.ts";
import type { CanUseToolRequest, PermissionAnswer } from "../../protocol/permission.ts";
import type { NotebookChange } from "../../review/notebook.ts";
import type { EditedFiles } from "../files/editedFiles.ts";
import { type UnwrittenTextRecord, withText } from "../files/unwrittenTexts.ts";
import type { Files } from "../ports.ts";
import { createToolDelta, startTool, toWaitingItem, toWithdrawnItem } from "../reduce/toolItems.ts";
import type { Reduction, StoreView } from "../reduction.ts";
import { getEdit, getNotebookEdit, getPath, hasNoResult } from "../tools/describeCall.ts";
import { withResolvedPath } from "../tools/toolPath.ts";
import { AllowedCalls } from "./allowedCalls.ts";
import { buildAnswer, createDecisionRecord, toWireAnswer } from "./answer.ts";
import { findEdits } from "./editBase.ts";
import { buildElicitationAnswer, readElicitation } from "./elicitation.ts";
import { type Grants, noGrants, updateGrants, withRule } from "./grants.ts";
import { isElicitation, isPermission, type OpenPermission, type OpenRequest, OpenRequests } from "./openRequests.ts";
import { getOwnText } from "./ownText.ts";
import { applyProposalStep, type ProposalStep, type ProposalText, renderProposalText } from "./proposals.ts";
import { RefusedLines } from "./refusedLines.ts";
import { RequestReader } from "./requestReader.ts";
import { RequestUpdates } from "./requestUpdates.ts";
import { withProposal } from "./requestView.ts";

export interface PermissionBrokerOptions {
  readonly store: StoreView;
  readonly apply: (reduction: Reduction) => void;
  /** The plan that the CLI holds; undefined when it has none or cannot say. */
  readonly fetchPlan: () => Promise<string | undefined>;
  /** What was allowed before, for the length of the conversation. */
  readonly grants: Grants | undefined;
  readonly files: Files;
  readonly edits: EditedFiles;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * What became of a decision: it was taken, the request is not open in that revision any more, it is shown anew since the file or its place
 * is another one, or something of it has to be looked at first.
 */
export type DecideOutcome = "taken" | "gone" | "changed" | "notReviewed";

/**
 * Permission requests of one conversation: shows them with their proposals, and carries the decision to
 * the CLI and to the call's row.
 */
export class PermissionBroker {
  /** What follows from calls that were allowed. */
  readonly allowed: AllowedCalls;
  readonly #options: PermissionBrokerOptions;
  readonly #requests: OpenRequests;
  #grants: Grants;
  readonly #reader: RequestReader;
  /** Edits of one file are read one after the other: each is shown against what the one before it leaves. */
  readonly #reading = new Map<string, Promise<unknown>>();
  readonly #refusedLines = new RefusedLines();
  readonly #updates: RequestUpdates;

  constructor(options: PermissionBrokerOptions) {
    this.#options = options;
    this.#grants = options.grants ?? noGrants;
    this.allowed = new AllowedCalls(options);
    this.#requests = new OpenRequests(
      (views: readonly RequestView[]) => options.apply({ deltas: [{ kind: "state", set: { requests: views } }] }),
      (entry) => this.#preserveUserText(entry),
    );
    this.#reader = new RequestReader({ ...options, written: options.edits.written }, () => this.#requests.all);
    this.#updates = new RequestUpdates({ ...options, requests: this.#requests, reader: this.#reader, refusedLines: this.#refusedLines });
  }

  /** What the user allowed for the length of the conversation. */
  get grants(): Grants {
    return this.#grants;
  }

  /** Adds or takes back a rule for the length of the conversation; it counts from the next start. */
  grant(rule: string, behavior: "allow" | "deny", isAdded: boolean): void {
    this.#grants = withRule(this.#grants, rule, behavior, isAdded);
  }

  /** The request with its whole proposal, while it is open. */
  get(id: string): OpenRequest | undefined {
    return this.#requests.get(id);
  }

  /** Shows the request, once there is everything to show, and waits for the user. Rejects when the CLI cancels it or goes. */
  async ask(asked: CanUseToolRequest, context: InboundContext): Promise<PermissionAnswer> {
    const { store, apply, clock } = this.#options;
    const { tool_name: tool } = asked;
    const toolId = store.ids.keyOfAsked(asked.tool_use_id, tool);
    const input = withResolvedPath(tool, asked.input, { ...store.paths, version: store.state.cliVersion, base: store.folderOf(toolId) });
    const request = input === asked.input && toolId === asked.tool_use_id ? asked : { ...asked, input, tool_use_id: toolId };
    // The ask can come before any frame that names the call (2.1.50, 2.1.329).
    if (!store.record(toolId)) apply(startTool(store, { id: toolId, tool, thread: mainThread, input, now: clock.now() }));
    this.#changeTool(toolId, toWaitingItem);
    context.signal.addEventListener("abort", () => this.#changeTool(toolId, (item) => toWithdrawnItem(item, context.signal.reason)), { once: true });
    const path = getEdit(tool, input)?.path ?? getNotebookEdit(tool, input)?.path;
    const look = (): void => this.#updates.look(context.requestId, request);
    const watching = path ? this.#options.files.watch(path, look) : undefined;
    const begin = async (): Promise<{ readonly answer: Promise<PermissionAnswer> }> => {
      const entry = await this.#reader.read(context.requestId, request);
      const answer = (open: OpenPermission, decision: Decision): PermissionAnswer => toWireAnswer(this.#answer(open, decision), request.input, asked);
      return { answer: this.#requests.ask(entry, { signal: context.signal, isOfKind: isPermission, answer }) };
    };
    try {
      const begun = (path === undefined ? undefined : this.#reading.get(path))?.then(begin) ?? begin();
      if (path !== undefined)
        this.#reading.set(
          path,
          begun.catch(() => {}),
        );
      const { answer } = await begun;
      // It may have changed while it was read.
      if (watching) look();
      return await answer;
    } finally {
      watching?.dispose();
    }
  }

  /** Shows what an MCP server asks, and waits for the user. Rejects when the CLI cancels it or goes. */
  async elicit(request: ElicitationRequest, { requestId, signal }: InboundContext): Promise<ElicitationAnswer> {
    return this.#requests.ask(readElicitation(requestId, request), { signal, isOfKind: isElicitation, answer: buildElicitationAnswer });
  }

  /**
   * Answers the revision of an open request. Before anything about a file is allowed it is read once more, with its place and the links
   * on the way: a difference shows the request anew instead.
   */
  async decide(id: string, revision: number, decision: Decision): Promise<DecideOutcome> {
    const open = this.#requests.get(id);
    if (open?.view.revision !== revision) return "gone";
    if (decision.kind === "allow" || decision.kind === "allowAlways") {
      if (open.view.kind === "permission" && open.view.requiredReview) return "notReviewed";
      const asked = this.#requests.permission(id);
      if (asked && getPath(asked.request.tool_name, asked.request.input) !== undefined) await this.#updates.proposeAgain(id, asked.request);
      const { view } = this.#requests.get(id) ?? {};
      if (view?.revision !== revision) return view ? "changed" : "gone";
      if (view.kind === "permission" && view.requiredReview) return "notReviewed";
    }
    return this.#requests.decide(id, revision, decision) ? "taken" : "gone";
  }

  /** All of the change of a request was on a screen in this revision, such as in its diff. */
  markShown(id: string, revision: number): void {
    const open = this.#requests.permission(id);
    if (!open?.proposal || open.isShown || open.view.revision !== revision || open.view.kind !== "permission") return;
    const shown: OpenPermission = { ...open, isShown: true, view: withProposal(open.view, open.proposal, this.#options.store.state.folder, true) };
    this.#requests.updateSameRevision(shown);
  }

  /** Whether all of the change of an open request was on a screen in its present revision. */
  isShown(id: string): boolean {
    return this.#requests.permission(id)?.isShown === true;
  }

  /** The process goes: nothing can be answered any more, and nothing is allowed. */
  refuseAll(): void {
    this.#requests.rejectAll();
  }

  /** The proposal of an open request as the user has it now. */
  getProposal(id: string): ProposalText | undefined {
    const draft = this.#requests.permission(id)?.proposal;
    return draft && renderProposalText(draft);
  }

  /** The change of an open request that can only be allowed as a whole. */
  getWholeChange(id: string): NotebookChange | undefined {
    return this.#requests.permission(id)?.wholeChange;
  }

  /** The file that an open request edits, absolute. */
  pathOf(id: string): string | undefined {
    return this.#requests.permission(id)?.path;
  }

  /** The plan of an open request as it would be approved; undefined where it is none. */
  getPlanText(id: string): string | undefined {
    const open = this.#requests.permission(id);
    return open?.view.kind === "plan" ? (readString(open.input ?? open.request.input, "plan") ?? open.view.text) : undefined;
  }

  /** Takes what the user does with a proposal before deciding about it; nothing of a request that is not open in this revision. */
  stepProposal(id: string, revision: number, step: ProposalStep): void {
    const open = this.#requests.permission(id);
    if (open?.view.revision !== revision) return;
    if (!open.proposal || open.view.kind !== "permission") return this.#updates.writeInput(open, step);
    const draft = applyProposalStep(open.proposal, step);
    if (draft === open.proposal) return;
    // Its line ends are none of the user's: what was shown before, or is being pressed, does not count for them.
    const isAnew = step.kind === "writable";
    const isShown = open.isShown && !isAnew;
    const changed: OpenPermission = { ...open, proposal: draft, isShown, view: withProposal(open.view, draft, this.#options.store.state.folder, isShown) };
    this.#requests[isAnew ? "update" : "updateSameRevision"](changed);
    this.#updates.lookAt(open.path, id);
  }

  /** A file may be another one than when it was looked at. */
  refreshAll(): void {
    this.#updates.lookAtAll();
  }

  /** What goes to the CLI for a decision, with all that follows from it here. */
  #answer(open: OpenPermission, decision: Decision): PermissionAnswer {
    const answer = buildAnswer(open, decision);
    const { request, view, path } = open;
    const isAllowed = answer.behavior === "allow";
    if (isAllowed && answer.updatedPermissions) this.#grants = updateGrants(this.#grants, answer.updatedPermissions);
    if (isAllowed) this.allowed.add(open, answer);
    this.#refusedLines.note(open, answer.behavior, path === undefined || findEdits(path, this.#requests.all).every(({ id }) => id === open.id));
    const after = hasNoResult(request.tool_name) ? "done" : "running";
    const decided = createDecisionRecord(open, decision, answer);
    // How long the user took to decide is no time of the call.
    const startedAt = isAllowed ? { startedAt: this.#options.clock.now() } : {};
    this.#changeTool(view.toolId, (item) => ({ ...item, ...startedAt, state: isAllowed ? after : "denied", decided }));
    this.#updates.lookAt(path);
    return answer;
  }

  /** What the user wrote that is not written: of requests that went without a decision, and of those that are open. */
  get saved(): readonly UnwrittenTextRecord[] | undefined {
    const open = this.#requests.all.filter(isPermission).flatMap((entry) => getOwnText(entry) ?? []);
    const saved = open.map(({ theirs: _, ...text }) => text).reduce(withText, this.#options.edits.kept.saved);
    return saved.length === 0 ? undefined : saved;
  }

  /** A request went without a decision: what its user wrote for it is not lost with it. */
  #preserveUserText(entry: OpenRequest): void {
    const own = isPermission(entry) ? getOwnText(entry) : undefined;
    if (own) this.#options.edits.kept.preserveUserText(own.id, own.subject, { ...own, theirs: own.theirs });
  }

  #changeTool(toolId: string, change: (item: ToolItem) => ToolItem | undefined): void {
    const changes = createToolDelta(this.#options.store, toolId, change);
    if (changes.length > 0) this.#options.apply({ deltas: changes });
  }
}
