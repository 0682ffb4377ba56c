import type { Activity } from "./conversationState.ts";

/** The activity of a running turn. */
export type Progress =
  /** The program starts, or the model has not answered yet, thinks, or writes. */
  | { readonly code: "starting" | "model" | "thinking" | "writing" }
  | { readonly code: "activity"; readonly activity: Activity }
  /** Calls of the turn run, or wait for others. */
  | { readonly code: "calls"; readonly running: number; readonly queued: number }
  /** A request or a question waits for the user; of all calls of the turn so many are done. */
  | { readonly code: "user"; readonly done: number; readonly all: number };
