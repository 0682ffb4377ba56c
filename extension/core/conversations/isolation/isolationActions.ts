import type { IsolationRefusal } from "../../../shared/contract/changes/isolation.ts";
import { mergeWithMarkers } from "../../review/conflictMarkers.ts";
import type { ConversationActions } from "../actions/conversationActions.ts";
import type { Conversations } from "../conversations.ts";
import {
  type ApplyStep,
  type CopyChoice,
  findOriginal,
  type IsolatedChanges,
  type IsolatedFolder,
  type IsolatedFolders,
} from "../isolationPorts.ts";
import type { Folders } from "../ports.ts";
import type { ChangesView } from "../requests/reviewPorts.ts";
import type { RewindEditors } from "../rewind/rewindQuestions.ts";
import {
  type BothChoice,
  compareIsolated,
  getBothChoices,
  getMergeTexts,
  getStep,
  type PickedChange,
  type PlannedChange,
  planChanges,
} from "./isolationPlan.ts";
import type { ApplyReport, IsolationQuestions } from "./isolationQuestions.ts";

export interface IsolationActionsOptions {
  readonly conversations: Conversations;
  readonly actions: Pick<ConversationActions, "show">;
  readonly folders: Pick<Folders, "choose">;
  readonly isolated: IsolatedFolders;
  readonly dialogs: IsolationQuestions;
  readonly view: Pick<ChangesView, "openAll">;
  readonly editors: Pick<RewindEditors, "getUnsaved" | "hasMergeEditor" | "openMerge">;
  /** Returns the choices with which a conversation in an isolated folder starts. */
  readonly choices: (origin: string) => Readonly<Record<string, unknown>>;
  readonly copyChoice: (origin: string) => CopyChoice;
  readonly toAbsolute: (folder: string, name: string) => string;
  readonly title: (folder: IsolatedFolder) => string;
  /** Merges the branch of a worktree. */
  readonly merge: (folder: IsolatedFolder) => Promise<void>;
  /** Merges the branch that a worktree was made from into its own. */
  readonly update: (folder: IsolatedFolder) => Promise<void>;
}

/** Steps that are applied at once, and the files whose conflicts the user resolves in the merge editor. */
interface Decisions {
  readonly steps: readonly ApplyStep[];
  readonly merges: readonly PlannedChange[];
}

/**
 * Actions on conversations in isolated folders, and on their changes. Applies and discards only after the user
 * confirmed it.
 */
export class IsolationActions {
  readonly #options: IsolationActionsOptions;

  constructor(options: IsolationActionsOptions) {
    this.#options = options;
  }

  /** Starts a conversation in a copy of a workspace folder. */
  async startInCopy(): Promise<void> {
    const { folders, dialogs } = this.#options;
    const origin = await folders.choose();
    if (origin === undefined) return;
    const made = await this.makeCopy(origin);
    if (isRefusal(made)) return dialogs.showRefusal("copy", made);
    await this.startIn(made);
    // Said in the new conversation.
    if (made.leftOutCount > 0) dialogs.showLeftOut(made);
  }

  /** Copies a folder with the user's rules, and shows the progress. `stop` cancels it as the user can. */
  makeCopy(origin: string, stop?: AbortSignal): Promise<IsolatedFolder | IsolationRefusal> {
    const { isolated, dialogs, copyChoice } = this.#options;
    return dialogs.withProgress("copy", origin, (cancel, onProgress) => {
      const controller = new AbortController();
      for (const signal of stop ? [cancel, stop] : [cancel]) {
        signal.addEventListener("abort", () => controller.abort(), { once: true });
        if (signal.aborted) controller.abort();
      }
      return isolated.createCopy({ origin, ...copyChoice(origin), signal: controller.signal, onProgress });
    });
  }

  /** Returns the choices with which a conversation in a copy of a folder starts. */
  getChoices(origin: string): Readonly<Record<string, unknown>> {
    return this.#options.choices(origin);
  }

  /** Shows a new conversation in an isolated folder. */
  async startIn({ folder, origin }: IsolatedFolder): Promise<void> {
    const { conversations, actions, choices } = this.#options;
    await actions.show(conversations.create({ draft: "", folder, choices: choices(origin) }).id);
  }

