import type { QueuedPrompt } from "../../../shared/contract/conversationState.ts";
import type { Participant } from "../ports/participant.ts";
import type { UnsavedFiles } from "../ports/ports.ts";
import type { ConversationContext } from "../view/conversationContext.ts";

export interface UnsavedFilesGateOptions {
  readonly files: UnsavedFiles;
}

/**
 * Handles unsaved files before a prompt is sent, because `claude` reads the disk and not the editors: saves them, asks
 * the user, or leaves them.
 */
export class UnsavedFilesGate implements Participant {
  readonly name = "unsaved files";
  readonly #context: ConversationContext;
  readonly #options: UnsavedFilesGateOptions;
  #saving: Promise<undefined> | undefined;
  /** Resolves the question about the files. */
  #answered: (() => void) | undefined;
  /** The question that the user has answered last. */
  #decided: (() => void) | undefined;

  constructor(context: ConversationContext, options: UnsavedFilesGateOptions) {
    this.#context = context;
    this.#options = options;
  }

  beforePrompt(_prompt: QueuedPrompt, signal: AbortSignal): Promise<undefined> | undefined {
    const { files } = this.#options;
    const { folder } = this.#context.state;
    const unsaved = this.#unsaved();
    if (unsaved.length === 0) return this.#saving;
    return files.autosave(folder) === "ask" ? this.#ask(unsaved, signal) : this.#save(unsaved);
  }

  /**
   * Handles the user's answer to the question about unsaved files, which is kept as their setting unless a value of
   * the setting is in force. A second click, and one that comes after the question, decide nothing.
   */
  async decide(isSaved: boolean): Promise<void> {
    const { notice } = this.#context;
    const { files } = this.#options;
    const { folder } = this.#context.state;
    const answered = this.#answered;
    if (!answered || answered === this.#decided) return;
    this.#decided = answered;
    if (isSaved) await this.#save(files.list(folder));
    answered();
    if (await files.remember(isSaved ? "always" : "never", folder))
      notice("info", { code: "savingRemembered", isSaved });
  }

  /** Updates the question about the files: the user may have saved them by hand, or changed the setting. */
  refresh(): void {
    if (!this.#answered) return;
    const unsaved = this.#unsaved();
    if (unsaved.length === 0) this.#answered();
    else this.#context.patch({ unsaved });
  }

  #unsaved(): readonly string[] {
    const { files } = this.#options;
    const { folder } = this.#context.state;
    return files.autosave(folder) === "never" ? [] : files.list(folder);
  }

  #save(unsaved: readonly string[]): Promise<undefined> {
    this.#saving ??= this.#options.files.save(unsaved).then((left) => {
      this.#saving = undefined;
      if (left.length > 0) this.#context.notice("warning", { code: "notSaved", files: left });
      return undefined;
    });
    return this.#saving;
  }

  #ask(unsaved: readonly string[], signal: AbortSignal): Promise<undefined> {
    this.#context.patch({ unsaved });
    return new Promise((resolve) => {
      const answered = (): void => {
        if (this.#answered !== answered) return;
        this.#answered = undefined;
        this.#context.patch({ unsaved: null });
        resolve(undefined);
      };
      this.#answered = answered;
      signal.addEventListener("abort", answered, { once: true });
    });
  }
}
