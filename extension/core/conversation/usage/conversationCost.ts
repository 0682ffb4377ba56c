import type { ConversationState } from "../../../shared/contract/conversationState.ts";
import type { Item } from "../../../shared/contract/items.ts";

/** Returns the change of state after which a conversation has turns of this cost; the cost that was paid stays. */
export function withCurrentCost(
  { costUsd }: Pick<ConversationState, "costUsd">,
  current: number,
): { readonly rewoundCostUsd: number | null } {
  const rewound = costUsd - current;
  return { rewoundCostUsd: rewound > 0 ? rewound : null };
}

/** Returns the cost of the turns among items, as far as it is known. */
export function sumTurnCosts(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + (item.kind === "turn" ? (item.costUsd ?? 0) : 0), 0);
}