  /**
   * Shows the changes of a folder against the present original. Without an id: that of the current conversation, else
   * one that the user picks.
   */
  async review(id?: string): Promise<void> {
    const { dialogs, view, title } = this.#options;
    const folder = await this.#find(id);
    const compared = folder && (await this.#compare(folder));
    if (!folder || !compared) return;
    const planned = planChanges(compared.changes);
    const shown = planned.flatMap((each) => compareIsolated(each, this.#locate(folder, each.change.path)) ?? []);
    if (planned.length === 0) return dialogs.showNothing(folder, compared);
    if (shown.length > 0) await view.openAll(title(folder), shown, "compare");
    if (shown.length < planned.length || compared.others.length > 0)
      dialogs.showNotCompared(planned.length - shown.length, compared.others);
  }

  /** Applies changes that the user picks to the original folder, all or none. Returns true if it did. */
  async apply(id?: string): Promise<boolean> {
    const { isolated, dialogs } = this.#options;
    const folder = await this.#find(id);
    const compared = folder && (await this.#compare(folder));
    if (!folder || !compared) return false;
    const planned = planChanges(compared.changes);
    if (planned.length === 0) {
      dialogs.showNothing(folder, compared);
      return false;
    }
    const picked = await dialogs.pickChanges(folder, planned);
    if (!picked || picked.length === 0) return false;
    const decided = await this.#decide(folder, picked);
    const { steps, merges } = decided ?? { steps: [], merges: [] };
    if (!decided || steps.length + merges.length === 0) return false;
    const names = [...steps.map(({ path }) => path), ...merges.map(({ change }) => change.path)];
    if (!(await this.#settleUnsaved(folder, names))) return false;
    await this.#takeCheckpoints(folder.origin);
    const outcome = await isolated.apply(folder.id, compared.last, steps);
    const report: ApplyReport = {
      outcome,
      left: planned.length - steps.length + picked.filter(({ partialText }) => partialText !== undefined).length,
      others: compared.others,
    };
    await dialogs.showApplied(folder, report);
    if (outcome.kind !== "applied") return false;
    for (const planned of merges) await this.#openMerge(folder, planned);
    return true;
  }

  /** Takes a checkpoint of each open conversation in a folder that is about to change. */
  async #takeCheckpoints(origin: string): Promise<void> {
    const there = this.#options.conversations.all.filter(({ conversation }) => conversation.state.folder === origin);
    await Promise.all(there.map(({ conversation }) => conversation.fileHistory?.take({ kind: "apply" })));
  }

  /** Undoes the last apply of a folder, all or nothing. */
  async undoApply(id: string): Promise<void> {
    const { isolated, dialogs } = this.#options;
    const folder = isolated.list().find((each) => each.id === id);
    if (!folder || !(await this.#settleUnsaved(folder, await isolated.listApplied(id)))) return;
    const outcome = await isolated.undoApply(id);
    if (outcome) dialogs.showUndone(folder, outcome);
    else dialogs.showNoUndo(folder);
  }

  /**
   * Returns the steps of the picked changes, after a question for each file that both sides changed; undefined if the
   * user cancels.
   */
  async #decide(folder: IsolatedFolder, picked: readonly PickedChange[]): Promise<Decisions | undefined> {
    const { dialogs, editors } = this.#options;
    const steps: ApplyStep[] = [];
    const merges: PlannedChange[] = [];
    const hasMergeEditor = await editors.hasMergeEditor();
    for (const planned of picked) {
      let choice: BothChoice | undefined;
      if (planned.partialText === undefined && (planned.effect === "merge" || planned.effect === "conflict")) {
        choice = await dialogs.chooseBoth(folder, planned, getBothChoices(planned, hasMergeEditor));
        if (choice === undefined) return undefined;
        if (choice === "editor") merges.push(planned);
      }
      const step = getStep(planned, choice, dialogs.sideNames());
      if (step) steps.push(step);
    }
    return { steps, merges };
  }

  /**
   * Opens a conflict in the merge editor, which puts conflict marks into the file until the user completes the merge
   * there.
   */
  async #openMerge(folder: IsolatedFolder, { change }: PlannedChange): Promise<void> {
    const { editors, dialogs } = this.#options;
    const texts = getMergeTexts(change);
    const names = dialogs.sideNames();
    if (!texts) return;
    const merged = mergeWithMarkers(texts.base, texts.mine, texts.theirs, names);
    await editors.openMerge({ path: this.#locate(folder, change.path), ...texts, merged }, true, names);
  }

  /**
   * Returns false, with a message, if an editor has unsaved text of these files, which would be lost or overwrite the
   * applied text.
   */
  async #settleUnsaved(folder: IsolatedFolder, names: readonly string[]): Promise<boolean> {
    const { editors, dialogs } = this.#options;
    const unsaved = await editors.getUnsaved(names.map((name) => this.#locate(folder, name)));
    if (unsaved.length === 0) return true;
    dialogs.showUnsaved(unsaved);
    return false;
  }

  /**
   * Discards the files of a folder after a confirmation that names what was not applied. Its changes can still be
   * applied later.
   */
  async discard(id?: string): Promise<void> {
    const { conversations, isolated, dialogs } = this.#options;
    const folder = await this.#find(id);
    if (!folder) return;
    if (folder.discardedAt !== undefined) {
      if (await dialogs.confirmRemoval(folder)) await isolated.remove(folder.id);
      return;
    }
    const users = conversations.all.filter((open) => isolated.find(open.conversation.state.folder)?.id === folder.id);
    if (this.#isWorking(folder)) return dialogs.say("stillWorking");
    const compared = await this.#compare(folder);
    const branch = await isolated.describeBranch(folder.id);
    if (
      !compared ||
      !(await dialogs.confirmDiscard(folder, { ...compared, changes: planChanges(compared.changes), branch }))
    )
      return;
    for (const open of users) if (open.hasProcess && !(await open.rest())) return dialogs.say("stillWorking");
    await isolated.discard(folder.id);
    dialogs.showDiscarded(folder);
  }

  /** Returns true if a conversation works in a folder now. */
  #isWorking({ id }: IsolatedFolder): boolean {
    const { conversations, isolated } = this.#options;
    return conversations.all.some(
      ({ conversation: { state } }) => state.status === "working" && isolated.find(state.folder)?.id === id,
    );
  }

  /** Lists all folders that are kept with size and age, and runs what the user chooses for one. */
  async manage(): Promise<void> {
    const { isolated, dialogs } = this.#options;
    const measure = <T extends { readonly id: string }>(all: readonly T[]) =>
      Promise.all(all.map(async (folder) => ({ folder, bytes: await isolated.measure(folder.id) })));
    const chosen = await dialogs.pickAction(await measure(isolated.list()), await measure(isolated.listUnreadable()));
    if (!chosen) return;
    const { folder, action } = chosen;
    if (action === "review") return this.review(folder.id);
    if (action === "apply") return void (await this.apply(folder.id));
    if (action === "discard") return this.discard(folder.id);
    if (action === "undo") return this.undoApply(folder.id);
    if (action === "merge") return this.#options.merge(folder);
    if (action === "update")
      return this.#isWorking(folder) ? dialogs.say("stillWorking") : this.#options.update(folder);
    await this.reopen(folder);
  }

  /** Shows the open conversation of a folder, else a new one in it. */
  async reopen(folder: IsolatedFolder): Promise<void> {
    const { conversations, actions } = this.#options;
    const open = conversations.all.find(({ conversation }) => conversation.state.folder === folder.folder);
    await (open ? actions.show(open.id) : this.startIn(folder));
  }

  /** Returns the absolute path of the file to which a changed one belongs. */
  #locate(folder: IsolatedFolder, changed: string): string {
    const { root, name } = findOriginal(folder, changed);
    return this.#options.toAbsolute(root, name);
  }

  async #find(id: string | undefined): Promise<IsolatedFolder | undefined> {
    const { conversations, isolated, dialogs } = this.#options;
    const all = isolated.list();
    if (id !== undefined) return all.find((each) => each.id === id);
    const own = isolated.find(conversations.current?.conversation.state.folder ?? "");
    const found = all.find((each) => each.id === own?.id);
    if (found) return found;
    if (all.length === 0) dialogs.showNone();
    return all.length === 0 ? undefined : dialogs.pickFolder(all);
  }

  async #compare(folder: IsolatedFolder): Promise<IsolatedChanges | undefined> {
    return this.#options.dialogs.withProgress("compare", folder.origin, () =>
      this.#options.isolated.compare(folder.id),
    );
  }
}

function isRefusal(made: IsolatedFolder | IsolationRefusal): made is IsolationRefusal {
  return "code" in made;
}
