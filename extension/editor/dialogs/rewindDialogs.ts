import * as vscode from "vscode";
import { escapeLines, escapePath } from "../../base/invisible.ts";
import type { FileChoice, PlannedFile, RewindParts, RewindPreview } from "../../contract/changes/rewind.ts";
import type { ForeignFile, RewindQuestion, RewindQuestions, UnsavedChoice } from "../../conversations/actions/rewind/rewindQuestions.ts";
import { toRelativePath } from "../../session/tools/relativePath.ts";
import { checkpointText } from "../../text/changes/checkpoints.ts";
import { formatRewindFailure, getRewindTexts } from "../../text/changes/rewind.ts";
import { dialogText } from "../../text/dialogs.ts";
import { toLabelText, toMessageText } from "./plainText.ts";
import { showSlowWork } from "./slowWork.ts";

type Base = Pick<RewindQuestions, "say" | "pickPrompt">;

/** Creates the dialogs about rewinds. */
export function createRewindDialogs(base: Base): RewindQuestions {
  return {
    say: (refusal) => base.say(refusal),
    pickPrompt: (prompts, purpose) => base.pickPrompt(prompts, purpose),
    whileReading: (work) => showSlowWork(checkpointText.reading(), work),
    confirmStop: async () => {
      const stop = dialogText.stop();
      return (await vscode.window.showWarningMessage(dialogText.stopToRewind(), { modal: true }, stop)) === stop;
    },
    showRewindFailed: (failure) => void vscode.window.showErrorMessage(toMessageText(dialogText.notRewound(formatRewindFailure(failure)))),
    confirmRewind,
    confirmRestore,
    confirmReverse,
    chooseForeign,
    askUnsaved,
    askQueued,
    pickRestored,
  };
}

const shownIn =
  (folder: string) =>
  (path: string): string =>
    escapePath(toRelativePath(path, folder));

async function confirmRewind({ preview, folder, atWork, isPreviewed }: RewindQuestion): Promise<RewindParts | "preview" | undefined> {
  const texts = getRewindTexts();
  if (preview.kind === "impossible") {
    const detail = escapeLines(texts.impossibleDetail(preview.problem));
    const answer = await vscode.window.showWarningMessage(texts.impossible, { modal: true, detail }, texts.conversation);
    return answer === undefined ? undefined : "conversation";
  }
  const answers = new Map<string, RewindParts | "preview">([
    [texts.both, "both"],
    [texts.files, "files"],
    [texts.conversation, "conversation"],
    ...(isPreviewed ? [] : ([[texts.preview, "preview"]] as const)),
  ]);
  const detail = escapeLines(texts.detail(preview, shownIn(folder), atWork));
  const answer = await vscode.window.showWarningMessage(texts.question(countFiles(preview)), { modal: true, detail }, ...answers.keys());
  return answer === undefined ? undefined : answers.get(answer);
}

async function confirmRestore({ preview, folder, atWork }: RewindQuestion): Promise<boolean> {
  const texts = getRewindTexts();
  if (preview.kind === "impossible") return false;
  const detail = escapeLines(texts.detail(preview, shownIn(folder), atWork));
  return (await vscode.window.showWarningMessage(texts.restoreQuestion(countFiles(preview)), { modal: true, detail }, texts.files)) === texts.files;
}

async function confirmReverse(kind: "undo" | "redo", { preview, folder, atWork }: RewindQuestion): Promise<boolean> {
  const texts = getRewindTexts();
  const isPossible = preview.kind !== "impossible";
  const detail = escapeLines(isPossible ? texts.detail(preview, shownIn(folder), atWork) : texts.onlyConversation(preview.problem));
  const count = isPossible ? countFiles(preview) : 0;
  const question = kind === "undo" ? texts.undoQuestion(count) : texts.redoQuestion(count);
  const go = kind === "undo" ? texts.undo : texts.redo;
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, go)) === go;
}

/** Returns the number of files that a rewind restores without another question. */
function countFiles(preview: Exclude<RewindPreview, { kind: "impossible" }>): number {
  return preview.kind === "possible" ? preview.files.length : preview.plan.files.filter(({ choice }) => choice !== "keep").length;
}

/** Lists the files with their choices; the user changes them one by one and then continues. */
async function chooseForeign(files: readonly ForeignFile[], folder: string): Promise<ReadonlyMap<string, FileChoice> | undefined> {
  const texts = getRewindTexts();
  const choices = new Map<string, FileChoice>(files.map(({ file }) => [file.path, "keep"]));
  const options = { title: texts.foreignTitle, placeHolder: texts.foreignPlaceholder, ignoreFocusOut: true };
  for (;;) {
    const rows = files.map((foreign) => {
      const { path } = foreign.file;
      return { label: toLabelText(shownIn(folder)(path)), description: texts.choice(choices.get(path) ?? "keep"), foreign };
    });
    const picked = await vscode.window.showQuickPick([{ label: `$(check) ${texts.goOn}`, foreign: undefined }, ...rows], options);
    if (!picked) return undefined;
    if (!picked.foreign) return choices;
    const { file, canMerge } = picked.foreign;
    const ways = (["keep", "restore", "merge"] as const).filter((choice) => choice !== "merge" || canMerge);
    const items = ways.map((choice) => ({ label: texts.choice(choice), detail: texts.choiceDetail(choice, file.effect), choice }));
    const way = await vscode.window.showQuickPick(items, { title: picked.label, ignoreFocusOut: true });
    if (way) choices.set(file.path, way.choice);
  }
}

async function askUnsaved(paths: readonly string[], folder: string, canLeaveOut: boolean): Promise<UnsavedChoice | undefined> {
  const texts = getRewindTexts();
  // `claude` would overwrite what is saved.
  const answers = new Map<string, UnsavedChoice>(
    canLeaveOut
      ? [
          [texts.save, "save"],
          [texts.discard, "discard"],
          [texts.leaveOut, "leaveOut"],
        ]
      : [[texts.discard, "discard"]],
  );
  const detail = escapeLines(texts.unsavedDetail(paths.map(shownIn(folder))));
  const answer = await vscode.window.showWarningMessage(texts.unsaved, { modal: true, detail }, ...answers.keys());
  return answer === undefined ? undefined : answers.get(answer);
}

async function askQueued(count: number): Promise<"keep" | "remove" | undefined> {
  const texts = getRewindTexts();
  const answer = await vscode.window.showWarningMessage(texts.queued(count), { modal: true, detail: texts.queuedDetail }, texts.keepQueued, texts.removeQueued);
  if (answer === undefined) return undefined;
  return answer === texts.keepQueued ? "keep" : "remove";
}

async function pickRestored(files: readonly PlannedFile[], selected: ReadonlySet<string>, folder: string): Promise<ReadonlySet<string> | undefined> {
  const texts = getRewindTexts();
  const items = files.map((file) => ({
    label: toLabelText(shownIn(folder)(file.path)),
    description: toLabelText(texts.effect(file)),
    picked: selected.has(file.path),
    path: file.path,
  }));
  const picked = await vscode.window.showQuickPick(items, { title: texts.selectFiles, canPickMany: true, matchOnDescription: true });
  return picked && new Set(picked.map(({ path }) => path));
}
