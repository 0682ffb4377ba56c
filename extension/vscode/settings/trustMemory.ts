import type { SharedValue } from "../../core/conversations/ports.ts";
import type { TrustDecisions, TrustStore } from "../../core/conversations/repositoryTrust.ts";
import { readArray } from "../../shared/base/read.ts";

/** Keeps the user's decisions about repositories outside every repository, for all windows. */
export class TrustMemory implements TrustStore {
  readonly #value: SharedValue;
  #last: { readonly saved: unknown; readonly decisions: TrustDecisions } | undefined;

  constructor(value: SharedValue) {
    this.#value = value;
  }

  read(): TrustDecisions {
    const saved = this.#value.read();
    if (!this.#last || this.#last.saved !== saved) this.#last = { saved, decisions: readDecisions(saved) };
    return this.#last.decisions;
  }

  change(update: (now: TrustDecisions) => TrustDecisions | undefined): Promise<void> {
    return this.#value.change((now) => update(readDecisions(now)));
  }
}

function readDecisions(saved: unknown): TrustDecisions {
  const texts = (name: string): string[] => (readArray(saved, name) ?? []).filter((each) => typeof each === "string");
  return { known: texts("known"), off: texts("off"), without: texts("without") };
}
