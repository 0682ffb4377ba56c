import path from "node:path";
import * as vscode from "vscode";
import type { BothChoice, PlannedChange } from "../../core/conversations/isolation/isolationPlan.ts";
import type {
  FolderAction,
  IsolationQuestions,
  ListedFolder,
  ListedUnreadable,
  UnappliedWork,
} from "../../core/conversations/isolation/isolationQuestions.ts";
import { type IsolatedFolder, toView, type UnreadableFolder } from "../../core/conversations/isolationPorts.ts";
import { escapeLines, escapePath } from "../../shared/base/invisible.ts";
import {
  formatDiscard,
  formatIsolation,
  formatNothing,
  isolationText as text,
} from "../../shared/text/changes/isolation.ts";
import { formatIsolationRecovery, formatIsolationRefusal } from "../../shared/text/changes/isolationFailures.ts";
import { formatAge } from "../../shared/text/conversationList.ts";
import { formatBytes } from "../../shared/text/numbers.ts";
import { toLabelText, toMessageText } from "../plainText.ts";
import { pickChanges } from "./changePicker.ts";
import { Messages } from "./messages.ts";

/** Number of paths that a short message names. */
const maxInMessage = 3;

const titles = { copy: text.copying, worktree: text.creatingWorktree, compare: text.comparing } as const;

export interface IsolationDialogsOptions {
  readonly say: IsolationQuestions["say"];
  readonly now: () => number;
  readonly messages?: Messages;
  /** Opens the multi-file diff of a folder again, from a message. */
  readonly review: (id: string) => unknown;
  /** Undoes the last apply of a folder, from a message. */
  readonly undo: (id: string) => unknown;
}

/** Creates the dialogs about isolated folders. */
export function createIsolationDialogs({
  say,
  now,
  review,
  undo,
  messages = new Messages(),
}: IsolationDialogsOptions): IsolationQuestions {
  const inform = (message: string): void => messages.inform(message);
  const warn = (message: string): void => messages.warn(message);
  return {
    say,
    withProgress: (kind, origin, work) => {
      const title = titles[kind](escapePath(path.basename(origin)));
      return messages.showWork(title, kind !== "compare", (signal, report) =>
        work(signal, (done, total) => report(text.filesDone(done, total))),
      );
    },
    showRefusal: (kind, refusal) => {
      if (refusal.code !== "cancelled") messages.showError(formatIsolationRefusal(kind, refusal));
    },
    showLeftOut: ({ leftOut, leftOutCount }) => {
      const names = leftOut.slice(0, maxInMessage).map(({ path: name, reason }) => text[reason](escapePath(name)));
      warn(text.leftOut(leftOutCount, names.join(", ")));
    },
    showNone: () => inform(text.none()),
    showNothing: (folder, left) => inform(formatNothing(getLabel(folder), left)),
    showNotCompared: (count, others) =>
      inform(
        [count > 0 ? text.notText(count) : "", others.length > 0 ? text.notCompared(others.length) : ""]
          .filter(Boolean)
          .join(" "),
      ),
    pickFolder: (folders) => pickFolder(folders, now()),
    pickAction: async (folders, unreadable) => {
      if (folders.length + unreadable.length > 0) return pickFolderAndAction(folders, unreadable, now());
      inform(text.none());
      return undefined;
    },
    pickChanges,
    chooseBoth,
    sideNames: () => ({ mine: text.mySide(), theirs: text.theirSide() }),
    showUnsaved: (paths) => warn(text.unsaved(paths.map((name) => escapePath(path.basename(name))).join(", "))),
    showApplied: (folder, done) => showApplied(messages, { review, undo }, folder, done),
    showUndone: (folder, outcome) => {
      if (outcome.kind === "applied") return inform(text.undone(outcome.files, escapePath(folder.root)));
      if (outcome.kind === "refused" && outcome.reason === "noSpace") return warn(text.refusedNoSpace());
      if (outcome.kind === "refused") return warn(text.undoRefused(escapePath(outcome.path)));
      messages.showError(text.partial(outcome.notBack.map(escapePath).join(", ")));
    },
    showNoUndo: (folder) => inform(text.noUndo(getLabel(folder))),
    confirmDiscard,
    confirmRemoval,
    showDiscarded: (folder) => inform(text.discardedNow(getLabel(folder))),
    showRecovered: (done) => {
      for (const recovery of done) warn(formatIsolationRecovery(recovery));
    },
  };
}

const describe = ({ createdAt, discardedAt }: IsolatedFolder, now: number): string =>
  discardedAt === undefined ? text.created(formatAge(createdAt, now)) : text.discarded(formatAge(discardedAt, now));

async function pickFolder(folders: readonly IsolatedFolder[], now: number): Promise<IsolatedFolder | undefined> {
  const items = folders.map((folder) => ({
    label: toLabelText(getLabel(folder)),
    description: toLabelText(describe(folder, now)),
    detail: toLabelText(escapePath(folder.origin)),
    folder,
  }));
  return (await vscode.window.showQuickPick(items, { title: text.pickFolder(), matchOnDetail: true }))?.folder;
}

