import type { McpResource } from "../../../shared/contract/conversationState.ts";
import type { InputKind } from "../../../shared/contract/requests/requestInput.ts";
import type { ToolRequestKind } from "../../../shared/contract/requests/requests.ts";
import type { BackgroundTask, TaskView } from "../../../shared/contract/tasks.ts";
import type { RequestNote, ToolDetails, ToolKind, ToolSummary } from "../../../shared/contract/tools.ts";
import type { NotebookEdit } from "../../review/notebook.ts";
import type { FileEdit } from "../../review/proposal.ts";
import type { ToolRecord } from "./toolRecord.ts";

export type Input = Readonly<Record<string, unknown>>;

/** The content of a permission request, beside its subject and its diff. */
export interface RequestContent {
  /**
   * Returns the command or URL unchanged; undefined for an edit, which its diff shows. Where no diff can, the whole
   * input is shown.
   */
  body?(input: Input): string | undefined;
  notes?(input: Input): readonly RequestNote[];
  /** The field that the body shows, if the user can replace its text; without it the user edits the whole input. */
  readonly edited?: { readonly kind: Exclude<InputKind, "json">; readonly field: string };
  /**
   * Fields of the input that subject, diff, body or notes show, with the type for which they do. Every other field, and
   * a value of another type, is shown as JSON, so that nothing is approved unseen.
   */
  readonly coveredFields: Readonly<Record<string, "string" | "number" | "boolean" | "object">>;
}

/** The host's description of one tool. Omitted members have a general default. */
export interface ToolDescription {
  readonly kind: ToolKind;
  /** Returns the target of a call; a path is relative to `folder`. `tasks`: the task list before the call. */
  subject?(input: Input, folder: string, tasks: readonly TaskView[]): string | undefined;
  /** Returns the file that a call reads or writes, as `claude` named it. */
  path?(input: Input): string | undefined;
  /** Returns the kind as which a read-only call is counted, where its own kind does not determine that. */
  countsAs?(input: Input): ToolKind | undefined;
  /** Returns the line of that file at which the call begins. */
  line?(input: Input): number | undefined;
  /** Returns the intended edit of a text file. The request shows its diff. */
  edit?(input: Input): FileEdit;
  /** Returns the intended edit of a notebook cell. The request shows its diff, which the user cannot edit. */
  notebookEdit?(input: Input): NotebookEdit;
  /** Returns the input that makes another edit of the same file. */
  inputFor?(input: Input, edit: FileEdit): Input;
  /** The input field that is shown while the model writes it. */
  readonly streamed?: string;
  /** The input field whose text the streamed field replaces. */
  readonly replaced?: string;
  /** Returns the outcome in a few words, from the structured result. */
  summary?(call: ToolRecord): ToolSummary | undefined;
  /** Returns the details of the card; undefined for the card of a generic tool. */
  details?(call: ToolRecord): ToolDetails | undefined;
  /** Returns the task list after a call. */
  tasks?(tasks: readonly TaskView[], call: ToolRecord): readonly TaskView[];
  /** Returns the background tasks after a call that ended `now`, in milliseconds since the epoch. */
  background?(background: readonly BackgroundTask[], call: ToolRecord, now: number): readonly BackgroundTask[];
  /** Returns the MCP resources that a call found. */
  resources?(call: ToolRecord): readonly McpResource[];
  /** The card of a request; by default the one for permissions. */
  readonly card?: ToolRequestKind;
  /** True where the request is the only frame of the call, so that no frame reports its end. */
  readonly hasNoResult?: boolean;
  /** Without it a request shows the whole input. */
  readonly request?: RequestContent;
}

/** Descriptions by the current name of the tool. */
export type ToolTable = readonly (readonly [name: string, description: ToolDescription])[];
