import type { Panels } from "../../extension/core/conversations/ports.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";

/** Records the conversations that were shown, and how. */
export class RecordedPanels implements Panels {
  readonly drafts: string[] = [];
  focused: ConversationId | undefined;
  /** True once no page shows anything. */
  arePagesBroken = false;

  isBroken(): boolean {
    return this.arePagesBroken;
  }

  async focus(id: ConversationId): Promise<void> {
    this.focused = id;
  }
  readonly tabs: ConversationId[] = [];
  async openTab(id: ConversationId): Promise<void> {
    this.tabs.push(id);
  }
  readonly inFront: string[] = [];
  showRequest(_id: ConversationId, requestId: string): void {
    this.inFront.push(requestId);
  }
  readonly searched: ConversationId[] = [];
  openFind(id: ConversationId): void {
    this.searched.push(id);
  }
  readonly shownItems: string[] = [];
  showItem(_id: ConversationId, item: string): void {
    this.shownItems.push(item);
  }
  setDraft(_id: ConversationId, text: string): void {
    this.drafts.push(text);
  }
}