async function showApplied(
  messages: Messages,
  { review, undo }: Pick<IsolationDialogsOptions, "review" | "undo">,
  folder: IsolatedFolder,
  { outcome, left, others }: Parameters<IsolationQuestions["showApplied"]>[1],
): Promise<void> {
  if (outcome.kind === "refused" && outcome.reason === "noSpace") return messages.warn(text.refusedNoSpace());
  if (outcome.kind === "refused") return messages.warn(text.refused(escapePath(outcome.path)));
  if (outcome.kind === "partial") return messages.showError(text.partial(outcome.notBack.map(escapePath).join(", ")));
  const parts = [
    text.applied(outcome.files, escapePath(folder.root)),
    left > 0 ? text.left(left) : "",
    others.length > 0 ? text.notCompared(others.length) : "",
  ];
  const [back, again] = [text.undo(), text.review()];
  const buttons = [...(outcome.files > 0 ? [back] : []), ...(left > 0 ? [again] : [])];
  const { answer } = messages.ask("information", parts.filter(Boolean).join(" "), buttons);
  // The message can stay open for any time.
  void answer.then((chosen) => (chosen === back ? undo(folder.id) : chosen === again && review(folder.id)));
}

/** Lets the user pick a folder and an action. Reveals in the system's file manager what is only shown there. */
async function pickFolderAndAction(
  folders: readonly ListedFolder[],
  unreadable: readonly ListedUnreadable[],
  now: number,
): ReturnType<IsolationQuestions["pickAction"]> {
  const folder = await pickListed(folders, unreadable, now);
  if (!folder) return undefined;
  if ("path" in folder) return reveal(folder.path);
  const action = await pickAction(folder);
  if (action !== "reveal") return action && { folder, action };
  const [repository] = folder.repositories ?? [];
  return repository === undefined ? undefined : reveal(repository);
}

async function reveal(file: string): Promise<undefined> {
  await vscode.commands.executeCommand("revealFileInOS", vscode.Uri.file(file));
  return undefined;
}

async function pickListed(
  folders: readonly ListedFolder[],
  unreadable: readonly ListedUnreadable[],
  now: number,
): Promise<IsolatedFolder | UnreadableFolder | undefined> {
  const sorted = [...folders].sort((one, other) => other.folder.createdAt - one.folder.createdAt);
  const items = sorted.map(({ folder, bytes }) => ({
    label: toLabelText(getLabel(folder)),
    description: toLabelText([describe(folder, now), formatBytes(bytes)].join(" · ")),
    detail: toLabelText(escapePath(folder.origin)),
    folder,
  }));
  const lost = unreadable.map(({ folder, bytes }) => ({
    label: text.unreadableFolder(),
    description: [text.lastChanged(formatAge(folder.changedAt, now)), formatBytes(bytes)].join(" · "),
    detail: toLabelText(escapePath(folder.path)),
    folder,
  }));
  return (await vscode.window.showQuickPick([...items, ...lost], { title: text.manage(), matchOnDetail: true }))
    ?.folder;
}

async function pickAction(folder: IsolatedFolder): Promise<FolderAction | "reveal" | undefined> {
  const isGone = folder.discardedAt !== undefined;
  const items: readonly { readonly label: string; readonly action: FolderAction | "reveal" }[] = [
    ...(isGone ? [] : [{ label: text.open(), action: "open" as const }]),
    { label: text.review(), action: "review" },
    { label: text.apply(), action: "apply" },
    { label: text.undoApply(), action: "undo" },
    ...(folder.worktree ? [{ label: text.mergeBranch(), action: "merge" as const }] : []),
    ...(folder.worktree && !isGone ? [{ label: text.update(), action: "update" as const }] : []),
    ...(folder.repositories ? [{ label: text.showRepositories(), action: "reveal" as const }] : []),
    { label: isGone ? text.remove() : text.discard(), action: "discard" },
  ];
  return (await vscode.window.showQuickPick(items, { title: toLabelText(getLabel(folder)) }))?.action;
}

/** Returns the label of an isolated folder, as the header of its conversation shows it. */
export function getLabel(folder: IsolatedFolder): string {
  return formatIsolation(toView(folder));
}

async function chooseBoth(
  _folder: IsolatedFolder,
  planned: PlannedChange,
  offered: readonly BothChoice[],
): Promise<BothChoice | undefined> {
  const choices: Readonly<Record<BothChoice, { readonly label: string; readonly detail: string }>> = {
    merge: { label: text.chooseMerge(), detail: text.mergeDetail() },
    editor: { label: text.chooseEditor(), detail: text.editorDetail() },
    markers: { label: text.chooseMarkers(), detail: text.markersDetail() },
    theirs: { label: text.chooseTheirs(), detail: text.theirsDetail() },
    mine: { label: text.chooseMine(), detail: text.mineDetail() },
  };
  const items = offered.map((choice) => ({ ...choices[choice], choice }));
  const title = toLabelText(text.bothTitle(escapePath(planned.change.path)));
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.choice;
}

async function confirmDiscard(folder: IsolatedFolder, { changes, ...left }: UnappliedWork): Promise<boolean> {
  const discard = text.discardNow();
  const question = toMessageText(text.discardQuestion(getLabel(folder)));
  const detail = escapeLines(formatDiscard({ ...left, files: changes.map(({ change }) => change.path) }));
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, discard)) === discard;
}

async function confirmRemoval(folder: IsolatedFolder): Promise<boolean> {
  const remove = text.removeNow();
  const { repositories = [] } = folder;
  const detail = [
    text.removeDetail(),
    ...(repositories.length > 0 ? [text.removeRepositories(repositories.length)] : []),
  ].join(" ");
  const question = toMessageText(text.removeQuestion(getLabel(folder)));
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) === remove;
}
