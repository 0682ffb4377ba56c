import { t } from "@vscode/l10n";
import { cutText } from "../base/cutText.ts";
import type { ConversationState } from "../contract/conversationState.ts";
import type { Item } from "../contract/items.ts";
import type { ItemDelta } from "../contract/stateDeltas.ts";
import { formatNotice } from "./notices.ts";
import { formatRequestAnnouncement } from "./requests/cards.ts";
import { formatTurnFailure } from "./transcript/turnFailures.ts";

/** Maximum length of an announced answer of `claude`, in characters. */
const maxAnswerLength = 300;

/**
 * Returns the text that a screen reader announces for a change: a request, a notice, an error, or the end of a turn.
 * Undefined for other changes.
 */
export function getAnnouncement(
  before: ConversationState | undefined,
  after: ConversationState | undefined,
  changes: readonly ItemDelta[],
): string | undefined {
  const request = after?.requests.find(({ id }) => !before?.requests.some((known) => known.id === id));
  if (request) return formatRequestAnnouncement(request);
  const told = changes.flatMap((change) =>
    change.kind === "put" && change.isNew !== false ? getItemTexts(change.item) : [],
  );
  if (told.length > 0) return told.join("\n");
  return before?.status === "working" && after?.status === "idle" ? t("Turn finished") : undefined;
}

/**
 * Returns the texts to announce for a new row. Rows appear and disappear with scrolling, so a row cannot announce
 * itself.
 */
function getItemTexts(item: Item): readonly string[] {
  if (item.kind === "notice") return [formatNotice(item.notice)];
  // Answers that `claude` gives without a model are usually short, and explain why a turn failed.
  if (item.kind === "text") return item.isFromCli && !item.isInCard ? [cutText(item.text, maxAnswerLength)] : [];
  return item.kind === "turn" && item.outcome === "failed"
    ? [t("Turn failed: {0}", formatTurnFailure(item).title)]
    : [];
}
