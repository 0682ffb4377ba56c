import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { AttemptActions, type AttemptRow } from "../../../../extension/core/conversations/isolation/attemptActions.ts";
import { IsolationActions } from "../../../../extension/core/conversations/isolation/isolationActions.ts";
import type { PickedChange, PlannedChange } from "../../../../extension/core/conversations/isolation/isolationPlan.ts";
import type {
  FolderAction,
  IsolationQuestions,
} from "../../../../extension/core/conversations/isolation/isolationQuestions.ts";
import {
  type MergeOutcome,
  WorktreeActions,
} from "../../../../extension/core/conversations/isolation/worktreeActions.ts";
import type { CopyChoice } from "../../../../extension/core/conversations/isolationPorts.ts";
import type { DiskIsolation } from "../../../../extension/node/isolation/diskIsolation.ts";
import { setup } from "../../../unit/core/conversations/actionsSetup.ts";

/** Answers of the user, one for each kind of question. */
export interface Answers {
  readonly prompt?: string;
  readonly models?: readonly string[];
  readonly attempt?: number;
  readonly action?: "open" | "review" | "apply" | "discard";
  readonly discardOthers?: boolean;
  readonly confirmDiscard?: boolean;
  readonly isTrusted?: boolean;
  readonly hasUncommitted?: boolean;
  readonly setUpCommand?: string;
  readonly setUp?: "run" | "skip";
  readonly exitCode?: number;
  readonly merge?: MergeOutcome;
  readonly copyChoice?: CopyChoice;
  /** Action on the first folder of the list. */
  readonly manage?: FolderAction;
  readonly pickChanges?: (planned: readonly PlannedChange[]) => readonly PickedChange[];
}

/**
 * The actions on isolated folders over a disk, with conversations whose CLIs are at hand. `told`: the questions and
 * messages that the user saw.
 */
export async function openActions(
  isolated: DiskIsolation,
  origin: string,
  answers: Answers = {},
  given: Parameters<typeof setup>[0] = {},
) {
  const parts = await setup(given);
  const told: unknown[] = [];
  /** The messages about a new folder, with the folder of the conversation that the user saw then. */
  const warned: unknown[] = [];
  const warn = (what: string): void => void warned.push([what, parts.conversations.current?.conversation.state.folder]);
  const rows: AttemptRow[] = [];
  const folders = { choose: async () => origin };
  const dialogs: IsolationQuestions = {
    say: (refusal) => void told.push(refusal),
    withProgress: (_kind, _origin, work) => work(new AbortController().signal, () => {}),
    showRefusal: (kind, refusal) => void told.push([kind, refusal.code]),
    showLeftOut: () => warn("left out"),
    showNone: () => void told.push("none"),
    showNothing: () => void told.push("nothing"),
    showNotCompared: () => {},
    pickFolder: async (all) => all[0],
    pickAction: async ([first]) =>
      first && answers.manage ? { folder: first.folder, action: answers.manage } : undefined,
    pickChanges: async (_folder, planned) => answers.pickChanges?.(planned) ?? planned,
    chooseBoth: async (_folder, _planned, choices) => choices[0],
    sideNames: () => ({ mine: "mine", theirs: "theirs" }),
    showUnsaved: () => {},
    showApplied: async (_folder, { outcome }) => void told.push(outcome),
    confirmDiscard: async (_folder, { changes, branch }) => {
      told.push({ discard: changes.map(({ change }) => change.path), commits: branch?.commitCount });
      return answers.confirmDiscard ?? true;
    },
    confirmRemoval: async () => true,
    showUndone: (_folder, outcome) => void told.push({ undone: outcome }),
    showNoUndo: () => void told.push("noUndo"),
    showDiscarded: () => void told.push("discarded"),
    showRecovered: () => {},
  };
  const copyChoice = () => answers.copyChoice ?? {};
  const choices = (): Readonly<Record<string, unknown>> => ({ permissionMode: "acceptEdits" });
  const isolation: IsolationActions = new IsolationActions({
    conversations: parts.conversations,
    actions: parts.actions,
    folders,
    isolated,
    dialogs,
    view: { openAll: async () => {} },
    editors: {
      getUnsaved: async () => [],
      hasMergeEditor: async () => true,
      openMerge: async (merge) => void told.push({ merge: merge.path, conflicts: merge.merged.conflicts }),
    },
    choices,
    copyChoice,
    toAbsolute: (folder, name) => path.join(folder, name),
    title: ({ id }) => id,
    merge: (folder) => worktrees.merge(folder),
    update: (folder) => worktrees.update(folder),
  });
  const attempts = new AttemptActions({
    conversations: parts.conversations,
    actions: parts.actions,
    folders,
    isolated,
    isolation,
    dialogs,
    questions: {
      askPrompt: async (draft) => answers.prompt ?? draft,
      pickModels: async () => answers.models,
      pickGroup: async (groups) => groups[0],
      pickAttempt: async (shown) => {
        rows.push(...shown);
        const row = shown[(answers.attempt ?? 0) - 1];
        return row && { row, action: answers.action ?? "open" };
      },
      confirmDiscardOthers: async (count) => {
        told.push({ others: count });
        return answers.discardOthers ?? false;
      },
      showNoAttempts: () => void told.push("noAttempts"),
    },
    choices,
    copyChoice,
    newId: randomUUID,
  });
  const worktrees: WorktreeActions = new WorktreeActions({
    folders,
    isolated,
    dialogs,
    questions: {
      chooseWorktree: async (_origin, branch, canCreate) =>
        (await canCreate(branch)) ? { branch, hasUncommitted: answers.hasUncommitted ?? true } : undefined,
      confirmSetUp: async (_folder, command) => {
        told.push({ shown: command });
        return answers.setUp;
      },
      showSetUpFailed: (exitCode) => {
        told.push({ exitCode });
        warn("set up failed");
      },
      showNoMerge: (_folder, reason) => void told.push(reason),
      showUpdated: (_folder, outcome) => void told.push(outcome),
      showMerged: (_folder, outcome, rest) => void told.push({ ...outcome, rest }),
    },
    isTrusted: () => answers.isTrusted ?? true,
    settings: () => ({ include: [], setUpCommand: answers.setUpCommand ?? "" }),
    now: () => Date.UTC(2026, 0, 2, 3, 4),
    runSetUp: async (folder, command) => {
      told.push({ ran: command, in: folder.folder });
      // Makes an ignored file, as an installation would.
      fs.writeFileSync(path.join(folder.folder, "made.local"), "made");
      return answers.exitCode ?? 0;
    },
    merge: async (root, branch) => {
      told.push({ merge: branch, into: root });
      return answers.merge ?? { kind: "merged" };
    },
    startIn: (folder) => isolation.startIn(folder),
  });
  return { ...parts, isolation, attempts, worktrees, told, warned, rows };
}
