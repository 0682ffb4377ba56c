import { t } from "@vscode/l10n";

/** Sentences of the panel that belong to no code. */
export const panelText = {
  start: () => t("Start a conversation"),
  startScripted: () => t("The replies here are scripted: they show what Tandem does, without an account."),
  startHint: () => t("Ask about this workspace, or say what to change. Every edit asks before it is written."),
  badge: () => t("Nothing is sent anywhere; no account is used"),
  turnFailed: () => t("The turn failed"),
  inBackground: () => t("runs in the background"),
  scheduled: () => t("scheduled"),
  scheduledDetail: () => t("Goes on as long as this conversation has its process. Ask for it to be ended."),
  interrupted: () => t("The last turn was interrupted"),
  conversationGone: () => t("This conversation is not there any more. You can close this tab."),
  moveQueued: () => t("Drag to move, or Alt with the arrow keys"),
  held: () => t("It goes when you send it"),
  cost: () => t("Cost of this conversation, as the CLI counts it"),
  mode: () => t("Permission mode, as the CLI reports it"),
  planReady: () => t("The plan is ready"),
  planSource: () => t("The plan as text"),
  planEmpty: () => t("The CLI sent no text with this plan; it is in the reply above."),
  denyOnly: () => t("This tool asks for more than a yes, which this version cannot give. It can only be denied."),
  questions: () => t("Questions for you"),
} as const satisfies Readonly<Record<string, () => string>>;
