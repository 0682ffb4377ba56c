import type { ConversationList } from "../../core/conversations/list/conversationList.ts";
import type { ListedConversation } from "../../core/conversations/list/listedConversation.ts";
import type { ListFilter } from "../../core/conversations/list/listFilter.ts";
import { getGroupOfTime, type ListGroup, listGroups } from "../../shared/text/conversationList.ts";

/**
 * A snapshot of the rows of the tree "Conversations" in their groups. The constructor reads each conversation once,
 * independent of how many are drawn.
 */
export class ListRows {
  /** Groups that have rows, in display order. */
  readonly groups: readonly ListGroup[];
  readonly hasSeveralFolders: boolean;
  readonly #rows = new Map<ListGroup, ListedConversation[]>();

  constructor(list: Pick<ConversationList, "all">, filter: Pick<ListFilter, "accepts">, now: number) {
    const { all } = list;
    for (const listed of all) {
      if (!filter.accepts(listed)) continue;
      const group = getGroup(listed, now);
      const rows = this.#rows.get(group);
      if (rows) rows.push(listed);
      else this.#rows.set(group, [listed]);
    }
    this.groups = listGroups.filter((group) => this.#rows.has(group));
    this.hasSeveralFolders = all.some(({ folder }) => folder !== all[0]?.folder);
  }

  of(group: ListGroup): readonly ListedConversation[] {
    return this.#rows.get(group) ?? [];
  }
}

function getGroup({ isActive, session, isPinned }: ListedConversation, now: number): ListGroup {
  if (isActive || !session) return "open";
  if (session.isArchived) return "archived";
  return isPinned ? "pinned" : getGroupOfTime(session.time, now);
}
