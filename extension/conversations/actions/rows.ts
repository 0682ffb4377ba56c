import type { QueueAction } from "../../contract/fromWebview.ts";

/** One of several that a command can concern. */
export interface Row {
  readonly id: string;
  readonly label: string;
}

/** What a row is picked for. */
export type RowPurpose =
  | QueueAction
  | "moveFirst"
  | "stopTask"
  | "runInBackground"
  | "openAttachment"
  | "removeAttachment"
  | "insertAttachment"
  | "review"
  | "unreview";
