import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import { stringAt } from "../../base/read.ts";
import { mainThread } from "../../contract/ids.ts";
import type { ToolItem } from "../../contract/items.ts";
import type { Decision, PermissionView, ProposalProblem, RequestView } from "../../contract/requests.ts";
import type { RequestNote } from "../../contract/tools.ts";
import type { ElicitationAnswer, ElicitationRequest, InboundContext } from "../../protocol/inbound.ts";
import type { CanUseToolRequest, PermissionAnswer } from "../../protocol/permission.ts";
import { type Draft, draftOf, withReviewOf } from "../../review/draft.ts";
import { changedInputNote, changedNote } from "../../review/modelNote.ts";
import { applyEdit, type FileEdit, makeProposal } from "../../review/proposal.ts";
import type { ChangedFiles } from "../changedFiles.ts";
import type { Files } from "../ports.ts";
import { startedTool, toolChange } from "../reduce/toolItems.ts";
import type { Reduction, StoreView } from "../reduction.ts";
import { cardOf, editOf, inputWith, isOnlyRequest, pathOf } from "../tools/describeCall.ts";
import { answerFor, decidedFor } from "./answer.ts";
import { elicitationAnswer, elicitationOf } from "./elicitation.ts";
import { type Grants, grantsAfter, noGrants } from "./grants.ts";
import { type OpenPermission, type OpenRequest, OpenRequests } from "./openRequests.ts";
import { type DraftStep, type ProposalText, proposalText, reviewed, writeRules } from "./proposals.ts";
import { pathNote, problemView, viewOf, withDraft, withOwnInput, withoutDiff } from "./requestView.ts";
import type { WrittenFiles } from "./writtenFiles.ts";

export interface PermissionBrokerOptions {
  readonly store: StoreView;
  readonly apply: (reduction: Reduction) => void;
  /** The plan that the CLI holds; undefined when it has none or cannot say. */
  readonly fetchPlan: () => Promise<string | undefined>;
  /** What was allowed before, for the length of the conversation. */
  readonly grants: Grants | undefined;
  readonly files: Files;
  readonly written: WrittenFiles;
  readonly changed: ChangedFiles;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Permission requests of one conversation: shows them with their proposals, and carries the decision to
 * the CLI and to the call's row.
 */
export class PermissionBroker {
  readonly #options: PermissionBrokerOptions;
  readonly #requests: OpenRequests;
  #grants: Grants;
  readonly #notes = new Map<string, string>();
  /** Counts looks at the disk; the newest one that was shown, by request. */
  #looks = 0;
  #writes = 0;
  readonly #shownLooks = new WeakMap<CanUseToolRequest, number>();

  constructor(options: PermissionBrokerOptions) {
    this.#options = options;
    this.#grants = options.grants ?? noGrants;
    this.#requests = new OpenRequests((views: readonly RequestView[]) => options.apply({ changes: [{ kind: "state", set: { requests: views } }] }));
  }

  /** What the user allowed for the length of the conversation. */
  get grants(): Grants {
    return this.#grants;
  }

  /** The request with its whole proposal, while it is open. */
  get(id: string): OpenRequest | undefined {
    return this.#requests.get(id);
  }

  /**
   * Shows the request, once there is everything to show, and waits for the user. Rejects when the CLI
   * cancels it or goes.
   */
  async ask(request: CanUseToolRequest, context: InboundContext): Promise<PermissionAnswer> {
    const { store, apply, clock } = this.#options;
    const { tool_use_id: toolId, tool_name: tool, input } = request;
    // The ask can come before any frame that names the call (2.1.50, 2.1.329).
    if (!store.record(toolId)) apply(startedTool(store, { id: toolId, tool, thread: mainThread, input, now: clock.now() }));
    this.#changeTool(toolId, (item) => ({ ...item, state: "waiting" }));
    // The call goes on without the user when a hook or another client answered.
    context.signal.addEventListener("abort", () => this.#changeTool(toolId, (item) => (item.state === "waiting" ? { ...item, state: "running" } : undefined)), {
      once: true,
    });
    const path = editOf(tool, input)?.path;
    const look = (): void => void this.#proposeAgain(context.requestId, request);
    const watching = path ? this.#options.files.watch(path, look) : undefined;
    try {
      const entry = await this.#entryFor(context.requestId, request);
      const answer = this.#requests.ask(entry, context.signal, (open, decision) => this.#answer(open, decision));
      // It may have changed while it was read.
      if (watching) look();
      return await answer;
    } finally {
      watching?.dispose();
    }
  }

