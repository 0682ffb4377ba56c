import { SvelteMap } from "svelte/reactivity";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { OutputText } from "../../extension/contract/tools.ts";

/** What running tasks have put out so far, as long as something on the screen shows it. */
export class TaskOutputs {
  readonly #outputs = new SvelteMap<string, OutputText | "unknown">();
  /** How many show each. */
  readonly #shown = new Map<string, number>();
  readonly #send: (message: FromWebview) => void;

  constructor(send: (message: FromWebview) => void) {
    this.#send = send;
  }

  /** Undefined before it was told; "unknown" where the CLI cannot tell. */
  get(taskId: string): OutputText | "unknown" | undefined {
    return this.#outputs.get(taskId);
  }

  /** Has the output of a task sent until the function that it returns is called. */
  watch(taskId: string): () => void {
    const count = this.#shown.get(taskId) ?? 0;
    this.#shown.set(taskId, count + 1);
    if (count === 0) this.#send({ type: "watchOutput", taskId, isOpen: true });
    return () => {
      const left = (this.#shown.get(taskId) ?? 1) - 1;
      if (left > 0) return void this.#shown.set(taskId, left);
      this.#shown.delete(taskId);
      this.#send({ type: "watchOutput", taskId, isOpen: false });
      // Not at once: an effect that only runs again watches it again, and what is on the screen would be gone for a moment.
      queueMicrotask(() => {
        if (!this.#shown.has(taskId)) this.#outputs.delete(taskId);
      });
    };
  }

  /** What is said of a task that nothing shows any more is dropped. */
  take(taskId: string, output: OutputText | undefined): void {
    if (this.#shown.has(taskId)) this.#outputs.set(taskId, output ?? "unknown");
  }

  clear(): void {
    this.#outputs.clear();
    this.#shown.clear();
  }
}
