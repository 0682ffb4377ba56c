import type { StatePatch } from "../../contract/conversationState.ts";
import type { Notice, NoticeLevel } from "../../contract/items.ts";
import type { UnsavedFiles } from "../ports.ts";

export interface SaveFirstOptions {
  readonly files: UnsavedFiles;
  readonly folder: () => string;
  readonly patch: (set: StatePatch) => void;
  readonly notice: (level: NoticeLevel, notice: Notice) => void;
  /** Tries again to send what waits. */
  readonly sendNext: () => void;
}

/** The CLI reads the disk, not unsaved editors: before a prompt goes they are saved, asked about, or left, once for each turn. */
export class SaveFirst {
  readonly #options: SaveFirstOptions;
  #isDecided = false;
  #isSaving = false;
  #isAsking = false;

  constructor(options: SaveFirstOptions) {
    this.#options = options;
  }

  /** Sees to the unsaved files before a prompt. Returns whether it can go now; when not, it is tried again once they are saved or the user decided. */
  prepare(): boolean {
    const { files, folder } = this.#options;
    const autosave = files.autosave(folder());
    if (this.#isDecided) {
      this.#isDecided = false;
      return true;
    }
    const unsaved = autosave === "never" ? [] : files.list(folder());
    if (unsaved.length === 0) {
      this.#forget();
      return !this.#isSaving;
    }
    if (autosave === "ask") this.#name(unsaved);
    else void this.#save(unsaved);
    return false;
  }

  /** What the user wants done about the files that were named. */
  async decide(isSaved: boolean): Promise<void> {
    if (isSaved) return this.#save(this.#options.files.list(this.#options.folder()));
    this.#goOn();
  }

  async #save(unsaved: readonly string[]): Promise<void> {
    if (this.#isSaving) return;
    this.#isSaving = true;
    const left = await this.#options.files.save(unsaved);
    this.#isSaving = false;
    if (left.length > 0) this.#options.notice("warning", { code: "notSaved", files: left });
    this.#goOn();
  }

  #goOn(): void {
    this.#isDecided = true;
    this.#forget();
    this.#options.sendNext();
    // With nothing to send the next turn is asked about anew.
    this.#isDecided = false;
  }

  #name(unsaved: readonly string[]): void {
    this.#isAsking = true;
    this.#options.patch({ unsaved });
  }

  #forget(): void {
    if (this.#isAsking) this.#options.patch({ unsaved: null });
    this.#isAsking = false;
  }
}
