import type { Conversation } from "../../core/conversation/conversation.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, toDisposable } from "../../shared/base/disposable.ts";
import type { TaskOutput } from "../../shared/contract/toWebview.ts";

const intervalMs = 1_000;

export interface OutputWatchOptions {
  readonly clock: Clock;
  readonly conversation: () => {
    readonly controls: Pick<Conversation["controls"], "taskOutput">;
    readonly transcript: { readonly calls: Pick<Conversation["transcript"]["calls"], "isTaskRunning"> };
  };
  readonly send: (message: TaskOutput) => void;
}

/**
 * Sends the output of watched tasks to the page: once a second while a task runs, without overlapping requests, and
 * once after its end.
 */
export class OutputWatch implements Disposable {
  readonly #options: OutputWatchOptions;
  /** A disposable for each watch, by task id. */
  readonly #watched = new Map<string, Disposable>();

  constructor(options: OutputWatchOptions) {
    this.#options = options;
  }

  /** Starts or stops watching a task. */
  set(taskId: string, isWatched: boolean): void {
    this.#watched.get(taskId)?.dispose();
    if (isWatched) this.#begin(taskId);
  }

  dispose(): void {
    for (const watch of [...this.#watched.values()]) watch.dispose();
  }

  #begin(taskId: string): void {
    const { clock, conversation, send } = this.#options;
    const { controls, transcript } = conversation();
    let timer: Disposable | undefined;
    const watch = toDisposable(() => {
      timer?.dispose();
      this.#watched.delete(taskId);
    });
    this.#watched.set(taskId, watch);
    const look = async (): Promise<void> => {
      const goesOn = transcript.calls.isTaskRunning(taskId);
      const output = await controls.taskOutput(taskId);
      if (this.#watched.get(taskId) !== watch) return;
      send({ type: "taskOutput", taskId, output });
      if (goesOn && output) timer = clock.after(intervalMs, () => void look());
      else watch.dispose();
    };
    void look();
  }
}
