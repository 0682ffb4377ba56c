import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import { mainLane } from "../contract/changes.ts";
import type { Decision, RequestView } from "../contract/facts.ts";
import type { ToolItem } from "../contract/items.ts";
import type { InboundContext } from "../protocol/inbound.ts";
import type { CanUseToolRequest, PermissionAnswer } from "../protocol/permission.ts";
import { editedPath, isTextEdit, makeProposal, type Proposal } from "../review/proposal.ts";
import { decisionWords } from "./permissionWords.ts";
import type { Files } from "./ports.ts";
import { startedTool } from "./reduce/toolItems.ts";
import { type OpenRequest, Requests } from "./requests.ts";
import { proposalView, viewOf } from "./requestView.ts";
import type { StateView, Step } from "./state.ts";

export interface PermissionDeskOptions {
  readonly state: StateView;
  readonly apply: (step: Step) => void;
  /** An accepted file is not what was accepted. */
  readonly onMismatch: (subject: string) => void;
  readonly files: Files;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Permission requests of one conversation from the question to the check of what was written: shows
 * them with their proposals, carries the decision to the CLI and to the call's row, and reads an
 * accepted file again when its call is done.
 */
export class PermissionDesk {
  readonly #options: PermissionDeskOptions;
  readonly #requests: Requests;
  /** Proposals that were allowed, by tool-use id, until the file was read again. */
  readonly #accepted = new Map<string, Proposal>();

  constructor(options: PermissionDeskOptions) {
    this.#options = options;
    this.#requests = new Requests((views: readonly RequestView[]) => options.apply({ changes: [{ kind: "facts", set: { requests: views } }] }));
  }

  /** The request with its whole proposal, while it is open. */
  get(id: string): OpenRequest | undefined {
    return this.#requests.get(id);
  }

  /** Shows the request and waits for the user. Rejects when the CLI cancels it or goes. */
  ask(request: CanUseToolRequest, context: InboundContext): Promise<PermissionAnswer> {
    const { state, apply, clock } = this.#options;
    const { tool_use_id: toolId, tool_name: tool, input } = request;
    // The ask can come before any frame that names the call (T-3).
    if (!state.record(toolId)) apply(startedTool(state, { id: toolId, tool, lane: mainLane, input, now: clock.now() }));
    this.#markTool(toolId, "waiting for you");
    const entry: OpenRequest = { id: context.requestId, request, view: viewOf(context.requestId, request, state.facts.folder), proposal: undefined };
    const answer = this.#requests.ask(entry, context.signal);
    if (isTextEdit(tool)) void this.#propose(entry);
    return answer;
  }

  /** Answers an open request. False when it is not open any more. */
  decide(id: string, decision: Decision): boolean {
    const open = this.#requests.get(id);
    if (!open) return false;
    const answer = this.#requests.decide(id, decision);
    const isAllowed = answer?.behavior === "allow";
    if (isAllowed && open.proposal) this.#accepted.set(open.view.toolId, open.proposal);
    this.#markTool(open.view.toolId, isAllowed ? "running" : "denied", decisionWords(open.request, decision, isAllowed));
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
      if (written !== proposal.after && !isSuperseded) onMismatch(item.subject);
    }
  }

  async #propose(entry: OpenRequest): Promise<void> {
    const { files, logger, state } = this.#options;
    const path = editedPath(entry.request.input) ?? "";
    try {
      const before = await files.read(path);
      const proposal = makeProposal(entry.request.tool_name, entry.request.input, before);
      if (entry.view.kind !== "permission") return;
      const view = { ...entry.view, proposal: proposalView(path, proposal, state.facts.folder) };
      this.#requests.update(entry.id, { proposal: typeof proposal === "string" ? undefined : proposal, view });
    } catch (error) {
      logger.warn(`no diff for ${path}: ${messageOf(error)}`);
    }
  }

  #toolItem(toolId: string): ToolItem | undefined {
    const record = this.#options.state.record(toolId);
    const item = record && this.#options.state.item(record.lane, toolId);
    return item?.kind === "tool" ? item : undefined;
  }

  #markTool(toolId: string, state: ToolItem["state"], decision?: string): void {
    const lane = this.#options.state.record(toolId)?.lane;
    const item = this.#toolItem(toolId);
    if (lane === undefined || !item) return;
    this.#options.apply({ changes: [{ kind: "put", lane, item: { ...item, state, ...(decision === undefined ? {} : { decision }) } }] });
  }
}
