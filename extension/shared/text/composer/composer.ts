import { t } from "@vscode/l10n";
import { formatCount } from "../numbers.ts";

/** Labels of the message field and of the rows docked above and below it. */
export const composerText = {
  message: () => t("Message"),
  placeholder: () => t("Ask claude…"),
  queuePlaceholder: () => t("Queue a message…"),
  allowsPlaceholder: (key: string) => t("{0} to allow, or queue a message…", key),
  approvesPlaceholder: (key: string) => t("{0} to approve, or queue a message…", key),
  attach: () => t("Attach"),
  send: () => t("Send"),
  stop: () => t("Stop"),
  stopHint: () => t("Stop (Escape)"),
  continueTurn: () => t("Continue"),
  resend: () => t("Resend"),
  queue: () => t("Queued messages"),
  editQueued: () => t("Edit"),
  sendNow: () => t("Send now"),
  removeQueued: () => t("Remove"),
  queued: (count: number) => t("Queued ({0})", count),
  held: () => t("On hold"),
  tasks: () => t("Tasks"),
  tasksDone: (done: number, total: number) =>
    total === 1 ? t("{0} of 1 task", done) : t("{0} of {1} tasks", done, total),
  backgroundTasks: () => t("Background tasks"),
  changes: () => t("Changes"),
  markReviewed: () => t("Mark as reviewed"),
  unmarkReviewed: () => t("Mark as not reviewed"),
  revert: () => t("Revert"),
  saveAndSend: () => t("Save and send"),
  sendUnsaved: () => t("Send without saving"),
  stopWaiting: () => t("Stop waiting"),
  takeOver: () => t("Take over"),
  fork: () => t("Fork"),
  mode: (mode: string) => t("Permission mode: {0}", mode),
  model: (model: string) => t("Model: {0}", model),
  effort: (effort: string) => t("Effort: {0}", effort),
  contextUsed: () => t("Context used"),
  contextTokens: (used: number, size: number | undefined) =>
    size === undefined
      ? t("{0} tokens", formatCount(used))
      : t("{0} of {1} tokens", formatCount(used), formatCount(size)),
  cost: () => t("Cost"),
  rename: () => t("Rename…"),
  announcements: () => t("Announcements"),
} as const;
