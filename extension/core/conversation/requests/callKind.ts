import type {
  Decision,
  DecisionRecord,
  RequestViews,
  ToolRequestKind,
} from "../../../shared/contract/requests/requests.ts";
import type { CanUseToolRequest, PermissionAnswer } from "../../protocol/requests/permission.ts";
import type { OpenPermission } from "./openPermission.ts";

/** A call that `claude` asks about. */
export interface AskedCall {
  readonly request: CanUseToolRequest;
  /** Fields of every view. */
  readonly common: { readonly id: string; readonly toolId: string; readonly revision: number };
  readonly folder: string;
  /** Names of the known MCP servers. */
  readonly servers: readonly string[];
  /** Config folders of `claude`; empty where none is known. */
  readonly ownFolders: readonly string[];
}

export type CallAllowance = Extract<PermissionAnswer, { readonly behavior: "allow" }>;

/** A kind of request of `claude` before one of its tools runs. */
export interface CallKind<K extends ToolRequestKind> {
  /**
   * Creates the view; returns undefined for an input that the card cannot show, which is then shown as a permission.
   */
  readonly createView: (call: AskedCall) => RequestViews[K] | undefined;
  /**
   * Returns the response for `claude`, and the decision for the row of the call; undefined unless the decision fits the
   * request and allows it.
   */
  readonly allow: (
    open: OpenPermission,
    view: RequestViews[K],
    decision: Decision,
  ) => { readonly answer: CallAllowance; readonly decided: DecisionRecord } | undefined;
}

/** Returns the response that lets a call run with an input. */
export function allowCall(
  { tool_use_id: toolUseID }: CanUseToolRequest,
  updatedInput: CallAllowance["updatedInput"],
): CallAllowance {
  return { behavior: "allow", updatedInput, toolUseID };
}
