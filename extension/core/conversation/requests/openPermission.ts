import type { ToolRequestView } from "../../../shared/contract/requests/requests.ts";
import type { CanUseToolRequest } from "../../protocol/requests/permission.ts";
import type { NotebookChange } from "../../review/notebook.ts";
import type { ReviewedProposal } from "../../review/reviewedProposal.ts";

/** An open request of `claude` before one of its tools runs, with all data needed to answer it. */
export interface OpenPermission {
  readonly id: string;
  readonly view: ToolRequestView;
  readonly request: CanUseToolRequest;
  /** The file that the request edits. */
  readonly path?: string | undefined;
  /** The proposed edit with the user's changes; undefined if a diff cannot show it. */
  readonly proposal: ReviewedProposal | undefined;
  /**
   * True if the whole change of this revision was on a screen; false once it was in an editor that hides changes of
   * white space.
   */
  readonly isShown?: boolean | undefined;
  /** A displayed change that can only be allowed as a whole. */
  readonly wholeChange?: NotebookChange | undefined;
  /** The input that the user wrote in place of the original one. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** The user's version of the proposal when it could last be shown. */
  readonly lastProposal?: ReviewedProposal | undefined;
}
