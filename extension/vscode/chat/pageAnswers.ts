import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/disposable.ts";

/** Time in milliseconds after which a visible page that says nothing is asked whether it is there. */
const silentMs = 2_000;

export interface PageAnswersOptions {
  readonly clock: Clock;
  readonly isVisible: () => boolean;
  /** Posts the question, which a running page answers at once. Resolves once the page has taken it. */
  readonly ask: () => PromiseLike<unknown>;
  /** Called when an answer is missed, and when it came after all. */
  readonly onDidChange: () => void;
}

/**
 * Watches whether a visible page takes messages and, once it runs, answers the question whether it is there: the editor
 * does not tell when it has ended a page, or could not begin one.
 */
export class PageAnswers implements Disposable {
  readonly #options: PageAnswersOptions;
  /**
   * Messages that the page has not taken: all of them, once the editor has ended it. The editor may never report those
   * of a page that was hidden.
   */
  #untaken = new Set<PromiseLike<unknown>>();
  #heardAt: number;
  /** True from a question to a running page until it says anything. */
  #isAwaited = false;
  /** True once the script of the page runs: one that hangs says nothing. */
  #isRunning = false;
  /** True once a page that does not run yet was asked: taking the question is all that it can do. */
  #wasAsked = false;
  #timer: Disposable | undefined;

  constructor(options: PageAnswersOptions) {
    this.#options = options;
    this.#heardAt = options.clock.now();
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** True while a visible page has not taken a message, or owes an answer. */
  get isMissing(): boolean {
    return this.#isAwaited || this.#untaken.size > 0;
  }

  /** Updates the watch after the visibility changed. The editor ends a page that it hides. */
  follow(): void {
    const { clock, isVisible } = this.#options;
    if (!isVisible()) {
      this.#reset();
      this.#timer?.dispose();
      this.#timer = undefined;
      return;
    }
    // Counts from the last word of the page, which comes a moment after the question.
    const leftMs = silentMs - (clock.now() - this.#heardAt);
    this.#timer ??= clock.after(leftMs > 0 ? leftMs : silentMs, () => {
      this.#timer = undefined;
      const isSilent = clock.now() - this.#heardAt >= silentMs;
      if (isSilent && isVisible() && !this.isMissing && (this.#isRunning || !this.#wasAsked)) this.#ask();
      this.follow();
    });
  }

  /** Records a message to the page, as the promise that resolves once the page has taken it. */
  posted(message: PromiseLike<unknown>): void {
    const settle = (): void => {
      if (this.#untaken.delete(message)) this.#options.onDidChange();
    };
    this.#untaken.add(message);
    message.then(settle, settle);
    this.#options.onDidChange();
  }

  /** Records that the page said something. */
  heard(): void {
    this.#heardAt = this.#options.clock.now();
    if (!this.#isAwaited) return;
    this.#isAwaited = false;
    this.#options.onDidChange();
  }

  /** Records that a new document has started. */
  started(): void {
    this.#isRunning = false;
    this.#wasAsked = false;
    this.#reset();
    this.#options.onDidChange();
  }

  /** Records that the script of the page runs. */
  runs(): void {
    this.#isRunning = true;
    this.#options.onDidChange();
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #ask(): void {
    this.#wasAsked = true;
    this.#isAwaited = this.#isRunning;
    this.posted(this.#options.ask());
  }

  #reset(): void {
    this.#untaken = new Set();
    this.#isAwaited = false;
  }
}
