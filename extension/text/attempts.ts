import { t } from "@vscode/l10n";
import { formatFileCount } from "./numbers.ts";

/** Texts of questions and messages about several attempts of one prompt. */
export const attemptText = {
  prompt: () => t("Message to try in parallel"),
  model: (number: number, count: number) => t("Model of attempt {0} (at most {1})", number, count),
  startNow: (count: number) => t("Start {0} Attempts", count),
  ofSettings: () => t("Model of the Settings"),
  pickGroup: () => t("Select a message that was tried in parallel"),
  compare: (prompt: string) => t("Attempts: {0}", prompt),
  attempt: (number: number, model: string) => (model === "" ? t("Attempt {0}", number) : t("Attempt {0} · {1}", number, model)),
  noChanges: () => t("no changes"),
  changes: (files: number, added: number, removed: number) => t("{0}, +{1} −{2}", formatFileCount(files), added, removed),
  unknown: () => t("cost and time unknown"),
  closed: () => t("closed"),
  discarded: () => t("discarded"),
  working: () => t("working"),
  waiting: () => t("waiting for you"),
  idle: () => t("done"),
  none: () => t("There are no attempts. Try in Parallel… sends one message to several conversations."),
  open: () => t("Open Conversation"),
  review: () => t("Review Changes"),
  apply: () => t("Apply Changes…"),
  discard: () => t("Discard…"),
  remove: () => t("Remove…"),
  discardOthers: (count: number) => (count === 1 ? t("Discard the other attempt?") : t("Discard the other {0} attempts?", count)),
  discardOthersDetail: () => t("Each question lists what was not applied. Tandem keeps those changes until you remove them."),
  discardThem: () => t("Discard"),
  keepThem: () => t("Keep"),
} as const;
