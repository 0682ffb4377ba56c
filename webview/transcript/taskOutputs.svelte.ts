import { SvelteMap } from "svelte/reactivity";
import type { FromWebview } from "../../extension/shared/contract/fromWebview.ts";
import type { OutputText } from "../../extension/shared/contract/tools.ts";

/** Outputs of running tasks, for as long as a component shows them. */
export class TaskOutputs {
  readonly #outputs = new SvelteMap<string, OutputText | "unknown">();
  /** Number of components that show each output. */
  readonly #shown = new Map<string, number>();
  readonly #send: (message: FromWebview) => void;

  constructor(send: (message: FromWebview) => void) {
    this.#send = send;
  }

  /** Returns the output; undefined until it arrives, "unknown" if the CLI cannot report it. */
  get(taskId: string): OutputText | "unknown" | undefined {
    return this.#outputs.get(taskId);
  }

  /** Requests updates of a task's output until the returned function is called. */
  watch(taskId: string): () => void {
    const count = this.#shown.get(taskId) ?? 0;
    this.#shown.set(taskId, count + 1);
    if (count === 0) this.#send({ type: "watchOutput", taskId, isOpen: true });
    return () => {
      const left = (this.#shown.get(taskId) ?? 1) - 1;
      if (left > 0) return void this.#shown.set(taskId, left);
      this.#shown.delete(taskId);
      this.#send({ type: "watchOutput", taskId, isOpen: false });
      // Deferred: an effect that runs again watches the same task again, and the visible output would disappear for a
      // moment.
      queueMicrotask(() => {
        if (!this.#shown.has(taskId)) this.#outputs.delete(taskId);
      });
    };
  }

  /** Stores an output; drops it if no component shows the task anymore. */
  take(taskId: string, output: OutputText | undefined): void {
    if (this.#shown.has(taskId)) this.#outputs.set(taskId, output ?? "unknown");
  }

  clear(): void {
    this.#outputs.clear();
    this.#shown.clear();
  }
}
