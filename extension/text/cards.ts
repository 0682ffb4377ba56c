import { t } from "@vscode/l10n";

/** Labels of the buttons and menus of cards that wait for the user. */
export const cardText = {
  allow: () => t("Allow"),
  moreWaysToAllow: () => t("More ways to allow"),
  allowAlwaysMore: () => t("Allow always…"),
  allowAlways: () => t("Allow always"),
  allowFromNowOn: () => t("What to allow from now on"),
  saveTo: () => t("Save to"),
  endsWithConversation: () => t("Until this conversation ends"),
  editRule: () => t("Edit rule…"),
  ownRule: () => t("Your own rule"),
  rule: () => t("Rule"),
  back: () => t("Back"),
  edit: () => t("Edit…"),
  deny: () => t("Deny"),
  moreWaysToDeny: () => t("More ways to deny"),
  denyWithFeedback: () => t("Deny with feedback…"),
  denyAndStop: () => t("Deny and stop"),
  reviewChanges: () => t("Review changes"),
  /** The same button where there is little room. */
  reviewShort: () => t("Review"),
  feedback: () => t("What to do instead"),
  approvePlan: () => t("Approve plan"),
  approvePlanShort: () => t("Approve"),
  approveAndAcceptEdits: () => t("Approve and accept edits"),
  approveAndAcceptEditsShort: () => t("Accept edits"),
  keepPlanning: () => t("Keep planning"),
  openAsDocument: () => t("Open as document"),
  acceptHunk: () => t("Accept hunk"),
  rejectHunk: () => t("Reject hunk"),
} as const;
