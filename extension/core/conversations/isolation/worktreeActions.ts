import type { IsolationRefusal } from "../../../shared/contract/changes/isolation.ts";
import type { IsolatedFolder, IsolatedFolders, UpdateOutcome } from "../isolationPorts.ts";
import type { Folders } from "../ports.ts";
import { planChanges } from "./isolationPlan.ts";
import type { IsolationQuestions } from "./isolationQuestions.ts";

/** Content and branch of a new worktree. */
export interface WorktreeChoice {
  readonly branch: string;
  readonly hasUncommitted: boolean;
}

/** The outcome of a merge; "unknown" if the editor does not know the repository. */
export type MergeOutcome =
  | { readonly kind: "merged" | "unknown" }
  | { readonly kind: "failed"; readonly reason: string };

/** Questions and messages about git worktrees. */
export interface WorktreeQuestions {
  /** Asks for the content and the branch of a worktree. `canCreate`: checks a branch's name. */
  chooseWorktree(
    origin: string,
    branch: string,
    canCreate: (branch: string) => Promise<boolean>,
  ): Promise<WorktreeChoice | undefined>;
  /** Shows the whole setup command before it runs; undefined if the user cancels. */
  confirmSetUp(folder: IsolatedFolder, command: string): Promise<"run" | "skip" | undefined>;
  showSetUpFailed(exitCode: number | undefined): void;
  /** Shows the reason why there is nothing to merge. */
  showNoMerge(folder: IsolatedFolder, reason: "nothing" | "gone"): void;
  /** `rest`: number of changes that the workspace still does not have. */
  showMerged(folder: IsolatedFolder, outcome: MergeOutcome, rest: number): void;
  showUpdated(folder: IsolatedFolder, outcome: UpdateOutcome): void;
}

/** Settings of new worktrees. */
export interface WorktreeSettings {
  /** Patterns of ignored files to copy. */
  readonly include: readonly string[];
  /** Empty for none. */
  readonly setUpCommand: string;
}

export interface WorktreeActionsOptions {
  readonly folders: Pick<Folders, "choose">;
  readonly isolated: IsolatedFolders;
  readonly dialogs: Pick<IsolationQuestions, "withProgress" | "showRefusal" | "showLeftOut">;
  readonly questions: WorktreeQuestions;
  /**
   * Returns whether programs of the workspace may run: git checks files out with the filters that the repository names.
   */
  readonly isTrusted: () => boolean;
  readonly settings: (origin: string) => WorktreeSettings;
  /** Returns the time, of which the name of a new branch is made. */
  readonly now: () => number;
  /** Runs a command in view of the user. Resolves to its exit code; undefined if it was ended. */
  readonly runSetUp: (folder: IsolatedFolder, command: string) => Promise<number | undefined>;
  readonly merge: (root: string, branch: string) => Promise<MergeOutcome>;
  /** Shows a conversation in an isolated folder. */
  readonly startIn: (folder: IsolatedFolder) => Promise<void>;
}

/** Actions on conversations in git worktrees, and on their branches. */
export class WorktreeActions {
  readonly #options: WorktreeActionsOptions;

  constructor(options: WorktreeActionsOptions) {
    this.#options = options;
  }

  /**
   * Starts a conversation in a new worktree, after the setup command if the user lets it run. A worktree whose
   * conversation was cancelled is kept.
   */
  async start(): Promise<void> {
    const { folders, isolated, dialogs, questions, isTrusted, settings, now, startIn } = this.#options;
    if (!isTrusted()) return dialogs.showRefusal("worktree", { code: "untrusted" });
    const origin = await folders.choose();
    if (origin === undefined) return;
    const chosen = await questions.chooseWorktree(origin, suggestBranch(now()), (branch) =>
      isolated.canCreateBranch(origin, branch),
    );
    if (!chosen) return;
    const { include, setUpCommand } = settings(origin);
    const create = (signal: AbortSignal, onProgress: (done: number, total: number) => void) =>
      isolated.createWorktree({ origin, ...chosen, include, signal, onProgress });
    const made: IsolatedFolder | IsolationRefusal = await dialogs.withProgress("worktree", origin, create);
    if ("code" in made) return dialogs.showRefusal("worktree", made);
    const isSetUp = setUpCommand.trim() === "" || (await this.#setUp(made, setUpCommand));
    await startIn(made);
    // Said in the new conversation.
    if (made.leftOutCount > 0) dialogs.showLeftOut(made);
    if (isSetUp !== true) questions.showSetUpFailed(isSetUp.exitCode);
  }

  /** Returns true if the setup command did not fail. */
  async #setUp(folder: IsolatedFolder, command: string): Promise<true | { readonly exitCode: number | undefined }> {
    const { isolated, questions, runSetUp } = this.#options;
    if ((await questions.confirmSetUp(folder, command)) !== "run") return true;
    const exitCode = await runSetUp(folder, command);
    await isolated.noteSetUp(folder.id);
    return exitCode === 0 || { exitCode };
  }

  /** Merges the branch that a worktree was made from into its own, if all its changes are committed. */
  async update(folder: IsolatedFolder): Promise<void> {
    const { isolated, dialogs, questions, isTrusted } = this.#options;
    if (!isTrusted()) return dialogs.showRefusal("worktree", { code: "untrusted" });
    questions.showUpdated(folder, await isolated.updateWorktree(folder.id));
  }

  /** Merges the branch of a worktree into the branch of the original, with the editor's own handling of conflicts. */
  async merge(folder: IsolatedFolder): Promise<void> {
    const { isolated, questions, merge } = this.#options;
    const branch = await isolated.describeBranch(folder.id);
    if (!branch?.exists) return questions.showNoMerge(folder, "gone");
    if (branch.commitCount === 0) return questions.showNoMerge(folder, "nothing");
    const outcome = await merge(folder.root, branch.branch);
    const rest = outcome.kind === "merged" ? planChanges((await isolated.compare(folder.id)).changes).length : 0;
    questions.showMerged(folder, outcome, rest);
  }
}

/** Returns the name that the user is offered for a new branch. */
function suggestBranch(now: number): string {
  return `tandem/${new Date(now).toISOString().slice(0, 16).replace(/[-:]/g, "").replace("T", "-")}`;
}
