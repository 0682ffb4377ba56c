import { background } from "../../base/background.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { StatePatch } from "../../contract/conversationState.ts";
import type { Notice, NoticeLevel } from "../../contract/items.ts";
import type { Hook } from "../../protocol/hookRegistry.ts";
import type { ConversationStore } from "../conversationStore.ts";
import type { Participant, TurnEnd } from "../participant.ts";
import type { Files, FolderStates } from "../ports.ts";
import type { Reduction } from "../reduction.ts";
import type { Remembered } from "../remembered.ts";
import { ChangedFiles } from "./changedFiles.ts";
import { CommandChangeTracker } from "./commandChanges.ts";
import { UnwrittenTexts } from "./unwrittenTexts.ts";
import { WriteVerifier } from "./writeVerifier.ts";

export interface EditedFilesOptions {
  readonly store: ConversationStore;
  readonly files: Files;
  readonly folderStates?: FolderStates | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What is known from an extension host that went. */
  readonly remembered?: Pick<Remembered, "reviewed" | "kept" | "byCommands"> | undefined;
  readonly hasOlder: () => boolean;
  readonly patch: (set: StatePatch) => void;
  readonly reduce: (reduction: Reduction) => void;
  readonly notice: (level: NoticeLevel, notice: Notice) => void;
}

/** What became of the files that a conversation edits. */
export class EditedFiles implements Participant {
  readonly name = "edited files";
  /** Against what they were. */
  readonly changed: ChangedFiles;
  /** By commands, which nobody knows the files before of. */
  readonly commands: CommandChangeTracker;
  /** Against what the user accepted. */
  readonly written: WriteVerifier;
  /** Texts of the user's own that were not written, or not as they accepted them. */
  readonly kept: UnwrittenTexts;
  readonly #logger: Logger;

  constructor({ patch, notice, remembered: { reviewed, kept = [], byCommands = [] } = {}, ...options }: EditedFilesOptions) {
    this.#logger = options.logger;
    this.kept = new UnwrittenTexts(kept, notice);
    this.commands = new CommandChangeTracker({
      ...options,
      states: options.folderStates,
      saved: byCommands,
      listed: () => new Set(this.changed.since().map(({ path }) => path)),
      apply: (commandChanges) => patch({ commandChanges }),
    });
    this.changed = new ChangedFiles({
      ...options,
      reviewed,
      apply: (changedFiles) => patch({ changedFiles }),
      onEdit: (path) => this.commands.noteEdit(path),
    });
    this.written = new WriteVerifier({ ...options, onMismatch: (mismatch) => this.kept.preserveMismatch(mismatch) });
  }

  /** What looks at files before a call runs. */
  get hooks(): readonly Hook[] {
    return [this.changed.hook, this.commands.hook];
  }

  /** What outlives the extension host. */
  get remembered(): Pick<Remembered, "reviewed" | "byCommands"> {
    return { reviewed: this.changed.reviewed, byCommands: this.commands.kept };
  }

  /** What was said before is there. */
  restore(): void {
    this.commands.restore();
    this.#background(this.changed.updateAll());
    this.kept.restore();
  }

  /** No process runs any more that would write what was allowed. */
  endProcess(): void {
    this.written.forget();
    this.#background(this.commands.endAll());
  }

  turnEnded({ outcome }: TurnEnd): void {
    // The end of a process is told by `endProcess`.
    if (outcome === "interrupted") return;
    this.#background(this.commands.endTurn());
    this.#background(this.changed.updateAll());
    this.kept.endTurn();
  }

  /** Calls have their results. */
  update(toolIds: readonly string[]): void {
    this.#background(this.written.verify(toolIds));
    this.#background(this.changed.update(toolIds));
    this.#background(this.commands.endCalls(toolIds));
  }

  /** Looks at all files again. */
  refresh(): void {
    this.#background(this.changed.updateAll());
  }

  #background(work: Promise<unknown>): void {
    background(work, this.#logger, "looking at edited files");
  }
}
