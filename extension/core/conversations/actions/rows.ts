import type { QueueAction } from "../../../shared/contract/fromWebview.ts";

/** A row that a command can act on. */
export interface Row {
  readonly id: string;
  readonly label: string;
}

/** The command that a row is picked for. */
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
