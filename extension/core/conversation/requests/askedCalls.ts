import { mainThread } from "../../../shared/contract/ids.ts";
import type { ToolItem } from "../../../shared/contract/items.ts";
import type { DecisionRecord } from "../../../shared/contract/requests/requests.ts";
import type { CanUseToolRequest } from "../../protocol/requests/permission.ts";
import { toDecidedItem, toWaitingItem, toWithdrawnItem } from "../reduce/callStates.ts";
import { createToolDelta, startTool } from "../reduce/toolItems.ts";
import { hasNoResult } from "../tools/describeCall.ts";
import { withResolvedPath } from "../tools/toolPath.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import type { OpenPermission } from "./openPermission.ts";

/** The rows of the calls that `claude` asks about. */
export class AskedCalls {
  readonly #context: ConversationContext;

  constructor(context: ConversationContext) {
    this.#context = context;
  }

  /**
   * Shows that a call waits, until it is decided or the signal withdraws it. Returns its request with the id of the
   * row, and with the path resolved.
   */
  begin(asked: CanUseToolRequest, signal: AbortSignal): CanUseToolRequest {
    const { store, apply, clock } = this.#context;
    const { tool_name: tool } = asked;
    const toolId = store.ids.keyOfAsked(asked.tool_use_id, tool);
    const input = withResolvedPath(tool, asked.input, {
      ...store.paths,
      version: store.state.cliVersion,
      base: store.folderOf(toolId),
    });
    // The request can arrive before any frame that names the call (2.1.50, 2.1.329).
    if (!store.record(toolId))
      apply(startTool(store, { id: toolId, tool, thread: mainThread, input, now: clock.now() }));
    this.#change(toolId, toWaitingItem);
    const withdraw = (): void => this.#change(toolId, (item) => toWithdrawnItem(item, signal.reason, clock.now()));
    signal.addEventListener("abort", withdraw, { once: true });
    return input === asked.input && toolId === asked.tool_use_id ? asked : { ...asked, input, tool_use_id: toolId };
  }

  /** Keeps the reasons of a request beyond its answer, for the status page. */
  noteReasons({ view }: OpenPermission): void {
    const record = this.#context.store.record(view.toolId);
    const asked = "notes" in view ? view.notes.filter(({ kind }) => kind === "reason" || kind === "rule") : [];
    if (record) this.#context.apply({ deltas: [], records: [[view.toolId, { ...record, asked }]] });
  }

  /** Shows the decision about a call. */
  decide({ request, view }: OpenPermission, decided: DecisionRecord, isAllowed: boolean): void {
    const isDone = hasNoResult(request.tool_name);
    const now = this.#context.clock.now();
    this.#change(view.toolId, (item) => toDecidedItem(item, decided, { isAllowed, isDone }, now));
  }

  #change(toolId: string, change: (item: ToolItem) => ToolItem | undefined): void {
    const changes = createToolDelta(this.#context.store, toolId, change);
    if (changes.length > 0) this.#context.apply({ deltas: changes });
  }
}
