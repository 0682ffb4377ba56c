/** An entry of the model's task list. */
export interface TaskView {
  readonly id: string;
  readonly text: string;
  readonly state: "pending" | "inProgress" | "completed";
  /** True if the list may have other tasks in an older part of the transcript, which is not read. */
  readonly hasUnread?: true;
}

/** Work that runs in the process outside the turns and ends with the process. */
export interface BackgroundTask {
  /** Task id of `claude`. */
  readonly id: string;
  /** Only the model can end a task of kind `schedule`. */
  readonly kind: "command" | "agent" | "schedule" | "other";
  readonly text: string;
  /**
   * The card of the tool call that started the task, with the cards of the subagents whose threads contain it,
   * outermost first.
   */
  readonly card?: { readonly id: string; readonly agents: readonly string[] };
  /** Time when the task was first seen, in milliseconds since the epoch. */
  readonly startedAt?: number;
  /** Current step of an agent, as `claude` names it (2.1.329). */
  readonly doing?: string;
  /** True for a schedule that runs more than once. */
  readonly isRecurring?: boolean;
  /**
   * Time of a schedule's only run, or of the end of a recurring one where `claude` tells it, in milliseconds since the
   * epoch.
   */
  readonly endsAt?: number;
}
