import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import { mainThread } from "../contract/changes.ts";
import type { Decision, PermissionView, RequestView } from "../contract/conversationState.ts";
import type { ToolItem } from "../contract/items.ts";
import type { InboundContext } from "../protocol/inbound.ts";
import type { CanUseToolRequest, PermissionAnswer } from "../protocol/permission.ts";
import { editedPath, isTextEdit, makeProposal, type Proposal, type ProposalProblem } from "../review/proposal.ts";
import type { Step, StoreView } from "./conversationStore.ts";
import { decisionWords } from "./permissionWords.ts";
import type { Files } from "./ports.ts";
import { startedTool } from "./reduce/toolItems.ts";
import { type OpenRequest, Requests } from "./requests.ts";
import { proposalView, viewOf, withoutDiff } from "./requestView.ts";

export interface PermissionBrokerOptions {
  readonly store: StoreView;
  readonly apply: (step: Step) => void;
  /** An accepted file is not what was accepted. */
  readonly onMismatch: (subject: string) => void;
  /** The plan that the CLI holds; undefined when it has none or cannot say. */
  readonly fetchPlan: () => Promise<string | undefined>;
  readonly files: Files;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Permission requests of one conversation from the question to the check of what was written: shows
 * them with their proposals, carries the decision to the CLI and to the call's row, and reads an
 * accepted file again when its call is done.
 */
export class PermissionBroker {
  readonly #options: PermissionBrokerOptions;
  readonly #requests: Requests;
  /** Proposals that were allowed, by tool-use id, until the file was read again. */
  readonly #accepted = new Map<string, Proposal>();

  constructor(options: PermissionBrokerOptions) {
    this.#options = options;
    this.#requests = new Requests((views: readonly RequestView[]) => options.apply({ changes: [{ kind: "state", set: { requests: views } }] }));
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
    // The ask can come before any frame that names the call (T-3).
    if (!store.record(toolId)) apply(startedTool(store, { id: toolId, tool, thread: mainThread, input, now: clock.now() }));
    this.#markTool(toolId, "waiting for you");
    // The call goes on without the user when a hook or another client answered (T-20).
    context.signal.addEventListener("abort", () => this.#toolItem(toolId)?.state === "waiting for you" && this.#markTool(toolId, "running"), { once: true });
    return this.#requests.ask(await this.#entryFor(context.requestId, request), context.signal);
  }

  /** Answers an open request. False when it is not open any more. */
  decide(id: string, decision: Decision): boolean {
    const open = this.#requests.get(id);
    if (!open) return false;
    const answer = this.#requests.decide(id, decision);
    const isAllowed = answer?.behavior === "allow";
    if (isAllowed && open.proposal) this.#accepted.set(open.view.toolId, open.proposal);
    // A sandbox's ask has an id of its own that no result will name (T-39).
    const after = open.request.tool_name === "SandboxNetworkAccess" ? "done" : "running";
    this.#markTool(open.view.toolId, isAllowed ? after : "denied", decisionWords(open.request, decision, isAllowed));
    return true;
  }

  /** Reads back every allowed file whose call is done: what the user accepted must be what is on disk. */
  async verifyWrites(): Promise<void> {
    const { files, onMismatch } = this.#options;
    for (const [toolId, proposal] of this.#accepted) {
      const item = this.#toolItem(toolId);
      if (!item || item.state === "running") continue;
      this.#accepted.delete(toolId);
      if (item.state !== "done") continue;
      const written = await files.readDisk(proposal.path).catch(() => undefined);
      // A later edit of the same file, already allowed, may have been written meanwhile.
      const isSuperseded = [...this.#accepted.values()].some((later) => later.path === proposal.path);
      if (linesOf(written) !== linesOf(proposal.after) && !isSuperseded) onMismatch(item.subject);
    }
  }

  /** The process goes: nothing can be answered any more, and nothing is allowed. */
  refuseAll(): void {
    this.#requests.rejectAll();
  }

  async #entryFor(id: string, asked: CanUseToolRequest): Promise<OpenRequest> {
    const { store } = this.#options;
    const request = asked.tool_name === "ExitPlanMode" ? await this.#withPlan(asked) : asked;
    const plain = viewOf(id, request, store.state.folder);
    const view = plain.kind === "permission" && this.#options.files.isDirty(editedPath(request.input) ?? "") ? withDirtyNote(plain) : plain;
    if (view.kind !== "permission" || !isTextEdit(request.tool_name)) return { id, request, view, proposal: undefined };
    const path = editedPath(request.input) ?? "";
    const proposal = await this.#propose(path, request);
    if (proposal === undefined) return { id, request, view: withoutDiff(view, request), proposal };
    const shown = proposalView(path, proposal, store.state.folder);
    if (typeof proposal === "string") return { id, request, view: withoutDiff({ ...view, proposal: shown }, request), proposal: undefined };
    return { id, request, view: { ...view, proposal: shown }, proposal };
  }

  /** The proposal against what is on disk, which is what the CLI edits; undefined when the file cannot be read as text. */
  async #propose(path: string, request: CanUseToolRequest): Promise<Proposal | ProposalProblem | undefined> {
    try {
      return makeProposal(request.tool_name, request.input, await this.#options.files.readDisk(path));
    } catch (error) {
      this.#options.logger.warn(`no diff for ${path}: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** 2.1.329 may leave the plan out of the input (L-9): it is asked for, so that nobody approves an empty page. */
  async #withPlan(request: CanUseToolRequest): Promise<CanUseToolRequest> {
    if (typeof request.input["plan"] === "string" && request.input["plan"] !== "") return request;
    const plan = await this.#options.fetchPlan();
    return plan === undefined ? request : { ...request, input: { ...request.input, plan } };
  }

  #toolItem(toolId: string): ToolItem | undefined {
    const record = this.#options.store.record(toolId);
    const item = record && this.#options.store.item(record.thread, toolId);
    return item?.kind === "tool" ? item : undefined;
  }

  #markTool(toolId: string, state: ToolItem["state"], decision?: string): void {
    const thread = this.#options.store.record(toolId)?.thread;
    const item = this.#toolItem(toolId);
    if (thread === undefined || !item) return;
    this.#options.apply({ changes: [{ kind: "put", thread, item: { ...item, state, ...(decision === undefined ? {} : { decision }) } }] });
  }
}

/** Text by its lines: 2.0.77 and 2.1.50 choose the line ends of a written file themselves. */
function linesOf(text: string | undefined): string | undefined {
  return text?.replaceAll("\r\n", "\n");
}

function withDirtyNote(view: PermissionView): PermissionView {
  return {
    ...view,
    notes: [...view.notes, { label: "Unsaved changes", value: "The editor holds changes of this file that are not on disk and not part of this." }],
  };
}
