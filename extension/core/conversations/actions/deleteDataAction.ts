import type { DataGroup } from "../../../shared/contract/ownData.ts";
import type { Conversations } from "../conversations.ts";
import type { IsolatedFolders } from "../isolationPorts.ts";
import type { DataSize, OwnData } from "../ports.ts";

/** Asks what to delete, and tells about it. */
export interface DataQuestions {
  /** Resolves to undefined where the user chose nothing. */
  pickData(sizes: readonly DataSize[]): Promise<readonly DataGroup[] | undefined>;
  /** `copies`: number of isolated folders among them whose files still exist. */
  confirm(groups: readonly DataGroup[], copies: number): Promise<boolean>;
  tellNothing(): void;
  /** `isHere`: claude works in this window, otherwise another window of Tandem is open. */
  tellInUse(isHere: boolean): void;
  /** Resolves once the user has read it. */
  tellLeft(paths: readonly string[]): Promise<void>;
  /** Loads the window again. */
  reload(): Promise<void>;
}

export interface DeleteDataOptions {
  readonly conversations: Pick<Conversations, "all">;
  readonly data: OwnData;
  readonly questions: DataQuestions;
  readonly isolated: Pick<IsolatedFolders, "list" | "discard">;
  /** Returns whether another window uses the data. */
  readonly isUsedElsewhere: () => Promise<boolean>;
}

/**
 * Deletes what Tandem saved on this computer, as far as the user chooses it. Nothing is deleted while `claude` works or
 * another window is open.
 */
export class DeleteDataAction {
  readonly #options: DeleteDataOptions;

  constructor(options: DeleteDataOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { data, questions, isolated } = this.#options;
    if (await this.#tellInUse()) return;
    const sizes = await data.measure();
    if (sizes.length === 0) return questions.tellNothing();
    const groups = await questions.pickData(sizes);
    if (groups === undefined || groups.length === 0) return;
    const copies = groups.includes("isolated")
      ? isolated.list().filter(({ discardedAt }) => discardedAt === undefined)
      : [];
    if (!(await questions.confirm(groups, copies.length))) return;
    // The questions may have been open for long.
    if (await this.#tellInUse()) return;
    // Their repositories know worktrees. One that cannot be discarded goes with its folder.
    for (const { id } of copies) await isolated.discard(id).catch(() => {});
    const left = await data.remove(groups);
    if (left.length > 0) await questions.tellLeft(left);
    await questions.reload();
  }

  async #tellInUse(): Promise<boolean> {
    const { conversations, questions, isUsedElsewhere } = this.#options;
    const isHere = conversations.all.some(({ conversation }) => conversation.state.status === "working");
    if (!isHere && !(await isUsedElsewhere())) return false;
    questions.tellInUse(isHere);
    return true;
  }
}
