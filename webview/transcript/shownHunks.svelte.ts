import { SvelteMap } from "svelte/reactivity";
import type { ChangedHunks } from "../../extension/shared/contract/changes/changedFiles.ts";
import type { FromWebview } from "../../extension/shared/contract/fromWebview.ts";
import type { FileHunks } from "../../extension/shared/contract/toWebview.ts";

/** Hunks of the changed files that are unfolded in the list, by path. */
export class ShownHunks {
  readonly #shown = new SvelteMap<string, ChangedHunks | "none">();
  readonly #send: (message: FromWebview) => void;

  constructor(send: (message: FromWebview) => void) {
    this.#send = send;
  }

  /** Returns the hunks; undefined until they arrive, "none" if there are none to show. */
  get(path: string): ChangedHunks | "none" | undefined {
    return this.#shown.get(path);
  }

  /** Requests the hunks, again after each change of the file. */
  read(path: string): void {
    this.#send({ type: "readHunks", path });
  }

  take({ path, changed }: FileHunks): void {
    this.#shown.set(path, changed ?? "none");
  }

  clear(): void {
    this.#shown.clear();
  }
}
