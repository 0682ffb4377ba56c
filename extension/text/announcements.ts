import { t } from "@vscode/l10n";
import type { ConversationState } from "../contract/conversationState.ts";
import type { Item } from "../contract/items.ts";
import type { ItemDelta } from "../contract/stateDeltas.ts";
import { formatNotice } from "./notices.ts";
import { getRequestTitle } from "./requests.ts";
import { formatTurnFailure } from "./turnFailures.ts";

/** Characters of an answer of the CLI that are read out. */
const maxAnswerLength = 300;

/** What a reader who sees nothing must know of changes: a request, what was noted or went wrong, an end. Undefined for anything else. */
export function getAnnouncement(
  before: ConversationState | undefined,
  after: ConversationState | undefined,
  changes: readonly ItemDelta[],
): string | undefined {
  const request = after?.requests.find(({ id }) => !before?.requests.some((known) => known.id === id));
  if (request?.kind === "permission") {
    const title = getRequestTitle(request);
    // Titles such as "Edit a.ts" name the subject already.
    return title.endsWith(request.subject) ? t("Waiting for you: {0}", title) : t("Waiting for you: {0}: {1}", title, request.subject);
  }
  if (request?.kind === "elicitation") return t("Waiting for you: {0} asks for input", request.server);
  if (request) return request.kind === "question" ? t("Waiting for you: a question") : t("Waiting for you: a plan");
  const told = changes.flatMap((change) => (change.kind === "put" && change.isNew !== false ? toldBy(change.item) : []));
  if (told.length > 0) return told.join("\n");
  return before?.status === "working" && after?.status === "idle" ? t("Turn finished") : undefined;
}

/** Rows come and go with scrolling, so that none of them can say itself that it is new. */
function toldBy(item: Item): readonly string[] {
  if (item.kind === "notice") return [formatNotice(item.notice)];
  // What the CLI answers by itself is short mostly, and says why a turn fails.
  if (item.kind === "text") return item.isFromCli && !item.isInCard ? [item.text.slice(0, maxAnswerLength)] : [];
  return item.kind === "turn" && item.outcome === "failed" ? [t("Turn failed: {0}", formatTurnFailure(item.failure).title)] : [];
}
