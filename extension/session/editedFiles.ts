import type { StatePatch } from "../contract/conversationState.ts";
import type { Notice, NoticeLevel } from "../contract/items.ts";
import { ChangedFiles } from "./changedFiles.ts";
import type { ConversationStore } from "./conversationStore.ts";
import { KeptTexts, type SavedText } from "./keptTexts.ts";
import { WrittenFiles } from "./permissions/writtenFiles.ts";
import type { Files } from "./ports.ts";
import type { Reduction } from "./reduction.ts";

export interface EditedFilesOptions {
  readonly store: ConversationStore;
  readonly files: Files;
  /** What files were when the user looked at them, by path. */
  readonly reviewed: Readonly<Record<string, string>> | undefined;
  /** Texts of the user's own from an extension host that went. */
  readonly saved: readonly SavedText[];
  readonly hasOlder: () => boolean;
  readonly patch: (set: StatePatch) => void;
  readonly reduce: (reduction: Reduction) => void;
  readonly notice: (level: NoticeLevel, notice: Notice) => void;
}

/** What became of the files that a conversation edits. */
export class EditedFiles {
  /** Against what they were. */
  readonly changed: ChangedFiles;
  /** Against what the user accepted. */
  readonly written: WrittenFiles;
  /** Texts of the user's own that were not written, or not as they accepted them. */
  readonly kept: KeptTexts;

  constructor({ patch, notice, saved, ...options }: EditedFilesOptions) {
    this.kept = new KeptTexts(saved, notice);
    this.changed = new ChangedFiles({ ...options, apply: (changedFiles) => patch({ changedFiles }) });
    this.written = new WrittenFiles({ ...options, onMismatch: (mismatch) => this.kept.keepMismatch(mismatch) });
  }

  /** What was said before is there. */
  restore(): void {
    void this.changed.updateAll();
    this.kept.restore();
  }

  endTurn(): void {
    void this.changed.updateAll();
    this.kept.endTurn();
  }

  /** Calls have their results. */
  update(toolIds: readonly string[]): void {
    void this.written.verify(toolIds);
    void this.changed.update(toolIds);
  }
}
