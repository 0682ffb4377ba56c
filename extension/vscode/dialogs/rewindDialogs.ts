import * as vscode from "vscode";
import type {
  RewindQuestion,
  RewindQuestions,
  UnsavedChoice,
} from "../../core/conversations/rewind/rewindQuestions.ts";
import { escapeLines } from "../../shared/base/invisible.ts";
import type { RewindParts } from "../../shared/contract/changes/rewind.ts";
import { checkpointText } from "../../shared/text/changes/checkpoints.ts";
import { getRewindTexts } from "../../shared/text/changes/rewind.ts";
import { formatRewindFailure } from "../../shared/text/changes/rewindFailures.ts";
import { dialogText } from "../../shared/text/dialogs.ts";
import { toMessageText } from "../plainText.ts";
import { Messages } from "./messages.ts";
import { shownIn } from "./shownPath.ts";

type Base = Pick<RewindQuestions, "say" | "pickPrompt">;

/** Creates the dialogs about rewinds. */
export function createRewindDialogs(base: Base, messages = new Messages()): RewindQuestions {
  return {
    say: (refusal) => base.say(refusal),
    pickPrompt: (prompts, purpose) => base.pickPrompt(prompts, purpose),
    whileReading: (work) => messages.showSlowWork(checkpointText.reading(), work),
    whileRewinding: (running) => messages.showOnceSlow(checkpointText.rewinding(), running),
    confirmStop: async () => {
      const stop = dialogText.stop();
      return (await vscode.window.showWarningMessage(dialogText.stopToRewind(), { modal: true }, stop)) === stop;
    },
    showRewindFailed: (failure) => messages.showError(dialogText.notRewound(formatRewindFailure(failure))),
    confirmRewind,
    confirmRestore,
    confirmReverse,
    chooseForeign: async (...given) => (await import("./rewindLists.ts")).chooseForeign(...given),
    askUnsaved,
    askQueued,
    pickRestored: async (...given) => (await import("./rewindLists.ts")).pickRestored(...given),
  };
}

async function confirmRewind({
  message,
  preview,
  folder,
  atWork,
  isPreviewed,
  blocked,
}: RewindQuestion): Promise<RewindParts | "preview" | undefined> {
  const texts = getRewindTexts();
  if (preview.kind === "impossible") {
    const detail = escapeLines(texts.impossibleDetail(preview.problem));
    const answer = await vscode.window.showWarningMessage(
      texts.impossible,
      { modal: true, detail },
      texts.conversation,
    );
    return answer === undefined ? undefined : "conversation";
  }
  const answers = new Map<string, RewindParts | "preview">([
    ...(blocked === undefined ? ([[texts.both, "both"]] as const) : []),
    [texts.files, "files"],
    ...(blocked === undefined ? ([[texts.conversation, "conversation"]] as const) : []),
    ...(isPreviewed ? [] : ([[texts.preview, "preview"]] as const)),
  ]);
  const files = texts.detail(preview, shownIn(folder), atWork);
  const detail = escapeLines(blocked === undefined ? files : `${texts.blocked[blocked]}\n\n${files}`);
  const question = blocked === undefined ? texts.question(preview, message) : texts.restoreQuestion(preview);
  const answer = await vscode.window.showWarningMessage(
    toMessageText(question),
    { modal: true, detail },
    ...answers.keys(),
  );
  return answer === undefined ? undefined : answers.get(answer);
}

async function confirmRestore({ preview, folder, atWork }: RewindQuestion): Promise<boolean> {
  const texts = getRewindTexts();
  if (preview.kind === "impossible") return false;
  const detail = escapeLines(texts.detail(preview, shownIn(folder), atWork));
  return (
    (await vscode.window.showWarningMessage(texts.restoreQuestion(preview), { modal: true, detail }, texts.files)) ===
    texts.files
  );
}

async function confirmReverse(
  kind: "undo" | "redo",
  { preview, folder, atWork, isOnlyFiles }: RewindQuestion,
): Promise<boolean> {
  const texts = getRewindTexts();
  const isPossible = preview.kind !== "impossible";
  const files = isPossible ? texts.detail(preview, shownIn(folder), atWork) : texts.onlyConversation(preview.problem);
  const detail = escapeLines(isOnlyFiles ? `${texts.onlyFiles}\n\n${files}` : files);
  const question = kind === "undo" ? texts.undoQuestion(preview) : texts.redoQuestion(preview);
  const go = kind === "undo" ? texts.undo : texts.redo;
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, go)) === go;
}

async function askUnsaved(
  paths: readonly string[],
  folder: string,
  canLeaveOut: boolean,
): Promise<UnsavedChoice | undefined> {
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
  const answer = await vscode.window.showWarningMessage(
    texts.queued(count),
    { modal: true, detail: texts.queuedDetail },
    texts.keepQueued,
    texts.removeQueued,
  );
  if (answer === undefined) return undefined;
  return answer === texts.keepQueued ? "keep" : "remove";
}
