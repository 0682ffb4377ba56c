import * as vscode from "vscode";
import type {
  RewindQuestion,
  RewindQuestions,
  UnsavedChoice,
} from "../../core/conversations/rewind/rewindQuestions.ts";
import { escapeLines } from "../../shared/base/invisible.ts";
import type { RewindParts } from "../../shared/contract/changes/rewind.ts";
import { checkpointText } from "../../shared/text/changes/checkpoints.ts";
import { rewindText } from "../../shared/text/changes/rewind.ts";
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
  if (preview.kind === "impossible") {
    const detail = escapeLines(rewindText.impossibleDetail(preview.problem));
    const answer = await vscode.window.showWarningMessage(
      rewindText.impossible(),
      { modal: true, detail },
      rewindText.conversation(),
    );
    return answer === undefined ? undefined : "conversation";
  }
  const answers = new Map<string, RewindParts | "preview">([
    ...(blocked === undefined ? ([[rewindText.both(), "both"]] as const) : []),
    [rewindText.files(), "files"],
    ...(blocked === undefined ? ([[rewindText.conversation(), "conversation"]] as const) : []),
    ...(isPreviewed ? [] : ([[rewindText.preview(), "preview"]] as const)),
  ]);
  const files = rewindText.detail(preview, shownIn(folder), atWork);
  const detail = escapeLines(blocked === undefined ? files : `${rewindText.blocked[blocked]()}\n\n${files}`);
  const question = blocked === undefined ? rewindText.question(preview, message) : rewindText.restoreQuestion(preview);
  const answer = await vscode.window.showWarningMessage(
    toMessageText(question),
    { modal: true, detail },
    ...answers.keys(),
  );
  return answer === undefined ? undefined : answers.get(answer);
}

async function confirmRestore({ preview, folder, atWork }: RewindQuestion): Promise<boolean> {
  if (preview.kind === "impossible") return false;
  const detail = escapeLines(rewindText.detail(preview, shownIn(folder), atWork));
  const restore = rewindText.files();
  const question = rewindText.restoreQuestion(preview);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, restore)) === restore;
}

async function confirmReverse(
  kind: "undo" | "redo",
  { preview, folder, atWork, isOnlyFiles }: RewindQuestion,
): Promise<boolean> {
  const isPossible = preview.kind !== "impossible";
  const files = isPossible
    ? rewindText.detail(preview, shownIn(folder), atWork)
    : rewindText.onlyConversation(preview.problem);
  const detail = escapeLines(isOnlyFiles ? `${rewindText.onlyFiles()}\n\n${files}` : files);
  const question = kind === "undo" ? rewindText.undoQuestion(preview) : rewindText.redoQuestion(preview);
  const go = kind === "undo" ? rewindText.undo() : rewindText.redo();
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, go)) === go;
}

async function askUnsaved(
  paths: readonly string[],
  folder: string,
  canLeaveOut: boolean,
): Promise<UnsavedChoice | undefined> {
  // `claude` would overwrite what is saved.
  const answers = new Map<string, UnsavedChoice>(
    canLeaveOut
      ? [
          [rewindText.save(), "save"],
          [rewindText.discard(), "discard"],
          [rewindText.leaveOut(), "leaveOut"],
        ]
      : [[rewindText.discard(), "discard"]],
  );
  const detail = escapeLines(rewindText.unsavedDetail(paths.map(shownIn(folder))));
  const answer = await vscode.window.showWarningMessage(
    rewindText.unsaved(),
    { modal: true, detail },
    ...answers.keys(),
  );
  return answer === undefined ? undefined : answers.get(answer);
}

async function askQueued(count: number): Promise<"keep" | "remove" | undefined> {
  const answer = await vscode.window.showWarningMessage(
    rewindText.queued(count),
    { modal: true, detail: rewindText.queuedDetail() },
    rewindText.keepQueued(),
    rewindText.removeQueued(),
  );
  if (answer === undefined) return undefined;
  return answer === rewindText.keepQueued() ? "keep" : "remove";
}
