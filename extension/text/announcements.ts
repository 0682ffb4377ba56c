import { t } from "@vscode/l10n";
import type { ConversationState } from "../contract/conversationState.ts";
import { requestTitle } from "./requests.ts";

/** What a reader who sees nothing must know of a change: a request, an end. Undefined for anything else. */
export function announcementOf(before: ConversationState | undefined, after: ConversationState | undefined): string | undefined {
  const request = after?.requests.find(({ id }) => !before?.requests.some((known) => known.id === id));
  if (request?.kind === "permission") return t("Waiting for you: {0} {1}", requestTitle(request), request.subject);
  if (request?.kind === "elicitation") return t("Waiting for you: {0} asks for input", request.server);
  if (request) return request.kind === "question" ? t("Waiting for you: a question") : t("Waiting for you: a plan");
  return before?.status === "working" && after?.status === "idle" ? t("The turn is over") : undefined;
}
