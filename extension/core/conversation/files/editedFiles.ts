import { background } from "../../../shared/base/background.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Hook } from "../../protocol/requests/hookRegistry.ts";
import type { FileHistory } from "../ports/fileHistory.ts";
import type { Participant, TurnEnd } from "../ports/participant.ts";
import type { Files, TextStore } from "../ports/ports.ts";
import type { ConversationContext } from "../view/conversationContext.ts";
import type { BaselinesOptions } from "./baselines.ts";
import { ChangedFiles } from "./changedFiles.ts";
import { type CommandChangeRecord, CommandChangeTracker } from "./commandChanges.ts";
import { type UnwrittenTextRecord, UnwrittenTexts } from "./unwrittenTexts.ts";
import { WriteVerifier } from "./writeVerifier.ts";

/** State of edited files that outlives the extension host. */
export interface RememberedFiles {
  /** Fingerprints of files when the user reviewed them, by path. */
  readonly reviewed?: Readonly<Record<string, string>> | undefined;
  /** Id of the first message, as far as known: the changes of the conversation are those since its checkpoint. */
  readonly firstPrompt?: string | undefined;
  /** Changes by commands. */
  readonly byCommands?: readonly CommandChangeRecord[] | undefined;
  /** Id of the first call whose changes of files are unknown. */
  readonly firstUnknown?: string | undefined;
  /** Texts that the user wrote for edits that are not written: of requests that were cancelled, and of open ones. */
  readonly kept?: readonly UnwrittenTextRecord[] | undefined;
}

export interface EditedFilesOptions {
  readonly files: Files;
  readonly texts?: TextStore | undefined;
  readonly history: () => FileHistory | undefined;
  /** State that an earlier extension host saved. */
  readonly remembered?: RememberedFiles | undefined;
  readonly hasOlder: () => boolean;
  readonly earlier: BaselinesOptions["earlier"];
}

/** Tracks the files that a conversation edits. */
export class EditedFiles implements Participant {
  readonly name = "edited files";
  /** Compares files with their original state. */
  readonly changed: ChangedFiles;
  /** Tracks changes by commands. */
  readonly commands: CommandChangeTracker;
  /** Compares files with the text that the user accepted. */
  readonly written: WriteVerifier;
  /** Texts of the user that were not written, or not as the user accepted them. */
  readonly kept: UnwrittenTexts;
  readonly #logger: Logger;

  constructor(context: ConversationContext, options: EditedFilesOptions) {
    const { store, logger, patch } = context;
    const { files, texts, history, hasOlder, earlier } = options;
    const { reviewed, kept = [], byCommands = [], firstUnknown, firstPrompt } = options.remembered ?? {};
    this.#logger = logger;
    this.kept = new UnwrittenTexts(kept, context.notice, texts);
    this.commands = new CommandChangeTracker({
      store,
      logger,
      history,
      hasOlder,
      firstUnknown,
      saved: byCommands,
      edited: () => this.changed.edited,
      compare: (paths) => this.changed.compare(paths),
      isCovered: (path) => this.changed.isCovered(path),
      apply: (commandChanges) => patch({ commandChanges }),
    });
    this.changed = new ChangedFiles({
      store,
      logger,
      files,
      texts,
      history,
      earlier,
      reviewed,
      firstPrompt,
      apply: (changedFiles) => patch({ changedFiles }),
      reduce: context.apply,
      byCommands: (promptId) => this.commands.since(promptId).map(({ path }) => path),
    });
    this.written = new WriteVerifier({ store, files, onMismatch: (mismatch) => this.kept.preserveMismatch(mismatch) });
  }

  /** Hooks that read files before a call runs. */
  get hooks(): readonly Hook[] {
    return [this.changed.hook, this.commands.hook];
  }

  /** Follows the recorded states of the files. */
  follow(history: FileHistory): void {
    this.commands.follow(history);
  }

  /** State that outlives the extension host. */
  get remembered(): Omit<RememberedFiles, "kept"> {
    const { commands, changed } = this;
    return {
      reviewed: changed.reviewed,
      byCommands: commands.kept,
      firstUnknown: commands.firstUnknown,
      firstPrompt: changed.firstPrompt,
    };
  }

  /** Shows saved state after the history was restored. */
  restore(): void {
    this.#background(this.changed.updateAll().then(() => this.commands.show()));
    this.kept.restore();
  }

  /** Forgets allowed edits, because no process runs anymore that would write them. */
  endProcess(): void {
    this.written.forget();
    this.commands.endAll();
  }

  turnEnded({ outcome }: TurnEnd): void {
    // `endProcess` handles the end of a process.
    if (outcome === "interrupted") return;
    this.#background(this.commands.endTurn());
    this.#background(this.changed.updateAll());
    this.kept.endTurn();
  }

  /** Updates the files of calls whose results arrived. */
  update(toolIds: readonly string[]): void {
    for (const toolId of toolIds) this.#background(this.written.verify(toolId));
    this.#background(this.changed.update(toolIds));
    this.commands.endCalls(toolIds);
  }

  /** Compares all files again. */
  refresh(): void {
    this.#background(this.changed.updateAll());
  }

  /** Most calls edit nothing, and leave no work. */
  #background(work: Promise<unknown> | undefined): void {
    if (work) background(work, this.#logger, "looking at edited files");
  }
}
