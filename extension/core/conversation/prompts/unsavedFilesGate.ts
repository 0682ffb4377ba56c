import type { QueuedPrompt, StatePatch } from "../../../shared/contract/conversationState.ts";
import type { Notice, NoticeLevel } from "../../../shared/contract/items.ts";
import type { Participant } from "../ports/participant.ts";
import type { UnsavedFiles } from "../ports/ports.ts";

export interface UnsavedFilesGateOptions {
  readonly files: UnsavedFiles;
  readonly folder: () => string;
  readonly patch: (set: StatePatch) => void;
  readonly notice: (level: NoticeLevel, notice: Notice) => void;
}

/**
 * Handles unsaved files before a prompt is sent, because `claude` reads the disk and not the editors: saves them, asks
 * the user, or leaves them.
 */
export class UnsavedFilesGate implements Participant {
  readonly name = "unsaved files";
  readonly #options: UnsavedFilesGateOptions;
  #saving: Promise<undefined> | undefined;
  /** Resolves the question about the files. */
  #answered: (() => void) | undefined;
  /** The question that the user has answered last. */
  #decided: (() => void) | undefined;

  constructor(options: UnsavedFilesGateOptions) {
    this.#options = options;
  }

  beforePrompt(_prompt: QueuedPrompt, signal: AbortSignal): Promise<undefined> | undefined {
    const { files, folder } = this.#options;
    const unsaved = this.#unsaved();
    if (unsaved.length === 0) return this.#saving;
    return files.autosave(folder()) === "ask" ? this.#ask(unsaved, signal) : this.#save(unsaved);
  }

  /**
   * Handles the user's answer to the question about unsaved files, which is kept as their setting unless the setting
   * has a value. A second click, and one that comes after the question, decide nothing.
   */
  async decide(isSaved: boolean): Promise<void> {
    const { files, folder, notice } = this.#options;
    const answered = this.#answered;
    if (!answered || answered === this.#decided) return;
    this.#decided = answered;
    if (isSaved) await this.#save(files.list(folder()));
    answered();
    if (await files.remember(isSaved ? "always" : "never", folder()))
      notice("info", { code: "savingRemembered", isSaved });
  }

  /** Updates the question about the files: the user may have saved them by hand, or changed the setting. */
  refresh(): void {
    if (!this.#answered) return;
    const unsaved = this.#unsaved();
    if (unsaved.length === 0) this.#answered();
    else this.#options.patch({ unsaved });
  }

  #unsaved(): readonly string[] {
    const { files, folder } = this.#options;
    return files.autosave(folder()) === "never" ? [] : files.list(folder());
  }

  #save(unsaved: readonly string[]): Promise<undefined> {
    this.#saving ??= this.#options.files.save(unsaved).then((left) => {
      this.#saving = undefined;
      if (left.length > 0) this.#options.notice("warning", { code: "notSaved", files: left });
      return undefined;
    });
    return this.#saving;
  }

  #ask(unsaved: readonly string[], signal: AbortSignal): Promise<undefined> {
    this.#options.patch({ unsaved });
    return new Promise((resolve) => {
      const answered = (): void => {
        if (this.#answered !== answered) return;
        this.#answered = undefined;
        this.#options.patch({ unsaved: null });
        resolve(undefined);
      };
      this.#answered = answered;
      signal.addEventListener("abort", answered, { once: true });
    });
  }
}