  /** Shows what an MCP server asks, and waits for the user. Rejects when the CLI cancels it or goes. */
  async elicit(request: ElicitationRequest, { requestId, signal }: InboundContext): Promise<ElicitationAnswer> {
    return this.#requests.ask(elicitationOf(requestId, request), signal, elicitationAnswer);
  }

  /** Answers the revision of an open request. False when that is not open any more. */
  decide(id: string, revision: number, decision: Decision): boolean {
    return this.#requests.decide(id, revision, decision);
  }

  /** The process goes: nothing can be answered any more, and nothing is allowed. */
  refuseAll(): void {
    this.#requests.rejectAll();
  }

  /** The proposal of an open request as the user has it now. */
  proposal(id: string): ProposalText | undefined {
    const draft = this.#permission(id)?.draft;
    return draft && proposalText(draft);
  }

  /** The plan of an open request as it would be approved; undefined where it is none. */
  planText(id: string): string | undefined {
    const open = this.#permission(id);
    return open?.view.kind === "plan" ? (stringAt(open.input ?? open.request.input, "plan") ?? open.view.text) : undefined;
  }

  /** Takes what the user does with a proposal before deciding about it; nothing of a request that is not open in this revision. */
  review(id: string, revision: number, step: DraftStep): void {
    const open = this.#permission(id);
    if (open?.view.revision !== revision) return;
    if (!open.draft || open.view.kind !== "permission") return void this.#writeInput(open, step);
    const draft = reviewed(open.draft, step);
    if (draft === open.draft) return;
    const reviewedOpen: OpenPermission = { ...open, draft, view: withDraft(open.view, draft, this.#options.store.state.folder) };
    this.#requests.review(reviewedOpen);
  }

  /** Shows an input that the user wrote, as a new revision: everything that the card says is about that one. */
  async #writeInput(open: OpenPermission, step: DraftStep): Promise<void> {
    const { id, request } = open;
    const isEditable = open.view.kind === "plan" || "editable" in open.view;
    if (step.kind === "hunk" || step.kind === "text" || (step.kind === "input" && !isEditable)) return;
    const input = step.kind === "input" ? inputWith(request.tool_name, request.input, step.text) : undefined;
    if (step.kind === "input" && (input === undefined || JSON.stringify(input) === JSON.stringify(open.input ?? request.input))) return;
    const isChanged = input !== undefined && JSON.stringify(input) !== JSON.stringify(request.input);
    const write = ++this.#writes;
    const isPlan = open.view.kind === "plan" && isChanged;
    // What is typed in a plan's document is there at once: its next letter is on its way.
    const view = isPlan
      ? viewOf(id, { ...request, input }, this.#options.store.state.folder)
      : (await this.#entryFor(id, isChanged ? { ...request, input } : request)).view;
    const now = this.#permission(id);
    // Of several that were written quickly the last one counts.
    if (now?.request !== request || write !== this.#writes) return;
    const changed: OpenPermission = { ...now, input: isChanged ? input : undefined, view: isChanged ? withOwnInput(view) : view };
    this.#requests.update(changed);
  }

  /** The turn ended: what was not asked for by then, since its call failed, is told nobody. */
  dropNotes(): void {
    this.#notes.clear();
  }

  /** What the model must be told about the input of a call that was allowed; once. */
  takeNote(toolId: string): string | undefined {
    const note = this.#notes.get(toolId);
    this.#notes.delete(toolId);
    return note;
  }

  /** What goes to the CLI for a decision, with all that follows from it here. */
  #answer(open: OpenPermission, decision: Decision): PermissionAnswer {
    const answer = answerFor(open, decision);
    const { request, input, draft, view } = open;
    const isAllowed = answer.behavior === "allow";
    if (isAllowed && answer.updatedPermissions) this.#grants = grantsAfter(this.#grants, answer.updatedPermissions);
    if (isAllowed && input && view.kind === "permission") this.#notes.set(view.toolId, changedInputNote(request.tool_name, request.input, input));
    if (isAllowed && draft) this.#promise(view.toolId, draft, editOf(request.tool_name, answer.updatedInput));
    const after = isOnlyRequest(request.tool_name) ? "done" : "running";
    const decided = decidedFor(open, decision, answer);
    this.#changeTool(view.toolId, (item) => ({ ...item, state: isAllowed ? after : "denied", decided }));
    return answer;
  }

  /** What the allowed edit leaves on disk is read again afterwards, and the model is told where that is not its own. */
  #promise(toolId: string, { before, rules, proposed }: Draft, edit: FileEdit | undefined): void {
    const text = edit && applyEdit(edit, before, rules);
    this.#options.changed.note(toolId, proposed.path, before);
    this.#options.written.expect(toolId, proposed.path, typeof text === "string" ? text : undefined);
    if (typeof text === "string" && text !== proposed.after) this.#notes.set(toolId, changedNote(proposed.path, proposed.after, text));
  }

  #permission(id: string): OpenPermission | undefined {
    const open = this.#requests.get(id);
    return open && "request" in open ? (open as OpenPermission) : undefined;
  }

  async #entryFor(id: string, request: CanUseToolRequest): Promise<OpenPermission> {
    const { store, files } = this.#options;
    const { folder } = store.state;
    const view = viewOf(id, await this.#withPlan(request), folder);
    if (view.kind !== "permission") return { id, request, view, draft: undefined };
    const located = { ...view, notes: [...(await this.#pathNote(request, view, folder)), ...view.notes] };
    const edit = editOf(request.tool_name, request.input);
    if (!edit) return { id, request, view: located, draft: undefined };
    const noted = files.isDirty(edit.path) ? withUnsavedNote(located) : located;
    const draft = await this.#propose(edit);
    if (typeof draft === "string")
      return { id, request, view: withoutDiff({ ...noted, proposal: problemView(edit.path, draft, folder) }, request), draft: undefined };
    return { id, request, view: withDraft(noted, draft, folder), draft };
  }

  /** The file is another one by now: what is shown must be against it. What the user made of the proposal is kept as they wrote it. */
  async #proposeAgain(id: string, request: CanUseToolRequest): Promise<void> {
    const look = ++this.#looks;
    const again = await this.#entryFor(id, request);
    const open = this.#permission(id);
    // What was read before something that was shown since is older than that.
    if (open?.request !== request || again.view.kind !== "permission" || look < (this.#shownLooks.get(request) ?? 0)) return;
    this.#shownLooks.set(request, look);
    if (isSameFile(open, again)) return;
    const last = open.draft ?? open.lastDraft;
    const draft = again.draft && last ? withReviewOf(again.draft, last) : again.draft;
    const noted: PermissionView = { ...again.view, notes: [{ kind: "changedSince" }, ...again.view.notes] };
    const view = draft ? withDraft(noted, draft, this.#options.store.state.folder) : noted;
    const changed: OpenPermission = { ...again, draft, lastDraft: last, view };
    this.#requests.update(changed);
  }

  async #pathNote(request: CanUseToolRequest, view: PermissionView, folder: string): Promise<RequestNote[]> {
    const path = pathOf(request.tool_name, request.input);
    // What cannot be looked at counts as outside: the card then says the whole path.
    const isOutside = path !== undefined && (await this.#options.files.isOutside(path, folder).catch(() => true));
    return pathNote(request, view, folder, isOutside);
  }

  /** The proposal against what is on disk, which is what the CLI edits. */
  async #propose(edit: FileEdit): Promise<Draft | ProposalProblem> {
    const rules = writeRules(this.#options.store.state.cliVersion);
    try {
      const before = await this.#options.files.readDisk(edit.path);
      const proposed = makeProposal(edit, before, rules);
      return typeof proposed === "string" ? proposed : draftOf(edit, before, rules, proposed);
    } catch (error) {
      this.#options.logger.warn(`no diff for ${edit.path}: ${messageOf(error)}`);
      return "notText";
    }
  }

  /**
   * 2.1.329 may leave the plan out of the input: it is asked for, so that nobody approves an empty page. Only for
   * showing it: the input goes back as it came, since a changed plan counts as one that the user edited.
   */
  async #withPlan(request: CanUseToolRequest): Promise<CanUseToolRequest> {
    if (cardOf(request.tool_name) !== "plan" || (typeof request.input["plan"] === "string" && request.input["plan"] !== "")) return request;
    const plan = await this.#options.fetchPlan();
    return plan === undefined ? request : { ...request, input: { ...request.input, plan } };
  }

  #changeTool(toolId: string, change: (item: ToolItem) => ToolItem | undefined): void {
    const changes = toolChange(this.#options.store, toolId, change);
    if (changes.length > 0) this.#options.apply({ changes });
  }
}

/** Whether two looks at the disk saw the same. */
function isSameFile({ draft: one, view: left }: OpenPermission, { draft: other, view: right }: OpenPermission): boolean {
  if (one && other) return one.before?.text === other.before?.text;
  const problem = (view: RequestView): string | undefined => (view.kind === "permission" ? view.proposal?.problem : undefined);
  return !one && !other && problem(left) === problem(right);
}

function withUnsavedNote(view: PermissionView): PermissionView {
  return { ...view, notes: [...view.notes, { kind: "unsavedChanges" }] };
}
