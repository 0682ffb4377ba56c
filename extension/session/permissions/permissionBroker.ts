import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import { mainThread } from "../../contract/ids.ts";
import type { ToolItem } from "../../contract/items.ts";
import type { Decision, PermissionView, ProposalProblem, RequestView } from "../../contract/requests.ts";
import type { RequestNote } from "../../contract/tools.ts";
import type { InboundContext } from "../../protocol/inbound.ts";
import type { CanUseToolRequest, PermissionAnswer } from "../../protocol/permission.ts";
import type { FileChange } from "../../review/changeSet.ts";
import { type FileEdit, makeProposal } from "../../review/proposal.ts";
import type { Files } from "../ports.ts";
import { startedTool, toolChange } from "../reduce/toolItems.ts";
import type { Reduction, StoreView } from "../reduction.ts";
import { cardOf, editOf, isOnlyRequest, pathOf } from "../tools/describeCall.ts";
import { decidedFor } from "./answer.ts";
import { type Grants, grantsAfter, noGrants } from "./grants.ts";
import { type OpenRequest, OpenRequests } from "./openRequests.ts";
import { pathNote, proposalView, viewOf, withoutDiff } from "./requestView.ts";
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
    return this.#requests.ask(await this.#entryFor(context.requestId, request), context.signal);
  }

  /** Answers the revision of an open request. False when that is not open any more. */
  decide(id: string, revision: number, decision: Decision): boolean {
    const open = this.#requests.get(id);
    const answer = open && this.#requests.decide(id, revision, decision);
    if (!open || !answer) return false;
    const isAllowed = answer.behavior === "allow";
    if (isAllowed && answer.updatedPermissions) this.#grants = grantsAfter(this.#grants, answer.updatedPermissions);
    if (isAllowed && open.change) this.#options.written.expect(open.view.toolId, open.change.path, this.#promised(open, decision));
    const after = isOnlyRequest(open.request.tool_name) ? "done" : "running";
    const decided = decidedFor(open, decision, answer);
    this.#changeTool(open.view.toolId, (item) => ({ ...item, state: isAllowed ? after : "denied", decided }));
    return true;
  }

  /** The process goes: nothing can be answered any more, and nothing is allowed. */
  refuseAll(): void {
    this.#requests.rejectAll();
  }

  /** The text that an allowed edit leaves on disk; undefined when an edited input cannot be foretold. */
  #promised({ request, change }: OpenRequest, decision: Decision): string | undefined {
    if (decision.kind !== "allow" || decision.input === undefined) return change?.after;
    const edit = editOf(request.tool_name, decision.input);
    const edited = edit && makeProposal(edit, change?.before);
    return typeof edited === "object" ? edited.after : undefined;
  }

  async #entryFor(id: string, request: CanUseToolRequest): Promise<OpenRequest> {
    const { store, files } = this.#options;
    const { folder } = store.state;
    const view = viewOf(id, await this.#withPlan(request), folder);
    if (view.kind !== "permission") return { id, request, view, change: undefined };
    const located = { ...view, notes: [...(await this.#pathNote(request, view, folder)), ...view.notes] };
    const edit = editOf(request.tool_name, request.input);
    if (!edit) return { id, request, view: located, change: undefined };
    const noted = files.isDirty(edit.path) ? withUnsavedNote(located) : located;
    const proposal = await this.#propose(edit);
    const shown = { ...noted, proposal: proposalView(edit.path, proposal, folder) };
    if (typeof proposal === "string") return { id, request, view: withoutDiff(shown, request), change: undefined };
    return { id, request, view: shown, change: proposal };
  }

  async #pathNote(request: CanUseToolRequest, view: PermissionView, folder: string): Promise<RequestNote[]> {
    const path = pathOf(request.tool_name, request.input);
    // What cannot be looked at counts as outside: the card then says the whole path.
    const isOutside = path !== undefined && (await this.#options.files.isOutside(path, folder).catch(() => true));
    return pathNote(request, view, folder, isOutside);
  }

  /** The proposal against what is on disk, which is what the CLI edits. */
  async #propose(edit: FileEdit): Promise<FileChange | ProposalProblem> {
    try {
      return makeProposal(edit, await this.#options.files.readDisk(edit.path));
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

function withUnsavedNote(view: PermissionView): PermissionView {
  return { ...view, notes: [...view.notes, { kind: "unsavedChanges" }] };
}
