import { t } from "@vscode/l10n";

/** Prompts of the lists in which the user selects the target of a command. */
export const rowTexts = {
  sendNow: () => t("Message to send now"),
  edit: () => t("Select a queued message to edit"),
  remove: () => t("Queued message to remove"),
  moveFirst: () => t("Queued message to send next"),
  stopTask: () => t("Background task to stop"),
  runInBackground: () => t("Command to run in the background"),
  openAttachment: () => t("Attachment to open"),
  removeAttachment: () => t("Attachment to remove"),
  insertAttachment: () => t("Pasted text to insert into the message"),
  review: () => t("Changed file to mark as reviewed"),
  unreview: () => t("Changed file to mark as not reviewed"),
} as const;

export const asideTexts = {
  title: () => t("Ask a side question"),
  detail: () => t("The question and its answer are not added to the conversation."),
} as const;

export const attachTexts = {
  title: () => t("Attach files"),
  action: () => t("Attach"),
} as const;
