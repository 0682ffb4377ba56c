import type { BackgroundTask, McpResource, TaskView } from "../../contract/conversationState.ts";
import type { InputKind } from "../../contract/requestInput.ts";
import type { RequestNote, ToolDetails, ToolKind, ToolSummary } from "../../contract/tools.ts";
import type { NotebookEdit } from "../../review/notebook.ts";
import type { FileEdit } from "../../review/proposal.ts";
import type { ToolRecord } from "./toolRecord.ts";

export type Input = Readonly<Record<string, unknown>>;

/** What a request says about its input, beside its subject and its diff. */
export interface RequestContent {
  /** The command or URL as it is; nothing for an edit, which its diff shows. */
  body?(input: Input): string | undefined;
  notes?(input: Input): readonly RequestNote[];
  /** The field that the body is, where the user may write another text for it; without it they write the whole input. */
  readonly edited?: { readonly kind: Exclude<InputKind, "json">; readonly field: string };
  /**
   * Fields of the input that subject, diff, body or notes tell, with the type they tell it of. Every other field, and
   * a value of another type, is shown as it is: nothing is approved unseen.
   */
  readonly coveredFields: Readonly<Record<string, "string" | "number" | "boolean" | "object">>;
}

/** Everything the host knows of one tool. What is left out has a general answer. */
export interface ToolDescription {
  readonly kind: ToolKind;
  /** What a call acts on; a path is given as seen from `folder`. */
  subject?(input: Input, folder: string): string | undefined;
  /** The file that a call reads or writes, as the CLI named it. */
  path?(input: Input): string | undefined;
  /** As what a call counts that only looks at something, where its kind alone does not tell. */
  countsAs?(input: Input): ToolKind | undefined;
  /** The line of that file that it begins at. */
  line?(input: Input): number | undefined;
  /** What the call means to do to a text file. Its diff is shown with the request. */
  edit?(input: Input): FileEdit;
  /** What the call means to do to a cell of a notebook. Its diff is shown with the request, and cannot be edited. */
  notebookEdit?(input: Input): NotebookEdit;
  /** The input that makes another edit of the same file. */
  inputFor?(input: Input, edit: FileEdit): Input;
  /** The field of the input that is shown while it is written. */
  readonly streamed?: string;
  /** The field of the input that the streamed one takes the place of. */
  readonly replaced?: string;
  /** The outcome in a few words, from the structured result. */
  summary?(call: ToolRecord): ToolSummary | undefined;
  /** Undefined for a call that is shown as one of any tool. */
  details?(call: ToolRecord): ToolDetails | undefined;
  /** The task list after a call. */
  tasks?(tasks: readonly TaskView[], call: ToolRecord): readonly TaskView[];
  /** What lives in the process after a call. */
  background?(background: readonly BackgroundTask[], call: ToolRecord): readonly BackgroundTask[];
  /** What a call found that MCP servers have. */
  resources?(call: ToolRecord): readonly McpResource[];
  /** The card of a request; without it the one for permissions. */
  readonly card?: "question" | "plan";
  /** The call has no other frame than its request, so that nothing will tell its end. */
  readonly hasNoResult?: boolean;
  /** Without it a request shows the whole input. */
  readonly request?: RequestContent;
}

/** Descriptions by the name that a tool goes by now. */
export type ToolTable = readonly (readonly [name: string, description: ToolDescription])[];
