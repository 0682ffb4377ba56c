import { t } from "@vscode/l10n";
import { formatFileCount } from "../numbers.ts";

/** Texts of questions and messages about several attempts of one prompt. */
export const attemptText = {
  prompt: () => t("Message to try in parallel"),
  models: (least: number, most: number) => t("Select {0} to {1} models, one for each attempt", least, most),
  wrongCount: (count: number, least: number, most: number) => t("{0} selected. Select {1} to {2}", count, least, most),
  single: () => t("Select one model to compare it with the one from your settings"),
  withSettings: (model: string) => t("{0} and the model from your settings. Press Enter to start", model),
  again: (model: string) => t("{0}, a second attempt", model),
  ofSettings: () => t("Model from Settings"),
  pickGroup: () => t("Select a message that was tried in parallel"),
  compare: (prompt: string) => t("Attempts: {0}", prompt),
  attempt: (number: number, model: string) =>
    model === "" ? t("Attempt {0}", number) : t("Attempt {0} · {1}", number, model),
  noChanges: () => t("no changes"),
  changes: (files: number, added: number, removed: number) =>
    t("{0}, +{1} −{2}", formatFileCount(files), added, removed),
  noTests: () => t("no tests run"),
  tests: (count: number) => (count === 1 ? t("1 test run") : t("{0} test runs", count)),
  testsPassed: (count: number) => (count === 1 ? t("1 test run, passed") : t("{0} test runs, last one passed", count)),
  testsFailed: (count: number) => (count === 1 ? t("1 test run, failed") : t("{0} test runs, last one failed", count)),
  unknown: () => t("cost and time unknown"),
  closed: () => t("closed"),
  discarded: () => t("discarded"),
  working: () => t("working"),
  waiting: () => t("waiting for you"),
  idle: () => t("done"),
  none: () => t("There are no attempts. To send one message to several conversations, use “Try Message in Parallel…”."),
  open: () => t("Open Conversation"),
  review: () => t("Review Changes"),
  apply: () => t("Apply Changes…"),
  discard: () => t("Discard…"),
  remove: () => t("Remove…"),
  discardOthers: (count: number) =>
    count === 1 ? t("Discard the other attempt?") : t("Discard the other {0} attempts?", count),
  discardOthersDetail: () =>
    t("You confirm each one and see its unapplied changes. Tandem keeps those changes until you remove them."),
  discardThem: () => t("Discard"),
  keepThem: () => t("Keep"),
} as const;
