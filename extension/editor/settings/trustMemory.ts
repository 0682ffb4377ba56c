import type * as vscode from "vscode";
import { readArray } from "../../base/read.ts";
import type { TrustDecisions } from "../../conversations/repositoryTrust.ts";

const key = "repositoryDecisions";

/** Keeps the user's decisions about repositories in the editor's own storage, outside of every repository. */
export class TrustMemory {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  read(): TrustDecisions {
    const saved = this.#memento.get<unknown>(key);
    const texts = (name: string): string[] => (readArray(saved, name) ?? []).filter((each) => typeof each === "string");
    return { known: texts("known"), off: texts("off"), without: texts("without") };
  }

  async write(decisions: TrustDecisions): Promise<void> {
    await this.#memento.update(key, decisions);
  }
}
